package approve

import (
	"context"
	"errors"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/policy"
)

// Call is what an agent is about to do, with what the policies say of it.
type Call struct {
	Actor   domain.Actor // agent:<session>
	Action  domain.Action
	Verdict policy.Verdict
	Class   domain.ActionClass   // "" for a tool
	Scope   domain.ApprovalScope // where the action is done
	// CanAsk says that the agent itself can ask a person; else who has to ask needs an approval.
	CanAsk bool
	Cause  domain.EventID // the event that says what is asked for
	// Known is what the verdict rests on, where it was read from the log; nil: what an
	// approval is judged by is read.
	Known *Known
	// Files looks at the files of the action now; see [Claim].
	Files func() []domain.ActionFile
	// Evidence are events that say what the rule asked about, as how the checkout stands.
	Evidence []domain.EventID
}

// Ruling is what becomes of a call, and what there is to record of it.
type Ruling struct {
	Decision policy.Decision // None: the agent's own rules go on
	Approval domain.StreamID // the request that answers for it; zero for none
	Refusal  domain.ApprovalRefusal
	Use      domain.EventID // the consumption that lets it through; zero for none
	Facts    []domain.PolicyPayload
	// Changed says for people which files are not as they were when the approval was asked for.
	Changed []string
}

func (c *Call) class() domain.ActionClass {
	if c.Class == "" {
		return domain.ActionTool
	}
	return c.Class
}

// Liftable returns the least assurance of an approval that lifts the rule; false where none
// does. A rule that asks, at an agent that cannot, is lifted by any approval.
func (c *Call) Liftable() (least domain.Assurance, ok bool) {
	if c.asksInVain() {
		return c.Verdict.InPlaceOfAsking()
	}
	return c.Verdict.Approval()
}

func (c *Call) asksInVain() bool { return c.Verdict.Decision == policy.Ask && !c.CanAsk }

// longestMS is how long a grant may hold by all rules that deny, 0 where none says: a
// fraction of a millisecond is none.
func (c *Call) longestMS() int64 {
	if c.Verdict.Longest == 0 {
		return 0
	}
	return max(c.Verdict.Longest.Milliseconds(), 1)
}

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
	case v.Silent():
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
		r.Facts = append(r.Facts, &domain.PolicyEvaluated{Policy: text, Rule: rule, Decision: r.decided(c), Class: c.class(),
			ActionDigest: digest, Actor: c.Actor, Approval: r.Approval, Evidence: append(record.Caused(r.Use), c.Evidence...), Uncertain: m.Uncertain})
	}
	for _, m := range c.Verdict.Passed {
		r.Facts = append(r.Facts, &domain.PolicyEvaluated{Policy: m.Policy, Rule: m.Rule.ID, Decision: domain.PolicyNotify, Class: c.class(),
			ActionDigest: digest, Actor: c.Actor, Uncertain: m.Uncertain})
	}
	if r.Decision == policy.Deny {
		r.Facts = append(r.Facts, &domain.PolicyActionBlocked{Policy: text, Rule: rule, Class: c.class(), ActionDigest: digest,
			Actor: c.Actor, Refusal: r.Refusal, Approval: r.Approval, Next: r.next(c)})
	}
}

// unreadRule is the rule of claw itself that denies what a policy would have to allow
// that cannot be read.
const unreadRule = "policy_unreadable"

// decided is what the rule decided, an approval aside.
func (r *Ruling) decided(c *Call) domain.PolicyDecision {
	_, lifts := c.Liftable()
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

func (r *Ruling) next(c *Call) domain.NextPath {
	switch {
	case len(c.Verdict.Checkouts) > 0:
		return domain.NextFreshen
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

// lift looks for an approval of the call: a grant is spent, a request that waits is
// named, and where there is neither one is asked for.
func (a *Approvals) lift(ctx context.Context, c *Call, digest domain.Digest, r *Ruling) error {
	least, ok := c.Liftable()
	if !ok {
		return nil
	}
	asked, err := a.Asked(ctx, c, digest)
	if err != nil {
		return err
	}
	r.Approval = asked.Stream
	switch asked.Status {
	case "":
		return a.askAnew(ctx, c, least, r, asked.outdated)
	case approval.Pending, approval.Void:
		r.Refusal = domain.RefusedPending
	case approval.Denied:
		r.Refusal = domain.RefusedDenied
	case approval.Granted, approval.PartiallyConsumed:
		return a.spend(ctx, c, r)
	case approval.Consumed, approval.Expired, approval.Revoked:
		r.Refusal = domain.RefusedNoApproval // asked for too often
	}
	return nil
}

func (a *Approvals) AskFor(ctx context.Context, c *Call, least domain.Assurance, r *Ruling) error {
	m := c.Verdict.Cited()
	_, err := a.requestIn(ctx, r.Approval, domain.ApprovalRequested{Class: c.class(), Action: c.Action, Requester: c.Actor,
		Policy: m.Policy, Rule: m.Rule.ID, Assurance: least,
		LongestMS: c.longestMS(), Scope: c.Scope, Uses: 1, ContextEvents: record.Caused(c.Cause), Bind: c.Verdict.Bind, Files: c.files()}, "")
	r.Refusal = domain.RefusedPending
	if refused := RefusalOf(err); refused != "" {
		r.Approval, r.Refusal = domain.StreamID{}, refused
		return nil
	}
	return err
}

// spend spends a use. What does not count leaves the call held back.
func (a *Approvals) spend(ctx context.Context, c *Call, r *Ruling) error {
	used, err := a.Consume(ctx, r.Approval, Claim{Action: c.Action, Executor: c.Actor, Scope: c.Scope, Files: c.Files, Bound: c.Verdict.Bind != ""})
	r.Changed = said(used.Changed)
	if r.Refusal = RefusalOf(err); r.Refusal != "" {
		r.Changed = changesOf(err)
		return nil
	}
	if err != nil {
		return err
	}
	r.Decision, r.Use = policy.Allow, used.Event
	return nil
}

// RefusalOf is why err refuses, "" for another error or none.
func RefusalOf(err error) domain.ApprovalRefusal {
	var e *domain.Error
	if !errors.As(err, &e) {
		return ""
	}
	why, _ := e.Detail["refusal"].(domain.ApprovalRefusal)
	return why
}
