package copilot

import (
	"bytes"
	"strings"

	"github.com/clawable/claw/producers/lenient"
)

// families begin the types of the events.
var families = []string{"session.", "user.", "assistant.", "tool.", "permission.", "hook.", "system.", "subagent.", "skill."}

// Sniff implements [producers.Reader]. One event that head contains completely is
// enough.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if h := lenient.HeadOf(line); isEvent(&h) {
			return true
		}
		head = rest
	}
	return false
}

func isEvent(h *lenient.Head) bool {
	return isType(h.Text("type")) && h.Is("data", '{') && h.Is("id", '"') && h.Is("timestamp", '"') && h.Has("parentId")
}

func isType(kind string) bool {
	for _, family := range families {
		if strings.HasPrefix(kind, family) {
			return true
		}
	}
	return kind == "abort"
}
