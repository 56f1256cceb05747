package proof

import (
	"crypto/sha256"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// Verdict is what an exported grant proves. A grant that proves nothing has none: it is [Refused].
type Verdict string

// The verdicts.
const (
	Valid        Verdict = "valid"         // a trusted signer granted it
	Ended        Verdict = "ended"         // the same, and by the log it was revoked or has expired
	TrustUnknown Verdict = "trust_unknown" // the signature is good, and nothing says whether to trust its key
)

// Trust is where the trust in a signer comes from.
type Trust string

// The sources of trust.
const (
	TrustNone    Trust = "unknown"
	TrustLog     Trust = "log_id"          // the signers of a log that the person named
	TrustSigners Trust = "allowed_signers" // signers that the person listed
)

// Refused is the error of evidence that proves nothing: why, and the error below, nil for none.
type Refused struct {
	Why     domain.ApprovalRefusal
	Because error
}

// Error implements error.
func (r *Refused) Error() string {
	if r.Because != nil {
		return "grant refused: " + string(r.Why) + ": " + r.Because.Error()
	}
	return "grant refused: " + string(r.Why)
}

// Unwrap returns the error below, if any.
func (r *Refused) Unwrap() error { return r.Because }

// Grant is an exported grant whose signature holds, as far as it has been judged. Each of its
// methods judges it by one more thing that the person trusts. Not safe for concurrent use.
type Grant struct {
	Statement *approval.GrantStatement
	Key       string // fingerprint of the signer's key
	Assurance domain.Assurance
	Expired   bool // by the statement alone, at the time of the judgement
	Trust     Trust
	Approver  domain.Actor       // empty while trust is unknown
	Standing  *approval.Standing // of the request in the log; nil when no log was asked

	at     time.Time
	digest domain.Digest // of the statement's bytes
}

// JudgeGrant verifies the signature of an exported grant at a time and reads its statement. Nobody
// is trusted yet: the verdict is [TrustUnknown].
//
// Errors: [*Refused] for a signature that does not hold and for a statement that is no grant.
func JudgeGrant(e *Envelope, at time.Time) (*Grant, error) {
	body, sig, err := e.Open(approval.GrantNamespace)
	if err != nil {
		return nil, &Refused{approval.WhySignature(err), err}
	}
	s, err := approval.ParseGrantStatement(body)
	if err != nil {
		return nil, &Refused{domain.RefusedRequestMismatch, err}
	}
	g := &Grant{Statement: s, Key: approval.Fingerprint(sig.Key), Assurance: domain.AssuranceSoftware,
		Expired: at.After(s.ExpiresAt.Time()), Trust: TrustNone, at: at, digest: sha256.Sum256(body)}
	if sig.Presence {
		g.Assurance = domain.AssurancePresence
	}
	return g, nil
}

// Verdict returns what the grant proves by what it has been judged by so far.
func (g *Grant) Verdict() Verdict {
	switch {
	case g.Trust == TrustNone:
		return TrustUnknown
	case g.Standing != nil && (g.Standing.Status == approval.Revoked || g.Standing.Status == approval.Expired):
		return Ended
	}
	return Valid
}

// OfLog requires that the grant was made for the log with an id, 64 hex digits.
//
// Errors: [*Refused] for a grant of another log.
func (g *Grant) OfLog(id string) error {
	if !strings.EqualFold(id, g.Statement.LogID.String()) {
		return &Refused{Why: domain.RefusedLogMismatch}
	}
	return nil
}

// TrustIn trusts a set of signers: the signer of the grant must be one that may sign grants at the
// time of the judgement. from is the source of the set.
//
// Errors: [*Refused] for a key that is not in the set, or that may not sign grants now.
func (g *Grant) TrustIn(set *approval.Signers, from Trust) error {
	signer := set.Find(g.Key)
	switch {
	case signer == nil:
		return &Refused{Why: domain.RefusedSignerUnknown}
	case !signer.MayUse(approval.GrantNamespace, g.at):
		return &Refused{Why: domain.RefusedSignerNotValid}
	}
	g.Trust, g.Approver = from, signer.Actor()
	return nil
}

// TrustAsRecorded trusts a grant that was read from a log, which judged the grant when it was
// made. The approver is the first signer recorded there with the key, and is empty when there is
// none.
func (g *Grant) TrustAsRecorded(history *approval.SignersHistory) {
	g.Trust = TrustLog
	for _, change := range history.Changes() {
		if s := change.Signers.Find(g.Key); s != nil && change.Refused == "" {
			g.Approver = s.Actor()
			return
		}
	}
}

// HoldTo takes the standing of the grant's request from the log, nil when the log has no such
// request: an envelope alone does not know what was used, or what was taken back.
//
// Errors: [*Refused] for a grant that the log does not have, or that does not count there.
func (g *Grant) HoldTo(request *approval.Approval, signers *approval.Signers) error {
	why := domain.RefusedNoApproval
	if request == nil {
		return &Refused{Why: why}
	}
	for i := range request.Grants {
		switch held := &request.Grants[i]; {
		case held.StatementDigest != g.digest:
		case held.Void == "":
			s := request.Standing(g.at, signers)
			g.Standing = &s
			return nil
		default:
			why = held.Void
		}
	}
	return &Refused{Why: why}
}
