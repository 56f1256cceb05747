package omx

import (
	"context"
	"io"
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
)

// source is the name of the format in session ids, emitters and channels.
const source = "omx"

// Agent is the row of oh-my-codex in the table of agents. It writes into the projects
// that it works on and nowhere else.
func Agent() producers.Agent {
	return producers.Agent{Title: "oh-my-codex", Reader: New(), Folders: func(func(string) string, string) []string { return nil },
		Silent: []string{heartbeat, ofWatcher, repeatsTurn, ofHook, ofNudge, ofDebugging, ofGate, ofGoal}}
}

// Reader reads ledgers, logs and state documents. It has no state: one may be used by
// many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	var f file
	return producers.ObjectsOrOne(ctx, input, func(record *jsontext.Value, _ []byte) producers.Told {
		return f.tell(*record)
	})
}
