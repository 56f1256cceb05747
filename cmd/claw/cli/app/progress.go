package app

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"

	importing "github.com/clawable/claw/commands/import"
)

// Progress shows how far long work is, on a terminal only.
type Progress struct {
	w     io.Writer // nil: nobody looks
	now   func() time.Time
	last  time.Time
	shown bool
}

// progressEvery keeps the terminal from being written more than people read.
const progressEvery = 100 * time.Millisecond

// NewProgress shows progress where a person looks at the error stream.
func NewProgress(a *App) *Progress {
	if !a.ErrTerminal || a.Format == FormatJSON {
		return &Progress{}
	}
	return &Progress{w: a.Err, now: a.Now}
}

func (p *Progress) Show(at importing.Progress) {
	p.Say("importing %d/%d  %d lines  %s", at.Index, at.Files, at.Lines, filepath.Base(at.File))
}

// Say shows one line, now and then.
func (p *Progress) Say(format string, args ...any) {
	if p.w == nil || p.now().Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = p.now(), true
	fmt.Fprint(p.w, "\r\x1b[K"+term.Printable(fmt.Sprintf(format, args...)))
}

// Done takes the progress off the screen.
func (p *Progress) Done() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// Counted tells, now and then, how many events went by.
func Counted(events iter.Seq2[domain.Event, error], tell func(n int)) iter.Seq2[domain.Event, error] {
	const every = 1024
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range events {
			if n++; n%every == 0 {
				tell(n)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
