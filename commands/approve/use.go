package approve

import (
	"context"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// Claim is a requested use: exactly this action, by this executor, in this scope.
type Claim struct {
	Action   domain.Action
	Patch    string // the text that the action's PatchDigest is of
	Executor domain.Actor
	Scope    domain.ApprovalScope
	// Files hashes the files of the action now; nil: they are not hashed, and a grant that is bound
	// to their content is not spent.
	Files func() []domain.ActionFile
	// Bound means that the present policies bind the use to the content of the files.
	Bound bool
}

// Consumption is a use that was spent.
type Consumption struct {
	Event domain.EventID
	Grant domain.EventID
	Use   int // which one of the grant's, from 1
	Left  int
	Chain []domain.Actor // requester, relays, executor
	// Compared means that the files of the request were hashed again, and Changed are those that
	// differ.
	Compared bool
	Changed  []domain.FileChange
}

// Consume spends one use of a grant of the request. The action may be performed only when it
// returns nil; its result is then recorded with [Approvals.Result].
//
// Errors: kind policy with Detail["refusal"] when the use does not count, which is appended as
// well; those of the log. After an error the use may be spent nevertheless.
func (a *Approvals) Consume(ctx context.Context, stream domain.StreamID, c Claim) (Consumption, error) {
	const operation = "consume approval"
	digest, err := approval.DigestAction(&c.Action, c.Patch)
	if err != nil {
		return Consumption{}, err
	}
	secret, err := holdsSecret(a.Operator.Scrub, &domain.ApprovalRequested{Action: c.Action}, strings.Join(c.Action.Argv, " "), c.Patch)
	if err != nil {
		return Consumption{}, err
	}
	decided, err := a.decide(ctx, operation, stream, func(m *decisionContext) (verdict, error) {
		if secret { // not even its digest: a short secret could be guessed from it
			return verdict{&domain.ApprovalUseRefused{Reason: domain.RefusedSecretInTheAction, Executor: c.Executor},
				[]domain.EventID{m.Request.Event}, domain.RefusedSecretInTheAction, nil}, nil
		}
		return m.use(digest, &c), nil
	})
	if err != nil {
		return Consumption{}, err
	}
	used := Consumption{Event: decided.Event}
	return used, a.counts(ctx, operation, stream, func(one *approval.Approval) (domain.ApprovalRefusal, bool) {
		i := slices.IndexFunc(one.Uses, func(u approval.Use) bool { return u.Event == decided.Event })
		if i < 0 {
			return "", false
		}
		u := &one.Uses[i]
		used.Grant, used.Use, used.Chain, used.Compared, used.Changed = u.Grant, u.Number, u.Chain, u.Compared, u.Changed
		for _, g := range one.Grants {
			if g.Event == u.Grant {
				used.Left = g.Statement.Uses - g.Spent
			}
		}
		return u.Void, true
	})
}

// use finds a grant that permits the claim; without one it records why the last grant does not.
func (m *decisionContext) use(digest domain.Digest, c *Claim) verdict {
	claim := approval.Claim{ActionDigest: digest, Executor: c.Executor, Scope: c.Scope, At: m.next.RecordedAt, Wall: m.next.ObservedAt.Time(),
		Position: m.next.Position, Bound: c.Bound}
	why := m.timed(m.JudgeUse(claim, m.rules))
	for i := range m.Grants {
		claim.Grant = m.Grants[i].Event
		if why = m.judgeWithFiles(&claim, c); why == "" {
			return verdict{payload: &domain.ApprovalConsumed{Grant: claim.Grant, ActionDigest: digest, Executor: c.Executor, Scope: c.Scope,
				Use: m.Grants[i].Spent + 1, Compared: claim.Compared, Changed: claim.Changed}, causes: []domain.EventID{claim.Grant}}
		}
	}
	refused := &domain.ApprovalUseRefused{Reason: why, Grant: claim.Grant, ActionDigest: digest, Executor: c.Executor, Scope: c.Scope, Changed: claim.Changed}
	causes := []domain.EventID{m.Request.Event}
	if !claim.Grant.IsZero() {
		causes = []domain.EventID{claim.Grant}
	}
	return verdict{refused, causes, why, claim.Changed}
}

// Result records the result of the action that a consumption permitted, in the stream of the
// session that performed it: an agent's own, else that of the operator. It is a fact: recording it
// again changes nothing.
//
// Errors: those of the log.
func (a *Approvals) Result(ctx context.Context, consumption domain.EventID, by domain.Actor, p domain.Payload) (domain.EventID, error) {
	session := domain.MakeSessionID("operator", strings.TrimPrefix(string(by), "human:"))
	if agent, ok := strings.CutPrefix(string(by), "agent:"); ok {
		session = domain.SessionID(agent)
	}
	subject := domain.Subject{Session: domain.Known(session), Item: domain.Known(domain.ItemID(consumption.String()))}
	draft, err := a.Operator.Draft(domain.ResultOf(consumption), session.Stream(), subject, p, []domain.EventID{consumption})
	if err != nil {
		return domain.EventID{}, err
	}
	_, err = a.Operator.Log.Append(ctx, draft.Stream, eventlog.Any, []domain.Draft{draft})
	return draft.ID, err
}
