package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// CanAsk reports whether a person can answer.
func CanAsk(a *App) bool { return a.InTerminal && a.Format == FormatText }

// Agreed asks a person a question; every answer but yes is no.
func Agreed(a *App, question string) (bool, error) {
	var asks strings.Builder
	p := term.NewPage(&asks, a.Width, false, time.Time{})
	p.Line("%s [y/N]", question)
	_ = p.Flush() // a builder takes all
	fmt.Fprint(a.Err, strings.TrimSuffix(asks.String(), "\n")+" ")
	answer, err := line(a.In)
	if err != nil {
		fmt.Fprintln(a.Err) // no Enter ended the line of the question
	}
	if errors.Is(err, context.Canceled) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// line reads one line and nothing behind it: the next question reads on there.
func line(in io.Reader) (string, error) {
	var text []byte
	for one := make([]byte, 1); ; {
		n, err := in.Read(one)
		if n > 0 && one[0] != '\n' {
			text = append(text, one[0])
		}
		if err != nil || n > 0 && one[0] == '\n' {
			return string(text), err
		}
	}
}

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
