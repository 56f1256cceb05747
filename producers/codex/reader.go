package codex

import (
	"bytes"
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

// zstdMagic begins a compressed file: Codex compresses rollouts that it has not touched for long.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// byteOrderMark may stand before the first line.
var byteOrderMark = []byte("\uFEFF")

// Read implements [producers.Reader]. A compressed file is one unreadable record.
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		f := newFile()
		for line, err := range producers.Lines(input) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(producers.Record{Line: line.Number}, err)
				return
			}
			if line.Number == 1 {
				if bytes.HasPrefix(line.Text, zstdMagic) {
					yield(producers.Record{Line: 1, Unreadable: "compressed (zstd)"}, nil)
					return
				}
				line.Text = bytes.TrimPrefix(line.Text, byteOrderMark)
			}
			if !yield(f.line(line), nil) {
				return
			}
		}
	}
}
