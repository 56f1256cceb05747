package approvecmd

import (
	"bytes"
	"crypto/sha256"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
)

// VerifiedDocument is the answer of approval verify.
type VerifiedDocument struct {
	app.Head
	Approval  domain.StreamID      `json:"approval"`
	Verdict   string               `json:"verdict"` // valid, trust_unknown
	Signature string               `json:"signature"`
	Trust     string               `json:"trust"` // log_id, allowed_signers, unknown
	LogID     domain.Digest        `json:"log_id"`
	Key       string               `json:"key"`
	Approver  domain.Actor         `json:"approver,omitzero"` // where trust is known
	Assurance domain.Assurance     `json:"assurance"`
	Action    domain.Digest        `json:"action_digest"`
	Request   domain.Digest        `json:"request_digest"`
	Policy    domain.Digest        `json:"policy,omitzero"`
	Scope     domain.ApprovalScope `json:"scope,omitzero"`
	ExpiresAt domain.Instant       `json:"expires_at"`
	Expired   bool                 `json:"expired"`
	Uses      int                  `json:"uses"`
	Delegates []domain.Actor       `json:"delegates"`
	Status    approval.Status      `json:"status,omitzero"` // where the log is at hand
	Left      int                  `json:"left,omitzero"`
	approvaltext.Rested
	signed domain.Digest // of the statement's bytes
}

type trustFlags struct{ logID, signers string }

func approvalVerify(a *app.App) *cobra.Command {
	var f trustFlags
	cmd := a.Verb("verify APPROVAL|FILE", "look", "Verify a grant of this log, or an exported one", app.Exactly(1, "APPROVAL or FILE"), func(args []string) (app.Document, error) {
		return verify(a, args[0], &f)
	})
	cmd.Long = `Verify a grant: its signature, and that somebody you trust made it. Trust comes from outside: a file
of signers, or the id of a log, which has to be the id of this log and whose signers count. Without
either, the signature is verified and the exit code is 1. The exit code is also 1 where the log says
that the grant was revoked or has expired.`
	cmd.Flags().StringVar(&f.logID, "log-id", "", "trust the signers of the log with this id, 64 hex digits")
	cmd.Flags().StringVar(&f.signers, "allowed-signers", "", "trust the signers in this file (ssh-keygen(1), ALLOWED SIGNERS)")
	return cmd
}

func verify(a *app.App, what string, f *trustFlags) (app.Document, error) {
	envelope, standing, rests, err := evidence(a, what)
	if err != nil {
		return nil, err
	}
	d := &VerifiedDocument{Head: app.HeadOf("approval_verified"), Verdict: "trust_unknown", Signature: "valid", Trust: "unknown", Delegates: []domain.Actor{}}
	body, sig, err := envelope.Open(approval.GrantNamespace)
	if err != nil {
		return nil, refuseEnvelope(what, approval.WhySignature(err), err)
	}
	s, err := domain.ParseGrantStatement(body)
	if err != nil {
		return nil, refuseEnvelope(what, domain.RefusedRequestMismatch, err)
	}
	d.says(s, sig)
	d.signed = sha256.Sum256(body)
	d.Expired = a.Now().After(s.ExpiresAt.Time())
	if standing != nil {
		d.Status, d.Left, d.Rested = standing.Status, standing.Left, *rests
	}
	if err := trust(a, d, f); err != nil {
		return nil, err
	}
	switch {
	case d.Trust == "unknown":
		a.Code = 1
		a.Warn("trust_unknown", "the signature is valid, and nothing says whether to trust who made it: give --log-id or --allowed-signers")
		return d, nil
	case d.ended():
		a.Code = 1
		a.Warn("grant_ended", "the signature is valid, and the grant lets nothing through any more: it is "+string(d.Status))
	}
	d.Verdict = "valid"
	return d, nil
}

// ended reports whether the grant lets nothing through any more, by the log at hand, though uses are left.
func (d *VerifiedDocument) ended() bool {
	return d.Status == approval.Revoked || d.Status == approval.Expired
}

// evidence is the envelope in a file, or that of a request in this log and how it stands.
func evidence(a *app.App, what string) (*proof.Envelope, *approval.Standing, *approvaltext.Rested, error) {
	if text, err := os.ReadFile(app.Path(a, what)); err == nil {
		e := new(proof.Envelope)
		if err := json.Unmarshal(text, e); err != nil || e.PayloadType == "" {
			return nil, nil, nil, (&domain.Error{Kind: domain.ErrParse, Operation: "verify approval", Target: what,
				Message: "is no DSSE envelope", Hint: "claw approval export writes one"}).Because(err)
		}
		return e, nil, nil, nil
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToRead, what)
	if err != nil {
		return nil, nil, nil, err
	}
	return envelopeOf(a, in, stream)
}

// envelopeOf wraps the grant that a request's status speaks of, as it is in the log.
//
// Errors: kind policy for a grant that does not count, or none.
func envelopeOf(a *app.App, in *approve.Approvals, stream domain.StreamID) (*proof.Envelope, *approval.Standing, *approvaltext.Rested, error) {
	one, rules, err := in.Load(a.Ctx, stream)
	if err != nil {
		return nil, nil, nil, err
	}
	s := one.Standing(a.Now(), rules.Signers.Now())
	switch {
	case s.Grant == nil:
		return nil, nil, nil, approve.Refusal("read grant", stream, domain.RefusedPending)
	case s.Status == approval.Void: // by itself, or since its signer left
		return nil, nil, nil, approve.Refusal("read grant", stream, s.Reason)
	}
	stored, err := in.Signed(a.Ctx, s.Grant.Event)
	if err != nil {
		return nil, nil, nil, err
	}
	e, err := proof.Wrap(stored.Statement, stored.Signature)
	rests := approvaltext.RestsOn(one.Request)
	return e, &s, &rests, err
}

func (d *VerifiedDocument) says(s *domain.GrantStatement, sig approval.Signature) {
	d.Approval, d.LogID, d.Key, d.Action, d.Request = s.Request, s.LogID, approval.Fingerprint(sig.Key), s.ActionDigest, s.RequestDigest
	d.Policy, d.Scope, d.ExpiresAt, d.Uses = s.Policy, s.Scope, s.ExpiresAt, s.Uses
	d.Delegates = append(d.Delegates, s.Delegates...)
	d.Assurance = domain.AssuranceSoftware
	if sig.Presence {
		d.Assurance = domain.AssurancePresence
	}
}

// trust looks for who signed among those whom the person trusts.
func trust(a *app.App, d *VerifiedDocument, f *trustFlags) error {
	if f.logID != "" && !strings.EqualFold(f.logID, d.LogID.String()) {
		return refuseEnvelope(d.Approval.String(), domain.RefusedLogMismatch, nil)
	}
	if f.signers != "" {
		set, err := readSigners(a, f.signers)
		if err != nil {
			return err
		}
		return trustSigner(a, d, set, "allowed_signers")
	}
	if f.logID == "" {
		return nil
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	if err != nil {
		return err
	}
	if rules.LogID != d.LogID {
		return app.UsageError("verify approval", "--log-id "+f.logID, "is the id of another log than the one at hand", "name that log: --log PATH; or say who signs: --allowed-signers FILE")
	}
	if d.Status != "" { // judged by the log itself, at the time of the grant
		d.Trust = "log_id"
		d.Approver = approverOf(rules, d.Key)
		return nil
	}
	if err := trustSigner(a, d, rules.Signers.Now(), "log_id"); err != nil {
		return err
	}
	return asTheLogHasIt(a, d, in, rules)
}

// asTheLogHasIt says what the log made of an exported grant: an envelope alone does not
// know who asked, what was used, or what was taken back.
//
// Errors: kind policy for a grant that the log does not have, or that does not count.
func asTheLogHasIt(a *app.App, d *VerifiedDocument, in *approve.Approvals, rules *approval.Rules) error {
	one, err := in.Fold(a.Ctx, d.Approval, rules)
	if err != nil && app.Typed(err).Kind == domain.ErrNotFound {
		return refuseEnvelope(d.Approval.String(), domain.RefusedNoApproval, err)
	}
	if err != nil {
		return err
	}
	why := domain.RefusedNoApproval
	for i := range one.Grants {
		switch g := &one.Grants[i]; {
		case g.StatementDigest != d.signed:
		case g.Void == "":
			s := one.Standing(a.Now(), rules.Signers.Now())
			d.Status, d.Left, d.Rested = s.Status, s.Left, approvaltext.RestsOn(one.Request)
			return nil
		default:
			why = g.Void
		}
	}
	return refuseEnvelope(d.Approval.String(), why, nil)
}

func approverOf(rules *approval.Rules, key string) domain.Actor {
	for _, change := range rules.Signers.Changes() {
		if s := change.Signers.Find(key); s != nil && change.Refused == "" {
			return s.Actor()
		}
	}
	return ""
}

func trustSigner(a *app.App, d *VerifiedDocument, set *approval.Signers, from string) error {
	signer := set.Find(d.Key)
	switch {
	case signer == nil:
		return refuseEnvelope(d.Approval.String(), domain.RefusedSignerUnknown, nil)
	case !signer.MayUse(approval.GrantNamespace, a.Now()):
		return refuseEnvelope(d.Approval.String(), domain.RefusedSignerNotValid, nil)
	}
	d.Trust, d.Approver = from, signer.Actor()
	return nil
}

func readSigners(a *app.App, file string) (*approval.Signers, error) {
	text, err := os.ReadFile(app.Path(a, file))
	if err != nil {
		return nil, err
	}
	var lines []string
	for line := range bytes.Lines(text) {
		if l := strings.TrimSpace(string(line)); l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, approval.InUTC(l, a.Now().Location()))
		}
	}
	return (*approval.Signers)(nil).Change(&domain.SignersStatement{Added: lines})
}

// refuseEnvelope is the error of evidence that proves nothing.
func refuseEnvelope(what string, why domain.ApprovalRefusal, because error) error {
	err := app.Typed(approve.Refusal("verify approval", domain.StreamID{}, why))
	err.Target = what
	err.Detail = map[string]any{"refusal": why}
	if because != nil {
		return err.Because(because)
	}
	return err
}

func (d *VerifiedDocument) Text(p *term.Page) {
	switch {
	case d.Verdict == "valid" && d.ended():
		p.Styled(term.StyleYellow, "signature valid: "+string(d.Approver)+" granted this; it is "+string(d.Status))
	case d.Verdict == "valid":
		p.Styled(term.StyleGreen, "valid: "+string(d.Approver)+" granted this")
	default:
		p.Styled(term.StyleYellow, "signature valid, trust unknown")
	}
	p.Field("approval", term.StylePlain, "%s", d.Approval)
	p.Field("action", term.StylePlain, "%s", d.Action)
	p.Field("key", term.StylePlain, "%s, assurance %s", d.Key, d.Assurance)
	p.Field("log", term.StylePlain, "%s", d.LogID)
	p.Field("uses", term.StylePlain, "%d", d.Uses)
	p.Field(map[bool]string{false: "expires", true: "expired"}[d.Expired], term.StylePlain, "%s", term.Clock(d.ExpiresAt.Time()))
	if text := approvaltext.ScopeText(&d.Scope); text != "" {
		p.Field("scope", term.StylePlain, "%s", text)
	}
	if d.Status != "" {
		p.Field("status", approvaltext.ApprovalStyle(d.Status), "%s%s", d.Status, approvaltext.LeftText(d.Left))
	}
	d.Fields(p)
}
