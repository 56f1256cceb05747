package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// wrapped is a line of a stream, or one of the traffic with the client that led the
// program, in a wrapper that says who sent it.
type wrapped struct {
	Dir loose.Word               `json:"dir"`
	Msg loose.Object[streamLine] `json:"msg"`
	streamLine
}

// line returns the line itself; client says that the program did not print it.
func (w *wrapped) line() (l *streamLine, client bool) {
	if w.Dir != "" && w.Msg.There {
		return &w.Msg.V, w.Dir == "c2s"
	}
	return &w.streamLine, false
}

// streamLine holds the members of all types of lines together.
type streamLine struct {
	Type          loose.Word `json:"type"`
	Subtype       loose.Word `json:"subtype"`
	UUID          loose.Word `json:"uuid"`
	SessionID     loose.Word `json:"session_id"`
	ParentToolUse loose.Word `json:"parent_tool_use_id"` // the call whose subagent speaks
	Timestamp     loose.Word `json:"timestamp"`

	// user, assistant and stream_event
	Message       loose.Object[message]  `json:"message"`
	ToolUseResult jsontext.Value         `json:"tool_use_result"`
	IsSynthetic   loose.Flag             `json:"isSynthetic"`
	Event         loose.Object[apiEvent] `json:"event"`

	// system
	CWD            loose.Word            `json:"cwd"`
	Model          loose.Word            `json:"model"`
	Version        loose.Word            `json:"claude_code_version"`
	PermissionMode loose.Word            `json:"permissionMode"`
	Status         loose.Word            `json:"status"`
	HookID         loose.Word            `json:"hook_id"`
	HookName       loose.Word            `json:"hook_name"`
	HookEvent      loose.Word            `json:"hook_event"`
	ExitCode       jsontext.Value        `json:"exit_code"`
	TaskID         loose.Word            `json:"task_id"`
	TaskType       loose.Word            `json:"task_type"`
	ToolUseID      loose.Word            `json:"tool_use_id"`
	SubagentType   loose.Word            `json:"subagent_type"`
	Compact        loose.Object[shorter] `json:"compact_metadata"`

	// result
	IsError        loose.Flag          `json:"is_error"`
	NumTurns       loose.Whole         `json:"num_turns"`
	DurationMS     loose.Whole         `json:"duration_ms"`
	StopReason     loose.Word          `json:"stop_reason"`
	TerminalReason loose.Word          `json:"terminal_reason"`
	Result         loose.Word          `json:"result"`
	Errors         jsontext.Value      `json:"errors"`
	APIErrorStatus loose.Whole         `json:"api_error_status"`
	Usage          loose.Object[usage] `json:"usage"`
	Denials        loose.List[denial]  `json:"permission_denials"`

	// control_request and control_response
	RequestID loose.Word             `json:"request_id"`
	Request   loose.Object[asks]     `json:"request"`
	Response  loose.Object[response] `json:"response"`
}

type shorter struct {
	Trigger   loose.Word  `json:"trigger"`
	PreTokens loose.Whole `json:"pre_tokens"`
	Tokens    loose.Whole `json:"post_tokens"`
}

// apiEvent is an event of the provider's own stream: its answer in pieces.
type apiEvent struct {
	Type    loose.Word            `json:"type"`
	Message loose.Object[message] `json:"message"`
	Usage   loose.Object[usage]   `json:"usage"`
}

// denial is a call that was not allowed.
type denial struct {
	Tool      loose.Word `json:"tool_name"`
	ToolUseID loose.Word `json:"tool_use_id"`
}

// entry is the line as the record of a transcript that says the same.
func (l *streamLine) entry() *entry {
	return &entry{Type: l.Type, UUID: l.UUID, SessionID: l.SessionID, Timestamp: l.Timestamp, Message: l.Message, ToolUseResult: l.ToolUseResult,
		IsMeta: l.IsSynthetic, CWD: l.CWD, Version: l.Version, PermissionMode: l.PermissionMode}
}

// failure is what a result says that is none.
func (l *streamLine) failure() string {
	if text := string(l.Result); text != "" {
		return text
	}
	for _, text := range loose.Elements(l.Errors) {
		return loose.Text(text)
	}
	return string(l.Subtype)
}
