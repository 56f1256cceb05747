package view

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
)

// Views is the read model of this run's log, at the log's head.
type Views struct {
	*store.Store
	Status store.Status
	AsOf   domain.Instant
}

// Projected is a log as the store needs it.
type Projected struct{ Log eventlog.Log }

func (p Projected) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return p.Log.Read(ctx, eventlog.Query{After: after})
}

func (p Projected) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	return p.Log.Get(ctx, id)
}

func (p Projected) Head(ctx context.Context) (store.Head, error) {
	h, err := p.Log.Head(ctx)
	return store.Head{ID: h.ID, Replay: h.Replay, Position: h.Position}, err
}

// Await implements [keep.Log].
func (p Projected) Await(ctx context.Context, after domain.Position) error {
	for _, err := range p.Log.Follow(ctx, eventlog.Query{After: after, Limit: 1, EnvelopeOnly: true}) {
		if errors.Is(err, eventlog.ErrCorrupt) {
			return nil // it is there; who reads it parks it
		}
		return err
	}
	return nil
}

// Open opens the read model and brings it to the head of the log.
func Open(a *app.App) (*Views, error) {
	asOf, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	path, isFile := app.ModelPath(at)
	s := store.New(path, Projected{log}, store.Options{Memory: !isFile})
	a.Closers = append(a.Closers, s.Close)
	status, err := s.CatchUp(a.Ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range status.Warnings {
		a.Warn("read_model", w)
	}
	v := &Views{s, status, asOf}
	return v, warnOfParked(a, v)
}

// warnOfParked says that answers are without the events that were set aside.
func warnOfParked(a *app.App, v *Views) error {
	parked, err := v.Parked(store.Page{Limit: 1})
	if err == nil && parked.Total > 0 {
		a.Warn("set_aside", "what is shown is without "+term.Many(parked.Total, "event")+term.CountsText(parked.ByReason))
	}
	return err
}

// Outcome returns the outcome of a lane by its id or a beginning of it.
//
// Whether it is actionable follows from scope and outcome: their events stand for it.
func (v *Views) Outcome(id string) (lane.Outcome, error) {
	o, err := v.LaneOutcome(id)
	if b, said := o.Because["actionable"]; said {
		b.Events = slices.Concat(o.Because["scope"].Events, o.Because["outcome"].Events)
		slices.SortFunc(b.Events, domain.EventID.Compare)
		b.Events = slices.Compact(b.Events)
		o.Because["actionable"] = b
	}
	return o, err
}

// ShortLanes returns n lanes' ids as people type them.
func (v *Views) ShortLanes(n int, lane func(int) domain.LaneID) ([]string, error) {
	short := make([]string, n)
	for i := range short {
		var err error
		if short[i], err = v.ShortLane(lane(i)); err != nil {
			return nil, err
		}
	}
	return short, nil
}

// ReadAt says as of when and how far the log was read.
type ReadAt struct {
	AsOf         domain.Instant `json:"as_of"`
	AsOfPosition uint64         `json:"as_of_position"`
	Stale        bool           `json:"stale"` // the read model is behind the log
}

func (v *Views) ReadAt() ReadAt {
	return ReadAt{v.AsOf, v.Status.Position, v.Status.Stale}
}
