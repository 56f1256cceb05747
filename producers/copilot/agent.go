package copilot

import (
	"context"
	"io"
	"iter"
	"path/filepath"

	"github.com/clawable/claw/producers"
)

// Source is the name of the agent in session ids, emitters and channels.
const Source = "copilot-cli"

// Agent is the row of Copilot CLI in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "Copilot CLI", Reader: New(), Folders: folders}
}

func folders(env func(string) string, home string) []string {
	base := env("COPILOT_HOME")
	if base == "" {
		if home == "" {
			return nil
		}
		base = filepath.Join(home, ".copilot")
	}
	return []string{filepath.Join(base, "session-state")}
}

// Reader reads session events. It has no state: one may read many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of session events.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Objects(ctx, input, newFile().tell)
}
