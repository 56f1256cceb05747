package producers

import (
	"context"
	"io"
	"iter"
)

// Records reads a format of a record a line, for [Reader.Read]: read returns the record
// of a line. It ends with ctx, also within a line that has no end.
func Records(ctx context.Context, input io.Reader, read func(Line) Record) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for line, err := range Lines(whileAsked{ctx, input}) {
			if err == nil {
				err = ctx.Err()
			}
			switch {
			case err != nil:
				yield(Record{Line: line.Number}, err)
				return
			case line.Unreadable != "":
				if !yield(Record{Line: line.Number, Unreadable: line.Unreadable}, nil) {
					return
				}
			case !yield(read(line), nil):
				return
			}
		}
	}
}

// whileAsked is an input that ends in an error when its ctx is done.
type whileAsked struct {
	ctx context.Context
	in  io.Reader
}

func (r whileAsked) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}
