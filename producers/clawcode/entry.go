package clawcode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// entry holds the members of a record of a session, of a session's document and of a
// worker's state: which of them are there says what it is.
type entry struct {
	Type      loose.Word         `json:"type"`
	Session   loose.Word         `json:"session_id"`
	CreatedAt loose.Whole        `json:"created_at_ms"`
	Workspace loose.Word         `json:"workspace_root"`
	Model     loose.Word         `json:"model"`
	Fork      loose.Object[fork] `json:"fork"`

	Message jsontext.Value `json:"message"`

	Count   loose.Whole `json:"count"`
	Removed loose.Whole `json:"removed_message_count"`
	Summary loose.Word  `json:"summary"`

	Timestamp loose.Whole `json:"timestamp_ms"`
	Text      loose.Word  `json:"text"`

	Messages   jsontext.Value            `json:"messages"`
	Compaction loose.Object[compaction]  `json:"compaction"`
	Prompts    loose.List[prompt]        `json:"prompt_history"`
	Worker     loose.Word                `json:"worker_id"`
	Status     loose.Word                `json:"status"`
	LastEvent  loose.Object[workerEvent] `json:"last_event"`
}

type fork struct {
	Parent loose.Word `json:"parent_session_id"`
}

type compaction struct {
	Count   loose.Whole `json:"count"`
	Removed loose.Whole `json:"removed_message_count"`
	Summary loose.Word  `json:"summary"`
}

type prompt struct {
	Timestamp loose.Whole `json:"timestamp_ms"`
	Text      loose.Word  `json:"text"`
}

// message is a message of the conversation.
type message struct {
	Role       loose.Word          `json:"role"`
	Blocks     loose.List[block]   `json:"blocks"`
	Usage      loose.Object[usage] `json:"usage"`
	Incomplete loose.Flag          `json:"incomplete"`
	Reason     loose.Word          `json:"incomplete_reason"`
}

type block struct {
	Type      loose.Word `json:"type"`
	Text      loose.Word `json:"text"`
	Thinking  loose.Word `json:"thinking"`
	Signature loose.Word `json:"signature"`
	ID        loose.Word `json:"id"`
	Name      loose.Word `json:"name"`
	Input     loose.Word `json:"input"` // JSON within a string
	ToolUse   loose.Word `json:"tool_use_id"`
	ToolName  loose.Word `json:"tool_name"`
	Output    loose.Word `json:"output"`
	IsError   loose.Flag `json:"is_error"`
}

type usage struct {
	Input         loose.Whole `json:"input_tokens"`
	CacheRead     loose.Whole `json:"cache_read_input_tokens"`
	CacheCreation loose.Whole `json:"cache_creation_input_tokens"`
	Output        loose.Whole `json:"output_tokens"`
}
