package app

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
)

// Progress shows the progress of long work, on a terminal only.
type Progress struct {
	w     io.Writer // nil: the error stream is no terminal
	now   func() time.Time
	last  time.Time
	shown bool
}

// progressEvery bounds how often the line is written.
const progressEvery = 100 * time.Millisecond

// NewProgress shows progress where the error stream is a terminal.
func NewProgress(a *App) *Progress {
	if !a.ErrTerminal || a.Format == FormatJSON {
		return &Progress{}
	}
	return &Progress{w: a.Err, now: a.Now}
}

func (p *Progress) Show(at importing.Progress) {
	p.Say("importing %d/%d  %d lines  %s", at.Index, at.Files, at.Lines, filepath.Base(at.File))
}

// Say replaces the line, at most once in progressEvery.
func (p *Progress) Say(format string, args ...any) {
	if p.w == nil || p.now().Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = p.now(), true
	fmt.Fprint(p.w, "\r\x1b[K"+term.Printable(fmt.Sprintf(format, args...)))
}

// Done removes the line.
func (p *Progress) Done() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// Counted yields events, and calls say with how many there were, at intervals.
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
