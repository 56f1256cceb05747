package codexserver

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Source is the name of the recordings in emitters and channels.
const Source = "codex-app-server"

// agent is the source of the sessions, which are those of the rollouts.
const agent = "codex"

// Agent is the row of recorded traffic in the table of agents. It has no place of its
// own: whoever records the traffic chooses one.
func Agent() producers.Agent {
	return producers.Agent{Title: "Codex app-server", Reader: New(), Folders: func(func(string) string, string) []string { return nil }}
}

// Reader reads recorded traffic. It has no state: one may read many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of recorded traffic.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	f := newFile()
	return producers.Records(ctx, input, func(line producers.Line) producers.Record {
		from, rest := wrapped(line.Text)
		line.Text = rest
		return producers.ObjectsOf(line, func(e *entry, raw []byte) producers.Told {
			if from != "" {
				return f.tell(from, &e.message, raw)
			}
			return f.tell(side(e.Dir), &e.Msg.V, raw)
		})
	})
}

// side is the sender of a message.
type side string

const (
	client side = "c2s"
	server side = "s2c"
)

// wrapped removes the word that precedes a message, and returns the sender that it names.
func wrapped(line []byte) (from side, message []byte) {
	if rest, found := bytes.CutPrefix(line, []byte("SEND ")); found {
		return client, rest
	}
	if rest, found := bytes.CutPrefix(line, []byte("RECV ")); found {
		return server, rest
	}
	return "", line
}

// Sniff implements [producers.Reader]. One message that head contains completely is
// enough: the handshake, or one of the methods about threads, turns and items.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		from, text := wrapped(line)
		h := lenient.HeadOf(text)
		if d := side(h.Text("dir")); from == "" && (d == client || d == server) {
			from, h = d, lenient.HeadOf(h.Value("msg"))
		}
		if from != "" && isCodex(h.Text("method"), h.Has("params")) {
			return true
		}
		head = rest
	}
	return false
}

// isCodex reports whether a method is one of the app-server's that no other protocol has.
func isCodex(method string, params bool) bool {
	family, _, _ := bytes.Cut([]byte(method), []byte("/"))
	switch string(family) {
	case "thread", "turn", "item":
		return params && string(family) != method
	}
	return false
}
