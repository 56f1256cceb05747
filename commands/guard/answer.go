package guarding

import (
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// Agent hears what was decided about its calls.
type Agent interface {
	// Answer gives the agent that sent p an answer, in its own protocol and with the reason in
	// words.
	//
	// Errors: the answer did not reach the agent.
	Answer(p *hooks.Payload, a *Answer) error
}

// Answer is what was decided about a call.
type Answer struct {
	approve.Ruling
	// Verdict is what the policies say; nil where they could not be asked.
	Verdict *policy.Verdict
	// Why says what the call is denied for beside the verdict; "" for nothing.
	Why Why
	// Trouble is the error behind a denial; nil for a ruling.
	Trouble error
}

// Why is a reason to deny a call that no rule gives.
type Why string

// The reasons.
const (
	Unjudged         Why = "unjudged"          // no policy can judge what the call does
	ApprovalsUnknown Why = "approvals_unknown" // no approval can be looked up
	Unread           Why = "unread"            // the call cannot be read
)

// Enum lists the values.
func (Why) Enum() []string {
	return []string{string(Unjudged), string(ApprovalsUnknown), string(Unread)}
}

// reply answers the agent, once what the call says is kept.
func (h *hookRun) reply(p *hooks.Payload, r approve.Ruling, v *policy.Verdict) error {
	_ = h.settle() // which the end of the run tells
	return h.Agent.Answer(p, &Answer{Ruling: r, Verdict: v})
}

// deny says no because of the answer's trouble, which is returned, once what the call says is
// kept.
func (h *hookRun) deny(p *hooks.Payload, a *Answer) error {
	_ = h.settle() // which the end of the run tells
	a.Ruling = approve.Ruling{Decision: policy.Deny}
	if err := h.Agent.Answer(p, a); err != nil {
		return err
	}
	return a.Trouble
}
