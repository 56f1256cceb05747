package approval

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
)

// Apply folds the next event of the stream, in revision order. p is the event's
// payload. It is total: what does not count is kept as void.
func (a *Approval) Apply(e *domain.Event, p domain.ApprovalPayload, rules *Rules) {
	a.Stream, a.Revision = e.Stream, e.Revision
	at := rules.Signers.Clock.Time(e)
	switch p := p.(type) {
	case *domain.ApprovalRequested:
		a.request(e, at, p)
	case *domain.ApprovalGranted:
		g := a.JudgeGrant(e, p, rules)
		a.Grants = append(a.Grants, g)
		if g.Void == "" {
			a.use(g.Statement.Nonce)
		}
	case *domain.ApprovalDenied:
		if a.Denied == nil {
			a.Denied = &Word{Event: e.ID, By: p.By, Reason: p.Reason, RecordedAt: at}
		}
	case *domain.ApprovalRevoked:
		a.revoke(e, at, p)
	case *domain.ApprovalDelegated:
		a.Delegations = append(a.Delegations, Delegation{Event: e.ID, Grant: p.Grant, From: p.From, To: p.To, Void: a.JudgeDelegation(p)})
	case *domain.ApprovalConsumed:
		a.consume(e, at, p, rules)
	case *domain.ApprovalGrantRefused:
		a.Refusals = append(a.Refusals, Refusal{Event: e.ID, Kind: p.Kind(), Reason: p.Reason, By: p.Approver})
	case *domain.ApprovalUseRefused:
		a.Refusals = append(a.Refusals, Refusal{Event: e.ID, Kind: p.Kind(), Reason: p.Reason, By: p.Executor, Changed: p.Changed})
	case *domain.ApprovalExpired: // a notification: expiry is computed
	}
}

// request takes the first request; a second one in the stream asks for nothing.
func (a *Approval) request(e *domain.Event, at time.Time, p *domain.ApprovalRequested) {
	if a.Request != nil {
		a.Refusals = append(a.Refusals, Refusal{Event: e.ID, Kind: p.Kind(), Reason: domain.RefusedRequestMismatch, By: p.Requester})
		return
	}
	a.Request = &Request{ApprovalRequested: *p, Event: e.ID, Digest: seal.Core(e), ObservedAt: e.ObservedAt, RecordedAt: at}
}

func (a *Approval) use(nonce string) {
	if a.nonces == nil {
		a.nonces = map[string]bool{}
	}
	a.nonces[nonce] = true
}

func (a *Approval) revoke(e *domain.Event, at time.Time, p *domain.ApprovalRevoked) {
	a.Revoked = append(a.Revoked, Word{Event: e.ID, By: p.By, Grant: p.Grant, Reason: p.Reason, RecordedAt: at})
	for i := range a.Grants {
		if g := &a.Grants[i]; p.Grant.IsZero() || p.Grant == g.Event {
			g.Revoked = true
		}
	}
}

func (a *Approval) consume(e *domain.Event, at time.Time, p *domain.ApprovalConsumed, rules *Rules) {
	claim := Claim{Grant: p.Grant, ActionDigest: p.ActionDigest, Executor: p.Executor, Scope: p.Scope, At: e.RecordedAt, Wall: e.ObservedAt.Time(),
		Position: e.Position, Compared: p.Compared, Changed: p.Changed}
	u := Use{Event: e.ID, Grant: p.Grant, Executor: p.Executor, RecordedAt: at, Compared: p.Compared, Changed: p.Changed, Void: a.JudgeUse(claim, rules)}
	if u.Void == "" {
		g := a.grant(p.Grant)
		if p.Use != g.Spent+1 {
			u.Void = domain.RefusedRequestMismatch
		} else {
			g.Spent++
			u.Number, u.Chain = g.Spent, a.chain(p.Grant, p.Executor)
		}
	}
	a.Uses = append(a.Uses, u)
}
