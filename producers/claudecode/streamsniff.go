package claudecode

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// Sniff implements [producers.Reader]. One line that stands whole in head and that no
// other program prints is enough, unless an earlier one says that another program begins.
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
