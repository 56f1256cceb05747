package approve

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// Request requests an approval of one exact action and returns it; patch is the text of the
// action's PatchDigest. The action digest is computed here.
//
// Errors: kind policy for an action that contains a secret, in which case nothing is recorded;
// kind usage for an empty action or a number of uses below 1, and for a rule that permits
// nothing; those of the log.
func (a *Approvals) Request(ctx context.Context, p domain.ApprovalRequested, patch string) (*approval.Approval, error) {
	return a.requestIn(ctx, domain.StreamID{Family: domain.FamilyApproval, ULID: a.Operator.NewID()}, p, patch)
}

// requestIn requests in a stream; a request that another process made there in the meantime is
// returned as it is.
func (a *Approvals) requestIn(ctx context.Context, stream domain.StreamID, p domain.ApprovalRequested, patch string) (*approval.Approval, error) {
	if err := checkRequest(&p); err != nil {
		return nil, err
	}
	var err error
	if p.ActionDigest, err = approval.DigestAction(&p.Action, patch); err != nil {
		return nil, err
	}
	secret, err := holdsSecret(a.Operator.Scrub, &p, strings.Join(p.Action.Argv, " "), patch)
	if err != nil {
		return nil, err
	}
	if secret {
		return nil, secretInAction()
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, err
	}
	if b, _ := rules.Bounds(p.Policy, p.Rule); b.Never {
		return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "request approval", Target: p.Rule,
			Message: "the rule lets nothing through", Hint: "ask the owner of the policy for another rule"}
	}
	if err := bindRequest(&p, rules); err != nil {
		return nil, err
	}
	_, err = a.Operator.Decide(ctx, stream, domain.Subject{}, func(asked []domain.Event) (domain.Payload, []domain.EventID, error) {
		if len(asked) > 0 {
			return nil, nil, errAsked
		}
		return &p, record.SortedIDs(p.ContextEvents), nil
	})
	if err != nil && !errors.Is(err, errAsked) {
		return nil, err
	}
	return a.Fold(ctx, stream, rules)
}

// errAsked means that the stream has its request.
var errAsked = errors.New("asked already")

func checkRequest(p *domain.ApprovalRequested) error {
	act := &p.Action
	switch {
	case len(act.Argv) == 0 && act.PatchDigest.IsZero() && act.Head == "":
		return domain.Usage("request approval", "", "name the action: a command after --, a patch, or a push by its head")
	case p.Uses < 1:
		return domain.Usage("request approval", "uses", "ask for one use at least")
	}
	return nil
}

// secretInAction is the refusal of a request that is in no log.
func secretInAction() error {
	says := refusals()[domain.RefusedSecretInTheAction]
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "request approval", Message: says.message,
		Detail: map[string]any{"refusal": domain.RefusedSecretInTheAction}, Hint: says.hint, Next: domain.Step{Code: says.next}}
}

// Deny denies a request for good. It needs no signature.
//
// Errors: those of the log.
func (a *Approvals) Deny(ctx context.Context, stream domain.StreamID, by domain.Actor, reason string) (record.Decided, error) {
	return a.decide(ctx, "deny approval", stream, func(m *decisionContext) (verdict, error) {
		return verdict{payload: &domain.ApprovalDenied{By: by, Reason: reason}, causes: []domain.EventID{m.Request.Event}}, nil
	})
}

// Revoke revokes a grant, or all grants of the request when grant is zero. It needs no signature.
//
// Errors: kind not_found for a grant that the request does not have; those of the log.
func (a *Approvals) Revoke(ctx context.Context, stream domain.StreamID, grant domain.EventID, by domain.Actor, reason string) (record.Decided, error) {
	return a.decide(ctx, "revoke approval", stream, func(m *decisionContext) (verdict, error) {
		causes := []domain.EventID{}
		for i := range m.Grants {
			if grant.IsZero() || m.Grants[i].Event == grant {
				causes = append(causes, m.Grants[i].Event)
			}
		}
		if len(causes) == 0 {
			return verdict{}, noGrant(stream, grant)
		}
		return verdict{payload: &domain.ApprovalRevoked{Grant: grant, By: by, Reason: reason}, causes: record.SortedIDs(causes)}, nil
	})
}

func noGrant(stream domain.StreamID, grant domain.EventID) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "find grant", Target: stream.String(), Message: "it has no grant",
		Next: domain.Step{Code: nextstep.DenyApproval}}
	if !grant.IsZero() {
		e.Message, e.Next.Code = "it has no grant "+grant.String(), nextstep.ListGrants
	}
	return eventlog.Fail(eventlog.ErrNotFound, e)
}

// Delegate transfers the right to use the grant, from an actor who may use it to one whom its
// signed statement names.
//
// Errors: kind policy when it would not count, and nothing is recorded; those of the log.
func (a *Approvals) Delegate(ctx context.Context, stream domain.StreamID, from, to domain.Actor, reason string) (record.Decided, error) {
	return a.decide(ctx, "delegate approval", stream, func(m *decisionContext) (verdict, error) {
		p := &domain.ApprovalDelegated{From: from, To: to, Reason: reason}
		if g := m.Standing(m.next.ObservedAt.Time(), m.rules.Signers.Now()).Grant; g != nil {
			p.Grant = g.Event
		}
		if why := m.JudgeDelegation(p); why != "" {
			return verdict{}, Refusal("delegate approval", stream, why)
		}
		return verdict{payload: p, causes: []domain.EventID{p.Grant}}, nil
	})
}
