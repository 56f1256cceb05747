package top

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/cockroachdb/errors"
)

// ErrDraw means that the terminal cannot be drawn on.
var ErrDraw = errors.New("the screen cannot be drawn")

// Terminal is where the board is drawn.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	Env []string
	Look
}

// later is [Pause] by the clock.
func later(d time.Duration, then tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return then })
}

// Run draws the board until a key or ctx ends it, which is no error. The terminal is then as it was, also after
// a panic.
//
// Errors: that of reading the first board; [ErrDraw] where the terminal cannot be drawn on.
func Run(ctx context.Context, on Terminal, source Source) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	first, err := source.Board(ctx, pageOfLanes)
	if err != nil {
		return err
	}
	program := tea.NewProgram(New(ctx, source, first, on.Look, later), tea.WithInput(on.In), tea.WithOutput(on.Out), tea.WithEnvironment(on.Env), tea.WithoutSignalHandler())
	defer context.AfterFunc(ctx, program.Quit)()
	if _, err = program.Run(); err != nil && !errors.Is(err, context.Canceled) {
		return errors.Mark(errors.Wrap(err, "draw the screen"), ErrDraw)
	}
	return nil
}
