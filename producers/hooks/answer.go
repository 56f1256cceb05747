package hooks

import (
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers"
)

// CanAsk reports whether the agent's protocol lets a hook leave the decision to the user of
// the agent. Where it does not, a caller that would ask has to deny.
func (p *Payload) CanAsk() bool {
	return p.agent == ClaudeCode && p.Asks() == MayCall || p.Asks() == MayPass
}

// Reply is what a hook prints to decide, in the agent's own protocol; with nil it prints nothing,
// and the agent applies its own rules. A reason without a decision is shown to the user of the agent
// before a call, where the protocol has a message that decides nothing.
//
// At MayPass a decision to ask is nil: the agent asks anyway. An agent that accepts no
// yes from a hook continues without an answer. A reason is marked as that of claw.
func (p *Payload) Reply(d policy.Decision, reason string) []byte {
	switch {
	case d == policy.None && reason != "" && p.Asks() == MayCall && p.agent != OpenCode:
		return line(message{producers.ClawSays + reason})
	case d == policy.None, p.Asks() == Nothing, d == policy.Ask && (p.Asks() == MayPass || !p.CanAsk()):
		return nil
	case p.agent == Gemini && d == policy.Allow, p.agent == Codex && d == policy.Allow && p.Asks() == MayCall:
		return nil
	}
	reason = producers.ClawSays + reason
	switch {
	case p.agent == Gemini, p.agent == OpenCode:
		return line(plainAnswer{d, reason})
	case p.Asks() == MayPass:
		said := passDecision{Behavior: d}
		if d == policy.Deny {
			said.Message = reason
		}
		if p.agent == Copilot {
			return line(said)
		}
		return line(output{passAnswer{"PermissionRequest", said}})
	case p.agent == Copilot:
		return line(callDecision{d, reason})
	}
	return line(output{callAnswer{"PreToolUse", callDecision{d, reason}}})
}

// plainAnswer is the answer to Gemini CLI, and to the plugin in OpenCode.
type plainAnswer struct {
	Decision policy.Decision `json:"decision"`
	Reason   string          `json:"reason,omitzero"`
}

// message is what Claude Code, Codex and Gemini CLI show to the person, and decide by themselves.
type message struct {
	System string `json:"systemMessage"`
}

// output is the answer to Claude Code and Codex.
type output struct {
	Specific any `json:"hookSpecificOutput"`
}

type callAnswer struct {
	Event string `json:"hookEventName"`
	callDecision
}

// callDecision is the answer to Copilot CLI, and part of that to others.
type callDecision struct {
	Decision policy.Decision `json:"permissionDecision"`
	Reason   string          `json:"permissionDecisionReason,omitzero"`
}

type passAnswer struct {
	Event    string       `json:"hookEventName"`
	Decision passDecision `json:"decision"`
}

type passDecision struct {
	Behavior policy.Decision `json:"behavior"`
	Message  string          `json:"message,omitzero"`
}

func line(answer any) []byte {
	b, err := json.Marshal(answer)
	if err != nil {
		return nil // texts are UTF-8: loose words are
	}
	return append(b, '\n')
}
