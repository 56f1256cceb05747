package entire

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// source is the name of the format in emitters and channels, and in the ids of sessions
// whose agent is not named.
const source = "entire"

// Agent is the row of Entire in the table of agents. It keeps its documents in a branch of
// the repository, entire/checkpoints/v1, and in no folder.
func Agent() producers.Agent {
	return producers.Agent{Title: "Entire", Reader: New(), Folders: func(func(string) string, string) []string { return nil }, Silent: []string{wholeCheckpoint}, Copies: copies()}
}

// wholeCheckpoint is the reason why the document of a checkpoint gives no event.
const wholeCheckpoint = "checkpoint as a whole: the documents of its sessions name it"

// Reader reads metadata of checkpoints. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Sniff implements [producers.Reader].
func (Reader) Sniff(head []byte) bool {
	h := lenient.HeadOf(head)
	return h.Is("checkpoint_id", '"') && h.Is("strategy", '"') && (h.Is("session_id", '"') || h.Is("sessions", '['))
}

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.ObjectsOrOne(ctx, input, tell)
}
