package hooks

import (
	"bytes"

	"github.com/clawable/claw/producers/lenient"
)

// Sniff implements [producers.Reader]. The first object decides: a payload names its
// event and its session or where that works.
func (Reader) Sniff(head []byte) bool {
	head = bytes.TrimSpace(head)
	if isLog(head) {
		at := bytes.Index(head, payloadMark)
		return at >= 0 && isPayload(head[at+len(payloadMark)-1:])
	}
	if rest, found := bytes.CutPrefix(head, []byte("[")); found {
		head = bytes.TrimSpace(rest)
	}
	return isPayload(head) || isSequence(head) || isWrapped(head)
}

// isPayload reports whether text begins with a payload.
func isPayload(text []byte) bool {
	h := lenient.HeadOf(text)
	if h.Is("hook_event_name", '"') {
		return h.Has("session_id") || h.Has("transcript_path") || h.Has("cwd")
	}
	named := h.Has("prompt") || h.Has("toolName") || h.Has("source") || h.Has("reason") || h.Has("stopReason") || h.Has("hookEventName")
	return h.Is("sessionId", '"') && h.Is("cwd", '"') && h.Is("timestamp", '0') && !h.Has("type") && named
}

// isWrapped reports whether text begins with a payload that a logger put a wrapper around.
func isWrapped(text []byte) bool {
	h := lenient.HeadOf(text)
	for _, name := range []string{"raw", "payload", "input", "hook_input", "data", "stdin"} {
		if h.Is(name, '{') && isPayload(h.Value(name)) || h.Is(name, '"') && isPayload([]byte(h.Text(name))) {
			return true
		}
	}
	return false
}

// isSequence reports whether text begins with a wrapper around several payloads.
func isSequence(text []byte) bool {
	at := bytes.Index(text, []byte(`"`+list+`"`))
	if at < 0 || text[0] != '{' {
		return false
	}
	h := lenient.HeadOf(text)
	if h.Has(list) {
		return h.Is(list, '[') && isWrapped(bytes.TrimLeft(h.Value(list), "[ \t\r\n"))
	}
	rest := bytes.TrimLeft(text[at+len(list)+2:], " \t\r\n:[")
	return (h.Torn || h.Unreadable(list)) && isWrapped(rest)
}
