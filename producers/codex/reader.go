package codex

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
)

// Source is the name of the agent in session ids, emitters and channels.
const Source = "codex"

// Reader reads rollouts. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of rollouts.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Records(ctx, input, newFile().line)
}
