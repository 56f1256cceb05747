package codextui

import (
	"context"
	"io"
	"iter"
	"path/filepath"

	"github.com/clawable/claw/producers"
)

// Source is the name of the format in emitters and channels.
const Source = "codex-tui"

// agent is the source of the sessions, which are those of the rollouts.
const agent = "codex"

// Agent is the row of the logs of Codex's terminal program in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "Codex TUI", Reader: New(), Folders: folders}
}

func folders(env func(string) string, home string) []string {
	var found []string
	if file := env("CODEX_TUI_SESSION_LOG_PATH"); file != "" {
		found = append(found, file)
	}
	base := env("CODEX_HOME")
	if base == "" {
		if home == "" {
			return found
		}
		base = filepath.Join(home, ".codex")
	}
	return append(found, filepath.Join(base, "log"))
}

// Reader reads session logs. It has no state: one may read many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of session logs.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	f := &file{calls: map[string]*call{}, turns: map[string]string{}, asked: map[string][]string{}}
	return producers.Objects(ctx, input, f.tell)
}
