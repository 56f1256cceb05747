package approval

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// JudgeGrant reads a grant and says whether it counts: Void is "" or why not. The
// statement decides; the other members of the event only repeat it, and must.
func (a *Approval) JudgeGrant(e *domain.Event, p *domain.ApprovalGranted, rules *Rules) Grant {
	g := Grant{Event: e.ID, Approver: p.Approver, Key: p.Key, Assurance: p.Assurance, RecordedAt: rules.Signers.Clock.Time(e), Position: e.Position,
		SignatureDigest: sha256.Sum256([]byte(p.Signature))}
	text, err := base64.StdEncoding.DecodeString(p.Statement)
	if err == nil {
		g.StatementDigest = sha256.Sum256(text)
	}
	switch {
	case a.Request == nil:
		g.Void = domain.RefusedNoApproval
		return g
	case err != nil:
		g.Void = domain.RefusedSignature
		return g
	}
	sig, err := rules.Verifier.Verify(p.Signature, PAE(StatementMediaType, text), GrantNamespace)
	if err != nil {
		g.Void = WhySignature(err)
		return g
	}
	statement, err := ParseGrantStatement(text)
	if err != nil {
		g.Void = domain.RefusedRequestMismatch
		return g
	}
	g.Statement, g.Key, g.Assurance = *statement, Fingerprint(sig.Key), assuranceOf(sig)
	g.lasts(e, &rules.Signers.Clock)
	signers := rules.Signers.At(e.Position)
	signer := signers.Find(g.Key)
	if signer == nil {
		g.Void = domain.RefusedSignerUnknown
		return g
	}
	g.Approver = signer.Actor()
	for _, why := range []domain.ApprovalRefusal{
		a.fits(&g, p, rules), mayGrant(signer, g.RecordedAt), a.enough(&g, signers, rules), a.bounded(&g, rules), a.stands(&g),
	} {
		if why != "" {
			g.Void = why
			return g
		}
	}
	return g
}

// lasts says when the grant of an event is over. The recorded_at of a log runs on
// at the pace of the wall clock, whatever is reset, so that what is over by it stays over. Where
// the log's time was ahead the grant holds as long by the wall clock as it was to hold by the log.
func (g *Grant) lasts(e *domain.Event, clock *Clock) {
	expires := g.Statement.ExpiresAt.Time()
	g.until = expires
	if e.ClockBehind && e.ObservedAt.Known() {
		g.until = earlier(expires, e.ObservedAt.Time().Add(expires.Sub(g.RecordedAt)))
	}
	g.ends = expires.Add(e.RecordedAt.Sub(g.RecordedAt))
	g.Until = earlier(g.until, g.ends.Add(-clock.Now()))
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// over reports whether the grant's time has passed by either clock.
func (g *Grant) over(recorded, wall time.Time) bool {
	return recorded.After(g.ends) || wall.After(g.until)
}

func assuranceOf(sig Signature) domain.Assurance {
	if sig.Presence {
		return domain.AssurancePresence
	}
	return domain.AssuranceSoftware
}

// fits holds the statement to the request, the log and what the event repeats.
func (a *Approval) fits(g *Grant, p *domain.ApprovalGranted, rules *Rules) domain.ApprovalRefusal {
	s := &g.Statement
	switch {
	case a.Request.bounds(rules).Never:
		return domain.RefusedPolicyMismatch
	case s.LogID != rules.LogID:
		return domain.RefusedLogMismatch
	case !a.Request.honest():
		return domain.RefusedRequestMismatch
	case s.Request != a.Stream || s.RequestDigest != a.Request.Digest || s.ActionDigest != a.Request.ActionDigest:
		return domain.RefusedRequestMismatch
	case s.Policy != a.Request.Policy:
		return domain.RefusedPolicyMismatch
	case p.RequestDigest != s.RequestDigest, p.Scope != s.Scope, p.ExpiresAt != s.ExpiresAt, p.Uses != s.Uses, p.Nonce != s.Nonce,
		p.Policy != s.Policy, !slices.Equal(p.Delegates, s.Delegates), p.Key != g.Key, p.Approver != g.Approver, p.Assurance != g.Assurance:
		return domain.RefusedRequestMismatch
	}
	return ""
}

// honest reports whether the action that the request shows is the one whose digest it names. A
// patch is not in the log: the approver compares it with the digest.
func (r *Request) honest() bool {
	if !r.Action.PatchDigest.IsZero() {
		return true
	}
	digest, err := DigestAction(&r.Action, "")
	return err == nil && digest == r.ActionDigest
}

func mayGrant(signer *Signer, at time.Time) domain.ApprovalRefusal {
	if !signer.MayUse(GrantNamespace, at) {
		return domain.RefusedSignerNotValid
	}
	return ""
}

// enough holds the grant to the assurance that is due.
func (a *Approval) enough(g *Grant, signers *Signers, rules *Rules) domain.ApprovalRefusal {
	if a.Request.Least(signers, rules) == domain.AssurancePresence && g.Assurance != domain.AssurancePresence {
		return domain.RefusedAssurance
	}
	return ""
}

// Least is the least assurance that a grant of the request needs: what the request or
// the policy's rule names, else presence for the classes that reach beyond the work
// itself, where a signer has a key that can prove it.
func (r *Request) Least(signers *Signers, rules *Rules) domain.Assurance {
	bounds := r.bounds(rules)
	switch {
	case r.Assurance == domain.AssurancePresence || bounds.Least == domain.AssurancePresence:
		return domain.AssurancePresence
	case bounds.Least != "":
		return bounds.Least
	}
	switch r.Class {
	case domain.ActionShip, domain.ActionRelease, domain.ActionSigners, domain.ActionPolicy:
		if signers.HasHardware() {
			return domain.AssurancePresence
		}
	case domain.ActionTool, domain.ActionPolicyException, domain.ActionErase:
	}
	return domain.AssuranceSoftware
}

func (r *Request) bounds(rules *Rules) Bounds {
	if b, ok := rules.Bounds(r.Policy, r.Rule); ok {
		return b
	}
	return Bounds{}
}

// Longest is how long a grant of the request may hold: what the policy's rule names,
// else [DefaultLongest], and no longer than the request itself says.
func (r *Request) Longest(rules *Rules) time.Duration {
	longest := cmp.Or(r.bounds(rules).Longest, DefaultLongest)
	if asked := time.Duration(r.LongestMS) * time.Millisecond; asked > 0 {
		longest = min(longest, asked)
	}
	return longest
}

// bounded holds the grant to the request's scope and uses and the policy's time.
func (a *Approval) bounded(g *Grant, rules *Rules) domain.ApprovalRefusal {
	s := &g.Statement
	switch {
	case !within(s.Scope, a.Request.Scope), s.Uses < 1, s.Uses > a.Request.Uses:
		return domain.RefusedScope
	case !s.ExpiresAt.Known(), s.ExpiresAt.Time().Sub(g.RecordedAt) > a.Request.Longest(rules):
		return domain.RefusedExpiryTooLong
	case !s.ExpiresAt.Time().After(g.RecordedAt):
		return domain.RefusedExpired
	}
	return ""
}

// stands checks the grant against what was recorded before it, and against the requester.
func (a *Approval) stands(g *Grant) domain.ApprovalRefusal {
	switch {
	case g.Approver == a.Request.Requester, g.Approver == a.Request.Scope.Executor, g.Approver == g.Statement.Scope.Executor:
		return domain.RefusedSelf
	case a.Denied != nil:
		return domain.RefusedDenied
	case g.Statement.Nonce == "" || a.nonces[g.Statement.Nonce]:
		return domain.RefusedNonceUsed
	}
	return ""
}
