package clawcode

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// source is the name of the format in session ids, emitters and channels.
const source = "claw-code"

// Agent is the row of claw-code in the table of agents. It writes into the projects
// that it works on and nowhere else.
func Agent() producers.Agent {
	return producers.Agent{Title: "claw-code", Reader: New(), Folders: func(func(string) string, string) []string { return nil }, Silent: []string{emptySession}}
}

// emptySession is the reason why a document of the first versions records nothing before the
// first prompt.
const emptySession = "empty session without an id"

// Reader reads sessions and state files. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	var f file
	return producers.ObjectsOrOne(ctx, input, f.tell)
}

// sniffLines is how many lines of a session may be damaged before the first that is known.
const sniffLines = 16

// Sniff implements [producers.Reader].
func (Reader) Sniff(head []byte) bool {
	for range sniffLines {
		if h := lenient.HeadOf(head); ours(&h, head) {
			return true
		}
		_, rest, more := bytes.Cut(head, []byte("\n"))
		if !more {
			return false
		}
		head = rest
	}
	return false
}

// ours reports whether the members are those of a record of a session, of a session's
// document, or of a worker's state.
func ours(h *lenient.Head, record []byte) bool {
	switch h.Text("type") {
	case "session_meta":
		return h.Is("session_id", '"') && h.Is("created_at_ms", '0') && h.Is("version", '0')
	case "message":
		m := lenient.HeadOf(h.Value("message"))
		return m.Is("role", '"') && m.Is("blocks", '[')
	case "":
		if h.Is("worker_id", '"') && h.Is("trust_gate_cleared", h.Value("trust_gate_cleared").Kind()) {
			return h.Is("status", '"')
		}
		return h.Is("version", '0') && len(lenient.Elements(h.Value("messages"))) == 0 && h.Is("messages", '[') || beginsMessages(record)
	}
	return false
}

// beginsMessages reports whether the document begins with messages of blocks: its end
// may be beyond the head.
func beginsMessages(record []byte) bool {
	for name, value := range lenient.Members(record) {
		if name != "messages" {
			continue
		}
		for member := range lenient.Members(bytes.TrimLeft(value, "[ \t\r\n")) {
			if member == "blocks" {
				return true
			}
		}
	}
	return false
}
