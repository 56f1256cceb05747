package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"time"

	importing "github.com/clawable/claw/commands/import"
)

// progress shows how far long work is, on a terminal only.
type progress struct {
	w     io.Writer // nil: nobody looks
	now   func() time.Time
	last  time.Time
	shown bool
}

// progressEvery keeps the terminal from being written more than people read.
const progressEvery = 100 * time.Millisecond

func (a *app) progress() *progress {
	if !a.ErrTerminal || a.format == formatJSON {
		return &progress{}
	}
	return &progress{w: a.Err, now: a.Now}
}

func (p *progress) show(at importing.Progress) {
	p.say("importing %d/%d  %d lines  %s", at.Index, at.Files, at.Lines, filepath.Base(at.File))
}

// say shows one line, now and then.
func (p *progress) say(format string, args ...any) {
	if p.w == nil || p.now().Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = p.now(), true
	fmt.Fprint(p.w, "\r\x1b[K"+printable(fmt.Sprintf(format, args...)))
}

// done takes the progress off the screen.
func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
