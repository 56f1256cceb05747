package openhands

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Source is the name of the agent in session ids, emitters and channels.
const Source = "openhands"

// Agent is the row of OpenHands in the table of agents. Runs are written to the place
// that the user who starts them chooses.
func Agent() producers.Agent {
	return producers.Agent{Title: "OpenHands", Reader: New(), Folders: func(func(string) string, string) []string { return nil }}
}

// Reader reads runs. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of runs.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Sniff implements [producers.Reader]. A run has a task, and a history that begins with
// an action or an observation, or with a pair of them.
func (Reader) Sniff(head []byte) bool {
	task, history := false, false
	for name, value := range lenient.Members(head) {
		switch name {
		case "instruction", "instance_id", "issue":
			task = true
		case "history":
			history = beginsHistory(value)
		}
	}
	return task && history
}

func beginsHistory(list []byte) bool {
	for member := range lenient.Members(bytes.TrimLeft(list, "[ \t\r\n")) {
		if member == "action" || member == "observation" {
			return true
		}
	}
	return false
}

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Objects(ctx, input, new(file).tell)
}
