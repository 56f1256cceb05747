package forwardcmd

import (
	"context"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/consumers/forward/cursor"
	"github.com/clawable/claw/domain"
)

// Line is a line of projector forward: the state of a forward.
type Line struct {
	Kind    string `json:"kind"`
	Version int    `json:"schema_version"`
	Forward string `json:"forward,omitzero"` // its name in the settings
	cursor.Cursor
	State    string        `json:"state"`             // current or retrying
	Failures int           `json:"failures,omitzero"` // tries in a row
	Error    *domain.Error `json:"error,omitzero"`    // of the last one
}

// write prints the state of a forward.
func write(a *app.App, p *together.Printer, name string, s forward.Status) {
	l := Line{Kind: "forwarding", Version: 1, Forward: name, Cursor: s.Cursor, State: "current", Failures: s.Failures}
	if s.Err != nil {
		l.State, l.Error = "retrying", app.Typed(s.Err)
	}
	p.Print(func() error { return l.print(a) })
}

func (l *Line) print(a *app.App) error {
	if a.Format == app.FormatJSON {
		return app.WriteLine(a.Out, l)
	}
	page := a.Page(a.Out)
	withheld := 0
	for _, n := range l.Withheld {
		withheld += n
	}
	page.Line("%s  %s at position %d: %s sent, %d known there, %d refused, %d withheld", term.Clock(a.Now()), l.To, l.Position, term.Many(l.Sent, "event"), l.Known, l.Refused, withheld)
	if l.Error != nil {
		page.Line("  try %d: %s", l.Failures, l.Error.Error())
	}
	return page.Flush()
}

// sleep waits, and returns the error of ctx when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
