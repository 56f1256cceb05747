package app

import (
	"context"
	"io"
)

// Interruptible is an input whose reads end with ctx: Ctrl-C at a question ends the question.
type Interruptible struct {
	Ctx  context.Context
	In   io.Reader
	buf  []byte
	left []byte // read and not yet returned
}

type readResult struct {
	n   int
	err error
}

func (r *Interruptible) Read(p []byte) (int, error) {
	if err := r.Ctx.Err(); err != nil {
		return 0, err // a read that was abandoned may still write to the other buffer
	}
	if len(r.left) == 0 {
		if r.buf == nil {
			r.buf = make([]byte, 64<<10)
		}
		done := make(chan readResult, 1)
		go func() {
			n, err := r.In.Read(r.buf)
			done <- readResult{n, err}
		}()
		select {
		case <-r.Ctx.Done():
			return 0, r.Ctx.Err()
		case got := <-done:
			if got.n == 0 {
				return 0, got.err
			}
			r.left = r.buf[:got.n]
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}
