package cli

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// asking fills the document of a list from the read model.
type asking func(*views, store.Filter, store.Page) (document, error)

// liveList is a list that --watch keeps on the terminal, drawn anew when the log goes on.
func (a *app) liveList(use, short string, l *listing, ask asking) *cobra.Command {
	cmd := a.list(use, short, l, ask)
	once := cmd.RunE
	var watch bool
	cmd.Flags().BoolVar(&watch, "watch", false, "stay on the terminal and redraw when the log changes, until Ctrl-C")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !watch {
			return once(cmd, args)
		}
		return a.live(cmd.Name(), l, ask)
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
func (a *app) live(name string, l *listing, ask asking) error {
	if err := a.canDraw(name); err != nil {
		return err
	}
	v, filter, page, err := l.asked(a)
	if err != nil {
		return err
	}
	lane := filter.Lane
	err = a.onScreen(func(s *screen) error {
		for {
			if filter, err = l.filter(a.Now()); err != nil {
				return err
			}
			filter.Lane = lane
			doc, err := ask(v, filter, page)
			if err != nil {
				return err
			}
			if err := s.draw(doc, a.liveTitle(name, v)); err != nil {
				return err
			}
			if err := a.untilNews(v, s); err != nil {
				return err
			}
		}
	})
	a.tellWarnings()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// canDraw refuses what is not a terminal in front of a person.
func (a *app) canDraw(name string) error {
	const hint = "programs follow outcomes with claw watch --json"
	switch {
	case a.format == formatJSON:
		return usageError("parse arguments", "--watch --json", "contradict each other: a screen is for people", hint)
	case a.flags.asOf != "":
		return usageError("parse arguments", "--watch --as-of "+a.flags.asOf, "contradict each other: what is drawn is of now", "leave one of them out")
	case !a.OutTerminal || a.Env("TERM") == "dumb":
		return usageError("draw "+name, "standard output", "is no terminal that can be drawn on", hint)
	}
	return nil
}

func (a *app) liveTitle(name string, v *views) string {
	title := "claw " + name + "  " + a.Now().Format(time.TimeOnly) + "  position " + strconv.FormatUint(v.status.Position, 10)
	if v.status.Stale {
		title += ", behind the log"
	}
	return title + "  Ctrl-C ends"
}

// untilNews returns when there is something to draw: the log went on, the terminal has
// another size, or time went by. The read model is at the head then.
func (a *app) untilNews(v *views, s *screen) error {
	patient, stop := context.WithCancel(a.ctx)
	defer stop()
	grown := make(chan error, 1)
	go func() { grown <- projected{a.open}.Await(patient, domain.PositionAt(v.status.Position)) }()
	select {
	case err := <-grown:
		if err != nil {
			return err
		}
		if err := a.rest(drawEvery); err != nil { // more will have come
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
	if v.asOf, err = a.readingTime(); err != nil {
		return err
	}
	v.status, err = v.CatchUp(a.ctx)
	return err
}

// rest waits, or returns the error of a run that is interrupted.
func (a *app) rest(d time.Duration) error {
	select {
	case <-a.ctx.Done():
		return a.ctx.Err()
	case <-time.After(d):
		return nil
	}
}
