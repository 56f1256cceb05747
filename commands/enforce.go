package commands

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Call is what an agent is about to do, with what the policies say of it.
type Call struct {
	Actor   domain.Actor // agent:<session>
	Action  domain.Action
	Verdict policy.Verdict
	// CanAsk says that the agent itself can ask a person; else who has to ask needs an approval.
	CanAsk bool
	Cause  domain.EventID // the event that says what is asked for
}

// Ruling is what becomes of a call, and what there is to record of it.
type Ruling struct {
	Decision policy.Decision // None: the agent's own rules go on
	Approval domain.StreamID // the request that answers for it; zero for none
	Refusal  domain.ApprovalRefusal
	Use      domain.EventID // the consumption that lets it through; zero for none
	Facts    []domain.PolicyPayload
}

// A rule that asks, at an agent that cannot, is lifted by any approval.
func (c *Call) liftable() (least domain.Assurance, ok bool) {
	if c.asksInVain() {
		return domain.AssuranceSoftware, true
	}
	return c.Verdict.Approval()
}

func (c *Call) asksInVain() bool { return c.Verdict.Decision == policy.Ask && !c.CanAsk }

// Rule applies what the policies say. What they deny and an approval can let through is
// asked for, once for each action, and a grant for exactly this action is spent.
//
// Errors: those of the log; then nothing may be let through.
func (a *Approvals) Rule(ctx context.Context, c Call) (Ruling, error) {
	v := &c.Verdict
	r := Ruling{Decision: v.Decision}
	digest, err := c.Action.Digest("")
	if err != nil {
		return Ruling{}, err
	}
	switch {
	case v.Decision == policy.None:
		return r, nil
	case v.Decision == policy.Deny || c.asksInVain():
		r.Decision = policy.Deny
		if err := a.lift(ctx, &c, digest, &r); err != nil {
			return Ruling{}, err
		}
	}
	r.record(&c, digest)
	return r, nil
}

// record adds the facts of the ruling. An action that holds a secret is not even named
// by its digest, from which a short one could be guessed.
func (r *Ruling) record(c *Call, digest domain.Digest) {
	if r.Refusal == domain.RefusedSecretInTheAction {
		digest = domain.Digest{}
	}
	rule, text := unreadRule, domain.Digest{}
	if m := c.Verdict.Match; m != nil {
		rule, text = m.Rule.ID, m.Policy
		r.Facts = append(r.Facts, &domain.PolicyEvaluated{Policy: text, Rule: rule, Decision: r.decided(c), Class: domain.ActionTool,
			ActionDigest: digest, Actor: c.Actor, Approval: r.Approval, Evidence: after(r.Use)})
	}
	if r.Decision == policy.Deny {
		r.Facts = append(r.Facts, &domain.PolicyActionBlocked{Policy: text, Rule: rule, Class: domain.ActionTool, ActionDigest: digest,
			Actor: c.Actor, Refusal: r.Refusal, Approval: r.Approval, Next: r.next()})
	}
}

// unreadRule is the rule of claw itself that denies what a policy would have to allow
// that cannot be read.
const unreadRule = "policy_unreadable"

// decided is what the rule decided, an approval aside.
func (r *Ruling) decided(c *Call) domain.PolicyDecision {
	_, lifts := c.liftable()
	switch {
	case c.Verdict.Decision == policy.Allow:
		return domain.PolicyAllow
	case c.Verdict.Decision == policy.Ask && c.CanAsk:
		return domain.PolicyEscalate // to the person at the agent
	case lifts:
		return domain.PolicyApprovalRequired
	}
	return domain.PolicyBlock
}

func (r *Ruling) next() domain.NextPath {
	switch {
	case r.Refusal == domain.RefusedSecretInTheAction:
		return domain.NextUseEnvironment
	case r.Refusal == domain.RefusedPending:
		return domain.NextRequestApproval
	}
	return domain.NextAskOperator
}

// RulingsOf is the stream of what policies decided about a session's calls.
func RulingsOf(session domain.SessionID) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyPolicy, ULID: domain.Derive(time.Time{}, "rulings", string(session))}
}

// mostAsked bounds how often one session may ask for the same action.
const mostAsked = 100

// lift looks for an approval of the call: a grant is spent, a request that waits is
// named, and where there is neither one is asked for.
func (a *Approvals) lift(ctx context.Context, c *Call, digest domain.Digest, r *Ruling) error {
	least, ok := c.liftable()
	if !ok {
		return nil
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return err
	}
	for n := 1; n <= mostAsked; n++ {
		r.Approval = requestOf(c, digest, n)
		one, err := a.Fold(ctx, r.Approval, rules)
		if errors.Is(err, eventlog.ErrNotFound) {
			return a.askFor(ctx, c, least, r)
		}
		if err != nil {
			return err
		}
		switch one.Standing(a.op.now().Time(), rules.Signers.Now()).Status {
		case approval.Pending, approval.Void:
			r.Refusal = domain.RefusedPending
			return nil
		case approval.Denied:
			r.Refusal = domain.RefusedDenied
			return nil
		case approval.Granted, approval.PartiallyConsumed:
			return a.spend(ctx, c, r)
		case approval.Consumed, approval.Expired, approval.Revoked: // ask again
		}
	}
	r.Refusal = domain.RefusedNoApproval
	return nil
}

// requestOf is the n-th request of a session for an action that a rule holds back: a
// derived stream, found without an index.
func requestOf(c *Call, digest domain.Digest, n int) domain.StreamID {
	m := c.Verdict.Cited()
	return domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Time{}, "hook", string(c.Actor), digest.String(),
		m.Policy.String(), m.Rule.ID, strconv.Itoa(n))}
}

func (a *Approvals) askFor(ctx context.Context, c *Call, least domain.Assurance, r *Ruling) error {
	m := c.Verdict.Cited()
	_, err := a.requestIn(ctx, r.Approval, domain.ApprovalRequested{Class: domain.ActionTool, Action: c.Action, Requester: c.Actor,
		Policy: m.Policy, Rule: m.Rule.ID, Assurance: least, Uses: 1, ContextEvents: after(c.Cause)}, "")
	r.Refusal = domain.RefusedPending
	if refused := refusalOf(err); refused != "" {
		r.Approval, r.Refusal = domain.StreamID{}, refused
		return nil
	}
	return err
}

// spend spends a use. What does not count leaves the call held back.
func (a *Approvals) spend(ctx context.Context, c *Call, r *Ruling) error {
	used, err := a.Consume(ctx, r.Approval, Claim{Action: c.Action, Executor: c.Actor})
	if r.Refusal = refusalOf(err); r.Refusal != "" {
		return nil
	}
	if err != nil {
		return err
	}
	r.Decision, r.Use = policy.Allow, used.Event
	return nil
}

// refusalOf is why err refuses, "" for another error or none.
func refusalOf(err error) domain.ApprovalRefusal {
	var e *domain.Error
	if !errors.As(err, &e) {
		return ""
	}
	why, _ := e.Detail["refusal"].(domain.ApprovalRefusal)
	return why
}

// OpenUse finds the consumption that let a call through and whose result is not known;
// zero for none.
//
// Errors: those of the log.
func (a *Approvals) OpenUse(ctx context.Context, c Call) (domain.EventID, error) {
	if _, ok := c.liftable(); !ok {
		return domain.EventID{}, nil
	}
	digest, err := c.Action.Digest("")
	if err != nil {
		return domain.EventID{}, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return domain.EventID{}, err
	}
	for n := 1; n <= mostAsked; n++ {
		one, err := a.Fold(ctx, requestOf(&c, digest, n), rules)
		if errors.Is(err, eventlog.ErrNotFound) {
			break
		}
		if err != nil {
			return domain.EventID{}, err
		}
		for i := range one.Uses {
			if u := &one.Uses[i]; u.Void == "" && u.Result.IsZero() {
				return u.Event, nil
			}
		}
	}
	return domain.EventID{}, nil
}
