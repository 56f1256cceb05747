package codextui

import (
	"bytes"

	"github.com/clawable/claw/producers/lenient"
)

// Sniff implements [producers.Reader]. One record that head contains completely is
// enough.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		h := lenient.HeadOf(line)
		if h.Is("ts", '"') && h.Is("kind", '"') {
			switch h.Text("dir") {
			case "to_tui", "from_tui", "meta":
				return true
			}
		}
		head = rest
	}
	return false
}
