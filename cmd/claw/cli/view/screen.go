package view

import (
	"bytes"
	"context"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// The control sequences of a screen, which every terminal with a screen supports.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l" // the alternate screen, without cursor
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	toTheTop    = "\x1b[H"
	clearRight  = "\x1b[K"
	clearBelow  = "\x1b[J"
)

// screen is the terminal while a document is redrawn on it.
type screen struct {
	app     *app.App
	resized <-chan struct{} // nil: sizes are not reported
}

// onScreen runs f on the alternate screen of the terminal, and restores the terminal afterwards.
func onScreen(a *app.App, f func(*screen) error) (err error) {
	s := &screen{app: a}
	ctx, stop := context.WithCancel(a.Ctx)
	defer stop()
	if a.Resizes != nil {
		s.resized = a.Resizes(ctx)
	}
	if err := s.write(enterScreen); err != nil {
		return err
	}
	defer func() { err = app.FirstError(err, s.write(leaveScreen)) }()
	return f(s)
}

// draw draws a document below a title, as many lines of it as the terminal has rows.
func (s *screen) draw(doc app.Document, title string) error {
	at := *s.app.Program
	rows := 0
	if at.Size != nil {
		at.Width, rows = at.Size()
	}
	var text bytes.Buffer
	p := at.Page(&text)
	p.Log = s.app.Flags.Log
	p.Styled(term.StyleDim, title)
	p.Gap()
	doc.Text(p)
	if err := p.Flush(); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	if rows > 0 && len(lines) > rows {
		lines = append(lines[:rows-1], p.Paint(term.StyleDim, "… more below"))
	}
	return s.write(toTheTop + strings.Join(lines, clearRight+"\n") + clearRight + clearBelow)
}

func (s *screen) write(text string) error {
	if _, err := s.app.Out.Write([]byte(text)); err != nil {
		return app.OutputError(err)
	}
	return nil
}
