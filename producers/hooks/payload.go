package hooks

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// Payload is what a hook was handed: the members of all events together.
type Payload struct {
	agent string // the source of its session

	SessionID  loose.Word `json:"session_id"`
	Transcript loose.Word `json:"transcript_path"`
	CWD        loose.Word `json:"cwd"`
	PromptID   loose.Word `json:"prompt_id"`
	TurnID     loose.Word `json:"turn_id"` // what Codex calls it
	Permission loose.Word `json:"permission_mode"`
	Event      loose.Word `json:"hook_event_name"`
	AgentID    loose.Word `json:"agent_id"`
	AgentType  loose.Word `json:"agent_type"`

	Tool        loose.Word       `json:"tool_name"`
	Input       jsontext.Value   `json:"tool_input"`
	Response    jsontext.Value   `json:"tool_response"`
	ToolUseID   loose.Word       `json:"tool_use_id"`
	DurationMS  loose.Whole      `json:"duration_ms"`
	Error       loose.Word       `json:"error"`
	Interrupt   loose.Flag       `json:"is_interrupt"`
	Batch       loose.List[part] `json:"tool_calls"`
	Suggestions jsontext.Value   `json:"permission_suggestions"`
	Reason      loose.Word       `json:"reason"`

	Prompt       loose.Word `json:"prompt"`
	Source       loose.Word `json:"source"`
	Model        loose.Word `json:"model"`
	Title        loose.Word `json:"session_title"`
	Answer       loose.Word `json:"last_assistant_message"`
	Message      loose.Word `json:"message"`
	Notification loose.Word `json:"notification_type"`
	Trigger      loose.Word `json:"trigger"`
	NewCWD       loose.Word `json:"new_cwd"`
	Details      loose.Word `json:"error_details"`
}

// part is a call of a batch.
type part struct {
	Tool      loose.Word     `json:"tool_name"`
	ToolUseID loose.Word     `json:"tool_use_id"`
	Response  jsontext.Value `json:"tool_response"`
}

// Parse reads a payload of Claude Code, or of Copilot CLI by its names in camel case.
// Members with another type than expected are as if they were not there; ok is false
// when raw is no JSON object or names no event.
func Parse(raw []byte) (p *Payload, ok bool) {
	v, ok := loose.Read[Payload](raw)
	if !ok {
		return nil, false
	}
	v.agent = ClaudeCode
	if v.Event == "" {
		return parseCopilot(raw)
	}
	return &v, true
}

// Session is the session that the payload is about, a subagent's own where it names one;
// "" when it names none.
func (p *Payload) Session() domain.SessionID {
	own := producers.ID(p.SessionID)
	if own == "" {
		return ""
	}
	if agent := producers.ID(p.AgentID); agent != "" {
		own += "/" + agent
	}
	return domain.MakeSessionID(p.agent, own)
}
