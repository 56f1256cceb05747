package aider

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
)

// source is the name of the format in session ids, emitters and channels.
const source = "aider"

// Agent is the row of aider in the table of agents. It writes into the projects that it
// works on and nowhere else.
func Agent() producers.Agent {
	return producers.Agent{Title: "aider", Reader: New(), Folders: func(func(string) string, string) []string { return nil }}
}

// Reader reads histories. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Sniff implements [producers.Reader]. A history begins with a session.
func (Reader) Sniff(head []byte) bool {
	for line, err := range producers.Lines(bytes.NewReader(head)) {
		if err == nil && len(line.Text) > 0 {
			_, begins := startOf(string(line.Text))
			return begins
		}
	}
	return false
}

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	h := history{started: map[string]int{}}
	return producers.Records(ctx, input, h.line)
}
