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

// Call is what an agent is about to do, with the verdict of the policies.
type Call struct {
	Actor   domain.Actor // agent:<session>
	Action  domain.Action
	Verdict policy.Verdict
	Class   domain.ActionClass   // "" for a tool
	Scope   domain.ApprovalScope // where the action is done
	// CanAsk means that the agent itself can ask a person; otherwise a rule that asks needs an
	// approval.
	CanAsk bool
	Cause  domain.EventID // the event of the call's request
	// Known is what the verdict rests on, where it was read from the log; nil: it is read for the
	// approval.
	Known *Known
	// Files hashes the files of the action now; see [Claim].
	Files func() []domain.ActionFile
	// Evidence are the events of what the rule asked about, such as the state of a checkout.
	Evidence []domain.EventID
}

// Ruling is the decision about a call, and the facts to record of it.
type Ruling struct {
	Decision policy.Decision // None: the agent's own rules decide
	Approval domain.StreamID // the request for the call; zero for none
	Refusal  domain.ApprovalRefusal
	Use      domain.EventID // the consumption that permits it; zero for none
	Facts    []domain.PolicyPayload
	// Changed names, for people, the files that changed since the request.
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

// longestMS is the shortest of the longest durations of a grant in all rules that deny, 0 where no
// rule bounds it: a fraction of a millisecond bounds nothing.
func (c *Call) longestMS() int64 {
	if c.Verdict.Longest == 0 {
		return 0
	}
	return max(c.Verdict.Longest.Milliseconds(), 1)
}

// Rule applies the verdict of the policies. For a denied action that an approval can permit, a
// grant for exactly this action is spent, or the approval is requested, once for each action.
//
// Errors: those of the log; then the call must not be permitted.
func (a *Approvals) Rule(ctx context.Context, c Call) (Ruling, error) {
	v := &c.Verdict
	r := Ruling{Decision: v.Decision}
	digest, err := approval.DigestAction(&c.Action, "")
	if err != nil {
		return Ruling{}, err
	}
	switch {
	case v.Silent():
		return r, nil
	case v.Decision == policy.Deny || c.asksInVain():
		r.Decision = policy.Deny
		if err := (&lifting{a, &c, &r}).lift(ctx, digest); err != nil {
			return Ruling{}, err
		}
	}
	r.record(&c, digest)
	return r, nil
}

// record adds the facts of the ruling. For an action that holds a secret not even its digest is
// recorded, because a short secret could be guessed from it.
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

// unreadRule is the rule of claw itself that denies what a policy that cannot be read might allow.
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

// RulingsOf is the stream of the rulings on a session's calls.
func RulingsOf(session domain.SessionID) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyPolicy, ULID: domain.Derive(time.Time{}, "rulings", string(session))}
}

// lifting looks for an approval that lets a call through which the policies hold back, and records
// in the ruling what it found.
type lifting struct {
	approvals *Approvals
	call      *Call
	ruling    *Ruling
}

// lift spends a grant, or names a request that waits; where there is neither it asks for one.
func (l *lifting) lift(ctx context.Context, digest domain.Digest) error {
	least, ok := l.call.Liftable()
	if !ok {
		return nil
	}
	asked, err := l.approvals.Asked(ctx, l.call, digest)
	if err != nil {
		return err
	}
	r := l.ruling
	r.Approval = asked.Stream
	switch asked.Status {
	case "":
		return l.askAnew(ctx, least, asked.outdated)
	case approval.Pending, approval.Void:
		r.Refusal = domain.RefusedPending
	case approval.Denied:
		r.Refusal = domain.RefusedDenied
	case approval.Granted, approval.PartiallyConsumed:
		return l.spend(ctx)
	case approval.Consumed, approval.Expired, approval.Revoked:
		r.Refusal = domain.RefusedNoApproval // requested too often
	}
	return nil
}

// AskFor asks for an approval of a call, in the stream that the ruling names.
//
// Errors: those of the log; a refusal is in the ruling.
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
func (l *lifting) spend(ctx context.Context) error {
	c, r := l.call, l.ruling
	used, err := l.approvals.Consume(ctx, r.Approval, Claim{Action: c.Action, Executor: c.Actor, Scope: c.Scope, Files: c.Files, Bound: c.Verdict.Bind != ""})
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

// RefusalOf is the refusal in err, "" for another error or none.
func RefusalOf(err error) domain.ApprovalRefusal {
	var e *domain.Error
	if !errors.As(err, &e) {
		return ""
	}
	why, _ := e.Detail["refusal"].(domain.ApprovalRefusal)
	return why
}
