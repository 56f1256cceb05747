package view

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// asking fills the document of a list from the read model.
type asking func(*Views, store.Filter, store.Page) (app.Document, error)

// LiveList is a list that --watch keeps on the terminal, drawn anew when the log goes on.
func LiveList(a *app.App, use, short string, l *Listing, ask asking) *cobra.Command {
	cmd := List(a, use, short, l, ask)
	once := cmd.RunE
	var watch bool
	cmd.Flags().BoolVar(&watch, "watch", false, "stay on the terminal and redraw when the log changes, until Ctrl-C")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !watch {
			return once(cmd, args)
		}
		return live(a, cmd.Name(), l, ask)
	}
	return cmd
}

const (
	// drawEvery is the least time between two drawings of a log that goes on.
	drawEvery = 200 * time.Millisecond
	// ageEvery is how long ages on the screen may be out of date.
	ageEvery = 30 * time.Second
)

// live draws a list until the run is interrupted, which is its good end.
func live(a *app.App, name string, l *Listing, ask asking) error {
	if err := canDraw(a, name); err != nil {
		return err
	}
	v, filter, page, err := l.Asked(a)
	if err != nil {
		return err
	}
	lane := filter.Lane
	err = onScreen(a, func(s *screen) error {
		for {
			if filter, err = l.filter(a.Now()); err != nil {
				return err
			}
			filter.Lane = lane
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
	app.TellWarnings(a)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// canDraw refuses what is not a terminal in front of a person.
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

// untilNews returns when there is something to draw: the log went on, the terminal has
// another size, or time went by. The read model is at the head then.
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
		if err := rest(a, drawEvery); err != nil { // more will have come
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

// rest waits, or returns the error of a run that is interrupted.
func rest(a *app.App, d time.Duration) error {
	select {
	case <-a.Ctx.Done():
		return a.Ctx.Err()
	case <-time.After(d):
		return nil
	}
}
