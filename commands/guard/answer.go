package guarding

import (
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// Agent receives the decisions about its calls.
type Agent interface {
	// Answer writes the answer to the agent that sent p, in its own protocol and with the reason in
	// words.
	//
	// Errors: the answer did not reach the agent.
	Answer(p *hooks.Payload, a *Answer) error
}

// Answer is what was decided about a call.
type Answer struct {
	approve.Ruling
	// Verdict is the verdict of the policies; nil where they could not be evaluated.
	Verdict *policy.Verdict
	// Why is why the call is denied regardless of the verdict; "" for no such reason.
	Why Why
	// Trouble is the error behind a denial; nil for a ruling.
	Trouble error
}

// Why is a reason to deny a call that is not a rule.
type Why string

// The reasons.
const (
	Unjudged         Why = "unjudged"          // no policy can be evaluated for what the call does
	ApprovalsUnknown Why = "approvals_unknown" // no approval can be looked up
	Unread           Why = "unread"            // the call cannot be read
)

// Enum lists the values.
func (Why) Enum() []string {
	return []string{string(Unjudged), string(ApprovalsUnknown), string(Unread)}
}

// reply answers the agent after the facts of the call are durable.
func (h *hookRun) reply(p *hooks.Payload, r approve.Ruling, v *policy.Verdict) error {
	_ = h.settle() // the error is returned at the end of the run
	return h.Agent.Answer(p, &Answer{Ruling: r, Verdict: v})
}

// deny denies the call because of the answer's trouble, which it returns, after the facts of the
// call are durable.
func (h *hookRun) deny(p *hooks.Payload, a *Answer) error {
	_ = h.settle() // the error is returned at the end of the run
	a.Ruling = approve.Ruling{Decision: policy.Deny}
	if err := h.Agent.Answer(p, a); err != nil {
		return err
	}
	return a.Trouble
}
