package view

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// asking fills the document of a list from the read model.
type asking func(*Views, selection.Filter, selection.Page) (app.Document, error)

// LiveOptions are the flags of a list that can be followed on the terminal.
type LiveOptions struct {
	ListOptions
	watch bool // redraw the list when the log changes, until the run is interrupted
}

// Flags declares the flags of a list and --watch.
func (o *LiveOptions) Flags(f *pflag.FlagSet) {
	o.ListOptions.Flags(f)
	o.LaneFlags(f)
	f.BoolVar(&o.watch, "watch", false, "stay on the terminal and redraw when the log changes, until Ctrl-C")
}

// LiveList makes the verb of a list that --watch redraws on the terminal, with its flags.
func LiveList(a *app.App, use, short string, o LiveOptions, ask asking) *cobra.Command {
	cmd := List(a, use, short, &o.ListOptions, ask)
	once := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !o.watch {
			return once(cmd, args)
		}
		return live(a, cmd.Name(), o.ListOptions, ask)
	}
	o.Flags(cmd.Flags())
	return cmd
}

// pagedOptions are the flags of verbs whose answer is shown in a pager.
type pagedOptions struct{ noPager bool }

func (o *pagedOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.noPager, "no-pager", false, "print the whole answer at once, also where it is longer than the terminal")
}

// Paged makes a verb show an answer that is longer than the terminal in a pager, unless --no-pager
// is given.
func Paged(a *app.App, cmd *cobra.Command) {
	var o pagedOptions
	o.flags(cmd.Flags())
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a.Paged = !o.noPager
		return run(cmd, args)
	}
}

const (
	// drawEvery is the least time between two drawings.
	drawEvery = 200 * time.Millisecond
	// ageEvery is how long the ages on the screen may be out of date.
	ageEvery = 30 * time.Second
)

// live draws a list until the run is interrupted, which is no error.
func live(a *app.App, name string, o ListOptions, ask asking) error {
	if err := canDraw(a, name); err != nil {
		return err
	}
	v, filter, page, err := o.Asked(a)
	if err != nil {
		return err
	}
	err = onScreen(a, func(s *screen) error {
		for {
			if filter.Since, err = ParseSince(o.Since, a.Now()); err != nil {
				return err
			}
			doc, err := ask(v, filter, page)
			if err != nil {
				return err
			}
			if err := s.draw(doc, liveTitle(a, name, v)); err != nil {
				return err
			}
			if err := untilNews(a, v, s); err != nil {
				return err
			}
		}
	})
	app.PrintWarnings(a)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// canDraw refuses an output that is no terminal.
func canDraw(a *app.App, name string) error {
	const hint = "programs follow outcomes with claw watch --json"
	switch {
	case a.Format == app.FormatJSON:
		return app.UsageError("parse arguments", "--watch --json", "contradict each other: a screen is for people", hint)
	case a.Flags.AsOf != "":
		return app.UsageError("parse arguments", "--watch --as-of "+a.Flags.AsOf, "contradict each other: what is drawn is of now", "leave one of them out")
	case !a.OutTerminal || a.Env("TERM") == "dumb":
		return app.UsageError("draw "+name, "standard output", "is no terminal that can be drawn on", hint)
	}
	return nil
}

func liveTitle(a *app.App, name string, v *Views) string {
	title := "claw " + name + "  " + a.Now().Format(time.TimeOnly) + "  position " + strconv.FormatUint(v.Status.Position, 10)
	if v.Status.Stale {
		title += ", behind the log"
	}
	return title + "  Ctrl-C ends"
}

// untilNews returns when the log has new events, the terminal has another size, or ageEvery has
// passed. The read model is at the head of the log then.
func untilNews(a *app.App, v *Views, s *screen) error {
	patient, stop := context.WithCancel(a.Ctx)
	defer stop()
	grown := make(chan error, 1)
	go func() { grown <- Projected{a.Open}.Await(patient, domain.PositionAt(v.Status.Position)) }()
	select {
	case err := <-grown:
		if err != nil {
			return err
		}
		if err := rest(a, drawEvery); err != nil { // to draw more events at once
			return err
		}
	case <-s.resized:
		stop()
		<-grown
	case <-time.After(ageEvery):
		stop()
		<-grown
	}
	var err error
	if v.AsOf, err = app.ReadingTime(a); err != nil {
		return err
	}
	v.Status, err = v.CatchUp(a.Ctx)
	return err
}

// rest waits for d, and returns the error of a run that is interrupted.
func rest(a *app.App, d time.Duration) error {
	select {
	case <-a.Ctx.Done():
		return a.Ctx.Err()
	case <-time.After(d):
		return nil
	}
}
