package approve

import (
	"context"
	"errors"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Approvals requests approvals, decides about them and uses them. [approval.Approval] alone decides
// whether a grant or a use counts: before an append for the next event, and after it for the event
// as it was appended.
type Approvals struct {
	Operator *record.Operator
	verifier approval.Verifier
}

// NewApprovals makes the approvals of the operator's log.
func NewApprovals(op *record.Operator, v approval.Verifier) *Approvals { return &Approvals{op, v} }

func boundsOf(p *policy.Policy, rule string) (approval.Bounds, bool) {
	if p == nil {
		return approval.Bounds{}, false
	}
	r := ruleOf(p, rule)
	if r == nil {
		return approval.Bounds{}, false
	}
	b := approval.Bounds{Longest: r.Longest, Bind: r.Bind}
	switch r.Exception {
	case policy.ByPresence:
		b.Least = domain.AssurancePresence
	case policy.BySoftware:
		b.Least = domain.AssuranceSoftware
	case policy.Never:
		b.Never = r.Decision == policy.Deny
	}
	return b, true
}

func ruleOf(p *policy.Policy, id string) *policy.Rule {
	for i := range p.Rules {
		if p.Rules[i].ID == id {
			return &p.Rules[i]
		}
	}
	return nil
}

// Load folds one request with the present rules.
//
// Errors: kind not_found when there is no such request; those of the log.
func (a *Approvals) Load(ctx context.Context, stream domain.StreamID) (*approval.Approval, *approval.Rules, error) {
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, nil, err
	}
	one, err := a.Fold(ctx, stream, rules)
	return one, rules, err
}

// Fold folds one request by rules that were read before: for lists.
//
// Errors: as [Approvals.Load].
func (a *Approvals) Fold(ctx context.Context, stream domain.StreamID, rules *approval.Rules) (*approval.Approval, error) {
	events, _, err := a.Operator.Load(ctx, stream)
	if err != nil {
		return nil, err
	}
	one := fold(stream, events, rules)
	if one.Request == nil {
		return nil, noRequest(stream)
	}
	return one, results(ctx, a.Operator.Log, one)
}

func fold(stream domain.StreamID, events []domain.Event, rules *approval.Rules) *approval.Approval {
	one := &approval.Approval{Stream: stream}
	for i := range events {
		e := &events[i]
		info, known := domain.LookupKind(e.Kind)
		if !known {
			continue
		}
		payload, ok := info.New().(domain.ApprovalPayload)
		if ok && eventlog.Decode(e.Data, payload) == nil {
			one.Apply(e, payload, rules)
		}
	}
	return one
}

// results looks for how the uses came out.
func results(ctx context.Context, log eventlog.Log, one *approval.Approval) error {
	for i := range one.Uses {
		use := one.Uses[i].Event
		e, err := log.Get(ctx, domain.ResultOf(use))
		if errors.Is(err, eventlog.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if slices.Contains(e.Causes, use) {
			one.Resulted(use, e.ID)
		}
	}
	return nil
}

func noRequest(stream domain.StreamID) error {
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "read approval", Target: stream.String(),
		Message: "nobody asked for this", Detail: map[string]any{"refusal": domain.RefusedNoApproval}, Next: domain.Step{Code: nextstep.ListApprovals}})
}
