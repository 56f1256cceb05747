package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// wrapped is a line of a stream, or one of the traffic with the client that led the
// program, in a wrapper that names the sender.
type wrapped struct {
	Dir lenient.Word               `json:"dir"`
	Msg lenient.Object[streamLine] `json:"msg"`
	streamLine
}

// line returns the line itself; client reports that the program did not print it.
func (w *wrapped) line() (l *streamLine, client bool) {
	if w.Dir != "" && w.Msg.There {
		return &w.Msg.V, w.Dir == "c2s"
	}
	return &w.streamLine, false
}

// text is the line's own text out of that of the wrapper.
func (w *wrapped) text(raw []byte) []byte {
	if w.Dir != "" && w.Msg.There {
		for name, value := range lenient.Members(raw) {
			if name == "msg" {
				return value
			}
		}
	}
	return raw
}

// streamLine holds the members of all types of lines together.
type streamLine struct {
	Type          lenient.Word `json:"type"`
	Subtype       lenient.Word `json:"subtype"`
	UUID          lenient.Word `json:"uuid"`
	SessionID     lenient.Word `json:"session_id"`
	ParentToolUse lenient.Word `json:"parent_tool_use_id"` // the call whose subagent wrote the message
	Timestamp     lenient.Word `json:"timestamp"`

	// user, assistant and stream_event
	Message       lenient.Object[message]  `json:"message"`
	ToolUseResult jsontext.Value           `json:"tool_use_result"`
	IsSynthetic   lenient.Flag             `json:"isSynthetic"`
	Event         lenient.Object[apiEvent] `json:"event"`

	// system
	CWD            lenient.Word            `json:"cwd"`
	Model          lenient.Word            `json:"model"`
	Version        lenient.Word            `json:"claude_code_version"`
	PermissionMode lenient.Word            `json:"permissionMode"`
	Status         lenient.Word            `json:"status"`
	HookID         lenient.Word            `json:"hook_id"`
	HookName       lenient.Word            `json:"hook_name"`
	HookEvent      lenient.Word            `json:"hook_event"`
	ExitCode       jsontext.Value          `json:"exit_code"`
	TaskID         lenient.Word            `json:"task_id"`
	TaskType       lenient.Word            `json:"task_type"`
	ToolUseID      lenient.Word            `json:"tool_use_id"`
	SubagentType   lenient.Word            `json:"subagent_type"`
	Compact        lenient.Object[shorter] `json:"compact_metadata"`

	// result
	IsError        lenient.Flag          `json:"is_error"`
	NumTurns       lenient.Whole         `json:"num_turns"`
	TotalCost      lenient.Decimal       `json:"total_cost_usd"` // of the process so far
	DurationMS     lenient.Whole         `json:"duration_ms"`
	StopReason     lenient.Word          `json:"stop_reason"`
	TerminalReason lenient.Word          `json:"terminal_reason"`
	Result         lenient.Word          `json:"result"`
	Errors         jsontext.Value        `json:"errors"`
	APIErrorStatus lenient.Whole         `json:"api_error_status"`
	Usage          lenient.Object[usage] `json:"usage"`
	Denials        lenient.List[denial]  `json:"permission_denials"`

	// control_request and control_response
	RequestID lenient.Word             `json:"request_id"`
	Request   lenient.Object[asks]     `json:"request"`
	Response  lenient.Object[response] `json:"response"`
}

type shorter struct {
	Trigger   lenient.Word  `json:"trigger"`
	PreTokens lenient.Whole `json:"pre_tokens"`
	Tokens    lenient.Whole `json:"post_tokens"`
}

// apiEvent is an event of the provider's own stream: its answer in pieces.
type apiEvent struct {
	Type    lenient.Word            `json:"type"`
	Message lenient.Object[message] `json:"message"`
	Usage   lenient.Object[usage]   `json:"usage"`
}

// denial is a call that was not allowed.
type denial struct {
	Tool      lenient.Word `json:"tool_name"`
	ToolUseID lenient.Word `json:"tool_use_id"`
}

// entry returns the line as the equivalent record of a transcript.
func (l *streamLine) entry() *entry {
	return &entry{Type: l.Type, UUID: l.UUID, SessionID: l.SessionID, Timestamp: l.Timestamp, Message: l.Message, ToolUseResult: l.ToolUseResult,
		IsMeta: l.IsSynthetic, CWD: l.CWD, Version: l.Version, PermissionMode: l.PermissionMode}
}

// failure returns the text of a result that is a failure.
func (l *streamLine) failure() string {
	if text := string(l.Result); text != "" {
		return text
	}
	for _, text := range lenient.Elements(l.Errors) {
		return lenient.Text(text)
	}
	return string(l.Subtype)
}
