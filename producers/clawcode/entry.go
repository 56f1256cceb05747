package clawcode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// entry holds the members of a record of a session, of a session's document and of a
// worker's state: which of them are present determines what it is.
type entry struct {
	Type      lenient.Word         `json:"type"`
	Session   lenient.Word         `json:"session_id"`
	CreatedAt lenient.Whole        `json:"created_at_ms"`
	Workspace lenient.Word         `json:"workspace_root"`
	Model     lenient.Word         `json:"model"`
	Fork      lenient.Object[fork] `json:"fork"`

	Message jsontext.Value `json:"message"`

	Count   lenient.Whole `json:"count"`
	Removed lenient.Whole `json:"removed_message_count"`
	Summary lenient.Word  `json:"summary"`

	Timestamp lenient.Whole `json:"timestamp_ms"`
	Text      lenient.Word  `json:"text"`

	Messages   jsontext.Value              `json:"messages"`
	Compaction lenient.Object[compaction]  `json:"compaction"`
	Prompts    lenient.List[prompt]        `json:"prompt_history"`
	Worker     lenient.Word                `json:"worker_id"`
	Status     lenient.Word                `json:"status"`
	LastEvent  lenient.Object[workerEvent] `json:"last_event"`
}

type fork struct {
	Parent lenient.Word `json:"parent_session_id"`
}

type compaction struct {
	Count   lenient.Whole `json:"count"`
	Removed lenient.Whole `json:"removed_message_count"`
	Summary lenient.Word  `json:"summary"`
}

type prompt struct {
	Timestamp lenient.Whole `json:"timestamp_ms"`
	Text      lenient.Word  `json:"text"`
}

// message is a message of the conversation.
type message struct {
	Role       lenient.Word          `json:"role"`
	Blocks     lenient.List[block]   `json:"blocks"`
	Usage      lenient.Object[usage] `json:"usage"`
	Incomplete lenient.Flag          `json:"incomplete"`
	Reason     lenient.Word          `json:"incomplete_reason"`
}

type block struct {
	Type      lenient.Word `json:"type"`
	Text      lenient.Word `json:"text"`
	Thinking  lenient.Word `json:"thinking"`
	Signature lenient.Word `json:"signature"`
	ID        lenient.Word `json:"id"`
	Name      lenient.Word `json:"name"`
	Input     lenient.Word `json:"input"` // JSON within a string
	ToolUse   lenient.Word `json:"tool_use_id"`
	ToolName  lenient.Word `json:"tool_name"`
	Output    lenient.Word `json:"output"`
	IsError   lenient.Flag `json:"is_error"`
}

type usage struct {
	Input         lenient.Whole `json:"input_tokens"`
	CacheRead     lenient.Whole `json:"cache_read_input_tokens"`
	CacheCreation lenient.Whole `json:"cache_creation_input_tokens"`
	Output        lenient.Whole `json:"output_tokens"`
}
