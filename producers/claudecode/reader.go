package claudecode

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
)

// Reader reads transcripts. It has no state: one Reader may read many at once.
type Reader struct{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Objects(ctx, input, newTranscript(source, producers.ClockSeq).tell)
}

// tell returns the events of one record.
func (t *transcript) tell(e *entry, raw []byte) producers.Told {
	t.drafts = nil
	skipped := t.entry(e, raw)
	return producers.Told{Drafts: t.drafts, Skipped: skipped}
}
