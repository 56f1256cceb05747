package codexexec

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Source is the name of the recordings in emitters and channels.
const Source = "codex-exec"

// agent is the source of the sessions, which are those of the rollouts.
const agent = "codex"

// Agent is the row of Codex's output in the table of agents. It has no place of its own:
// whoever stores the output chooses one.
func Agent() producers.Agent {
	return producers.Agent{Title: "Codex output", Reader: New(), Folders: func(func(string) string, string) []string { return nil }}
}

// Reader reads recorded output. It has no state: one may read many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of recorded output.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Objects(ctx, input, new(run).tell)
}

// Sniff implements [producers.Reader]. The line that names the thread is enough.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if h := lenient.HeadOf(line); h.Text("type") == "thread.started" && h.Is("thread_id", '"') {
			return true
		}
		head = rest
	}
	return false
}
