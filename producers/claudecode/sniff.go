package claudecode

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// Sniff implements [producers.Reader]. One record that only a transcript has is
// enough: a file may begin with lines of any sort.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if h := lenient.HeadOf(line); isTranscript(&h) {
			return true
		}
		head = rest
	}
	return false
}

func isTranscript(h *lenient.Head) bool {
	if !h.Object() {
		return false
	}
	text := func(name string) bool { return h.Is(name, '"') }
	switch kind := h.Text("type"); kind {
	case "user", "assistant", "system", "progress", "attachment", "":
		if isQwen(h) {
			return false
		}
		sides := h.Is("isSidechain", 't') || h.Is("isSidechain", 'f')
		return h.Has("parentUuid") && sides && (text("sessionId") && kind != "" || h.Torn)
	case "summary":
		return text("summary") && text("leafUuid")
	case "file-history-snapshot":
		return text("messageId") && h.Is("snapshot", jsontext.KindBeginObject)
	case "queue-operation":
		return text("operation") && text("sessionId")
	case "last-prompt", "permission-mode", "mode", "ai-title", "custom-title", "agent-name", "pr-link":
		return text("sessionId")
	}
	return false
}

// isQwen reports whether a record is one of Qwen Code, whose subagents have files of the
// same members: its messages hold the parts of Gemini's API, its system records a payload.
func isQwen(h *lenient.Head) bool {
	m := lenient.HeadOf(h.Value("message"))
	return m.Is("parts", jsontext.KindBeginArray) || h.Has("systemPayload")
}

// Sniff implements [producers.Reader]. One line that head contains completely and that no
// other program prints is enough, unless an earlier line states that another program
// begins.
func (StreamReader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		h := lenient.HeadOf(line)
		if dir := h.Text("dir"); dir == "s2c" || dir == "c2s" {
			h = lenient.HeadOf(h.Value("msg"))
		}
		if isForeign(&h) {
			return false
		}
		if isPrinted(&h) {
			return true
		}
		head = rest
	}
	return false
}

// isForeign reports whether a line is how a program begins that prints as Claude Code does:
// Qwen Code names its version, and Droid how much it reasons.
func isForeign(h *lenient.Head) bool {
	return h.Text("type") == "system" && h.Text("subtype") == "init" &&
		(h.Has("qwen_code_version") || h.Has("reasoning_effort") && !h.Has("permissionMode"))
}

func isPrinted(h *lenient.Head) bool {
	if !h.Is("session_id", '"') || h.Has("hook_event_name") {
		return false
	}
	switch h.Text("type") {
	case "system":
		return h.Text("subtype") == "init" && h.Is("tools", jsontext.KindBeginArray) || h.Is("hook_id", '"') && h.Is("hook_event", '"')
	case "user", "assistant":
		return h.Has("parent_tool_use_id") && h.Is("message", jsontext.KindBeginObject)
	case "stream_event":
		return h.Has("parent_tool_use_id") && h.Is("event", jsontext.KindBeginObject)
	case "result":
		return h.Is("num_turns", '0') && h.Is("total_cost_usd", '0')
	}
	return false
}
