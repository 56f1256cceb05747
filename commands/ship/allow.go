package shipping

import (
	"context"
	"errors"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// call is the ship as an action that policies evaluate.
func (p *Plan) call(v policy.Verdict) approve.Call {
	return approve.Call{Actor: p.Actor, Action: p.Action(), Verdict: v, Class: domain.ActionShip, Scope: p.Scope()}
}

// Due is what a ship waits for.
type Due struct {
	Needed   bool             // an approval, by the policy
	Least    domain.Assurance // of it
	Never    bool             // no approval permits it
	Approval domain.StreamID  // the request for this ship, zero for none
	Status   approval.Status  // "" without a request
}

// Due returns what the ship waits for, and changes nothing.
//
// Errors: those of the log.
func (s *Ships) Due(ctx context.Context, p *Plan, v policy.Verdict) (d Due, err error) {
	c := p.call(v)
	if v.Decision != policy.Deny && v.Decision != policy.Ask {
		return d, nil
	}
	least, ok := c.Liftable()
	if !ok {
		return Due{Never: true}, nil
	}
	digest, err := approval.DigestAction(&c.Action, "")
	if err != nil {
		return d, err
	}
	asked, err := s.approvals.Asked(ctx, &c, digest)
	d = Due{Needed: true, Least: least, Status: asked.Status}
	if asked.Status != "" {
		d.Approval = asked.Stream
	}
	return d, err
}

// Ask requests the approval that the ship waits for, unless it is requested already; zero when none
// is needed.
//
// Errors: kind policy when no approval permits it; those of the log.
func (s *Ships) Ask(ctx context.Context, p *Plan, v policy.Verdict) (domain.StreamID, error) {
	s, err := s.of(ctx, p)
	if err != nil {
		return domain.StreamID{}, err
	}
	due, err := s.Due(ctx, p, v)
	if err != nil || !due.Needed || due.Status != "" {
		return due.Approval, err
	}
	c, r := p.call(v), approve.Ruling{}
	digest, err := approval.DigestAction(&c.Action, "")
	if err != nil {
		return domain.StreamID{}, err
	}
	asked, err := s.approvals.Asked(ctx, &c, digest)
	if err != nil {
		return domain.StreamID{}, err
	}
	r.Approval = asked.Stream
	if err := s.approvals.AskFor(ctx, &c, due.Least, &r); err != nil {
		return domain.StreamID{}, err
	}
	if r.Approval.IsZero() {
		return domain.StreamID{}, approve.Refusal("request approval", asked.Stream, r.Refusal)
	}
	return r.Approval, nil
}

// Allow permits the push, or returns why not. Where an approval is due, a use of it is spent on
// exactly this ship, and returned; a use that an interrupted run spent on it, and that has no
// result yet, is used again. named is an approval that the person names, zero for the one that was
// requested.
//
// Errors: kind policy with Detail["refusal"]: nothing may be pushed then; those of the log.
func (s *Ships) Allow(ctx context.Context, p *Plan, v policy.Verdict, named domain.StreamID) (use domain.EventID, err error) {
	if s, err = s.of(ctx, p); err != nil {
		return use, err
	}
	c := p.call(v)
	if !named.IsZero() {
		return s.spendNamed(ctx, &c, named)
	}
	if use, err = s.approvals.OpenUse(ctx, c); err != nil || !use.IsZero() {
		return use, err
	}
	if err := s.outgrown(ctx, p, &c); err != nil {
		return use, err
	}
	ruling, err := s.approvals.Rule(ctx, c)
	if err != nil {
		return use, err
	}
	if err := s.ruled(ctx, p, &ruling); err != nil {
		return use, err
	}
	if ruling.Decision == policy.Deny {
		return use, held(&c, &ruling)
	}
	return ruling.Use, nil
}

// spendNamed spends a use of the approval that the person names, or returns the one that an
// interrupted run spent.
func (s *Ships) spendNamed(ctx context.Context, c *approve.Call, named domain.StreamID) (domain.EventID, error) {
	one, _, err := s.approvals.Load(ctx, named)
	if err != nil {
		return domain.EventID{}, err
	}
	digest, err := approval.DigestAction(&c.Action, "")
	if err != nil {
		return domain.EventID{}, err
	}
	for i := range one.Uses {
		if u := &one.Uses[i]; u.Void == "" && u.Result.IsZero() && one.Request.ActionDigest == digest && u.Executor == c.Actor {
			return u.Event, nil
		}
	}
	used, err := s.approvals.Consume(ctx, named, approve.Claim{Action: c.Action, Executor: c.Actor, Scope: c.Scope})
	return used.Event, err
}

// outgrown refuses where the approval for this ref is for another ship than this one: its base
// moved, or its commits are others. The attempt is recorded with the approval.
func (s *Ships) outgrown(ctx context.Context, p *Plan, c *approve.Call) error {
	due, err := s.Due(ctx, p, c.Verdict)
	if err != nil || !due.Needed || due.Status != "" {
		return err // for this ship there is a request, or none is needed
	}
	before, err := s.Meant(ctx, p.Repo, p.Ref)
	if err != nil {
		return err
	}
	for _, r := range before {
		old := r.Plan()
		if old.Move() == p.Move() || old.Branch != p.Branch || old.Actor != p.Actor {
			continue
		}
		was, err := s.Due(ctx, old, c.Verdict)
		if err != nil {
			return err
		}
		if was.Status != approval.Granted && was.Status != approval.PartiallyConsumed {
			continue
		}
		if _, err = s.approvals.Consume(ctx, was.Approval, approve.Claim{Action: c.Action, Executor: c.Actor, Scope: c.Scope}); err != nil {
			return requestAgain(err, old)
		}
	}
	return nil
}

// requestAgain adds to a refusal what was approved.
func requestAgain(err error, old *Plan) error {
	var e *domain.Error
	if errors.As(err, &e) && approve.RefusalOf(err) == domain.RefusedScope {
		e.Message = "what was approved is another ship: " + ship.Range(old.Base, old.Head)
		e.Hint, e.Next = "", domain.Step{Code: nextstep.PrepareAgain}
	}
	return err
}

// Plan is what was prepared, as far as the stream holds it; the ship has to be prepared.
func (r *Recorded) Plan() *Plan {
	p := r.Prepared
	plan := &Plan{ShipTarget: p.ShipTarget, Branch: p.SourceBranch, Base: p.BaseCommit, Head: p.HeadCommit, Tree: p.Tree, Actor: p.Actor}
	if r.Locked != nil {
		plan.Commits, plan.Intent = r.Locked.Commits, r.Locked.Intent
	}
	if r.Merged != nil {
		plan.Method, plan.PR = r.Merged.MergeMethod, r.Merged.PRNumber
	}
	return plan
}

// ruled appends what the policies decided about the ship.
func (s *Ships) ruled(ctx context.Context, p *Plan, r *approve.Ruling) error {
	stream := approve.RulingsOf(domain.SessionID(p.Move().Stream().String()))
	var cause domain.EventID
	for _, fact := range r.Facts {
		draft, err := s.op.Draft(s.newID(), stream, p.subject(), fact, record.Caused(cause))
		if err != nil {
			return err
		}
		if _, err := s.op.Log.Append(ctx, stream, eventlog.Any, []domain.Draft{draft}); err != nil {
			return err
		}
		cause = draft.ID
	}
	return nil
}

// held is the error of a ship that a policy does not permit.
func held(c *approve.Call, r *approve.Ruling) error {
	if r.Refusal != "" && !r.Approval.IsZero() {
		err := approve.Refusal("push", r.Approval, r.Refusal)
		var e *domain.Error
		if errors.As(err, &e) && r.Refusal == domain.RefusedPending {
			e.Next = domain.Step{Code: nextstep.GrantThenPush, Approval: r.Approval}
		}
		return err
	}
	e := &domain.Error{Kind: domain.ErrPolicy, Operation: "push", Target: string(c.Scope.Ref), Message: "the policy lets nothing through here",
		Next: domain.Step{Code: nextstep.ShowPolicy}}
	if m := c.Verdict.Match; m != nil {
		e.Message = "rule " + m.Rule.ID + " of the " + m.Layer + " policy says no"
		if m.Rule.Reason != "" {
			e.Message += ": " + m.Rule.Reason
		}
		for _, at := range c.Verdict.Checkouts {
			e.Message += "; now " + at.Says
		}
		e.Detail = map[string]any{"rule": m.Rule.ID, "next": c.Verdict.Next()}
	}
	if len(c.Verdict.Unread) > 0 {
		u := c.Verdict.Unread[0]
		e.Message = "the " + u.Name + " policy " + u.Source + " cannot be read, so nothing is allowed"
		e.Next.Code = nextstep.LintPolicy
	}
	return e
}

// Results records the results of the uses that a push rested on.
//
// Errors: those of the log.
func (s *Ships) Results(ctx context.Context, p *Plan, uses []domain.EventID, pushed error) error {
	s, err := s.of(ctx, p)
	if err != nil {
		return err
	}
	result := domain.ToolResult{Name: "git push"}
	var says domain.Payload = &domain.ToolCompleted{ToolResult: result}
	if pushed != nil {
		says = &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrExit}
	}
	for _, use := range uses {
		if _, err := s.op.Log.Get(ctx, domain.ResultOf(use)); err == nil {
			continue
		} else if !errors.Is(err, eventlog.ErrNotFound) {
			return err
		}
		if _, err := s.approvals.Result(ctx, use, p.Actor, says); err != nil {
			return err
		}
	}
	return nil
}

// Standing are the uses whose push may have gone through: those that did not fail. unknown are
// those of them whose result is not recorded.
//
// Errors: those of the log.
func (s *Ships) Standing(ctx context.Context, uses []domain.EventID) (standing, unknown []domain.EventID, err error) {
	for _, use := range uses {
		e, err := s.op.Log.Get(ctx, domain.ResultOf(use))
		switch {
		case err == nil && e.Kind == (domain.ToolFailed{}).Kind():
		case err == nil:
			standing = append(standing, use)
		case errors.Is(err, eventlog.ErrNotFound):
			standing, unknown = append(standing, use), append(unknown, use)
		default:
			return nil, nil, err
		}
	}
	return standing, unknown, nil
}
