package hooks

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Payload is what a hook was handed: the members of all events together.
type Payload struct {
	agent string // the source of its session

	SessionID  lenient.Word `json:"session_id"`
	Transcript lenient.Word `json:"transcript_path"`
	CWD        lenient.Word `json:"cwd"`
	PromptID   lenient.Word `json:"prompt_id"`
	TurnID     lenient.Word `json:"turn_id"` // what Codex calls it
	Permission lenient.Word `json:"permission_mode"`
	Event      lenient.Word `json:"hook_event_name"`
	AgentID    lenient.Word `json:"agent_id"`
	AgentType  lenient.Word `json:"agent_type"`

	Tool        lenient.Word       `json:"tool_name"`
	Input       jsontext.Value     `json:"tool_input"`
	Response    jsontext.Value     `json:"tool_response"`
	ToolUseID   lenient.Word       `json:"tool_use_id"`
	DurationMS  lenient.Whole      `json:"duration_ms"`
	Error       lenient.Word       `json:"error"`
	Interrupt   lenient.Flag       `json:"is_interrupt"`
	Batch       lenient.List[part] `json:"tool_calls"`
	Suggestions jsontext.Value     `json:"permission_suggestions"`
	Reason      lenient.Word       `json:"reason"`

	Prompt       lenient.Word `json:"prompt"`
	Source       lenient.Word `json:"source"`
	Model        lenient.Word `json:"model"`
	Title        lenient.Word `json:"session_title"`
	Answer       lenient.Word `json:"last_assistant_message"`
	Message      lenient.Word `json:"message"`
	Notification lenient.Word `json:"notification_type"`
	Trigger      lenient.Word `json:"trigger"`
	NewCWD       lenient.Word `json:"new_cwd"`
	Details      lenient.Word `json:"error_details"`
}

// part is a call of a batch.
type part struct {
	Tool      lenient.Word   `json:"tool_name"`
	ToolUseID lenient.Word   `json:"tool_use_id"`
	Response  jsontext.Value `json:"tool_response"`
}

// Parse reads a payload of Claude Code, or of Copilot CLI by its names in camel case.
// Members with another type than expected are as if they were not there; ok is false
// when raw is no JSON object or names no event.
func Parse(raw []byte) (p *Payload, ok bool) {
	v, ok := lenient.Read[Payload](raw)
	if !ok {
		return nil, false
	}
	v.agent = ClaudeCode
	if v.Event == "" || v.SessionID == "" {
		if p, ok := parseCopilot(raw); ok {
			return p, true
		}
	}
	return &v, v.Event != ""
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
