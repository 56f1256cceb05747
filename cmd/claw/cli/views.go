package cli

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
)

// views is the read model of this run's log, at the log's head.
type views struct {
	*store.Store
	status store.Status
	asOf   domain.Instant
}

// projected is a log as the store needs it.
type projected struct{ log eventlog.Log }

func (p projected) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return p.log.Read(ctx, eventlog.Query{After: after})
}

func (p projected) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	return p.log.Get(ctx, id)
}

func (p projected) Head(ctx context.Context) (store.Head, error) {
	h, err := p.log.Head(ctx)
	return store.Head{ID: h.ID, Replay: h.Replay, Position: h.Position}, err
}

// Await implements [keep.Log].
func (p projected) Await(ctx context.Context, after domain.Position) error {
	for _, err := range p.log.Follow(ctx, eventlog.Query{After: after, Limit: 1, EnvelopeOnly: true}) {
		if errors.Is(err, eventlog.ErrCorrupt) {
			return nil // it is there; who reads it parks it
		}
		return err
	}
	return nil
}

// views opens the read model and brings it to the head of the log.
func (a *app) views() (*views, error) {
	asOf, err := a.readingTime()
	if err != nil {
		return nil, err
	}
	log, at, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	path, isFile := modelPath(at)
	s := store.New(path, projected{log}, store.Options{Memory: !isFile})
	a.closers = append(a.closers, s.Close)
	status, err := s.CatchUp(a.ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range status.Warnings {
		a.warn("read_model", w)
	}
	v := &views{s, status, asOf}
	return v, a.warnOfParked(v)
}

// warnOfParked says that answers are without the events that were set aside.
func (a *app) warnOfParked(v *views) error {
	parked, err := v.Parked(store.Page{Limit: 1})
	if err == nil && parked.Total > 0 {
		a.warn("set_aside", "what is shown is without "+many(parked.Total, "event")+countsText(parked.ByReason))
	}
	return err
}

// lane returns the outcome of a lane by its id or a beginning of it.
//
// Whether it is actionable follows from scope and outcome: their events stand for it.
func (v *views) lane(id string) (lane.Outcome, error) {
	o, err := v.LaneOutcome(id)
	if b, said := o.Because["actionable"]; said {
		b.Events = slices.Concat(o.Because["scope"].Events, o.Because["outcome"].Events)
		slices.SortFunc(b.Events, domain.EventID.Compare)
		b.Events = slices.Compact(b.Events)
		o.Because["actionable"] = b
	}
	return o, err
}

// shortLanes returns n lanes' ids as people type them.
func (v *views) shortLanes(n int, lane func(int) domain.LaneID) ([]string, error) {
	short := make([]string, n)
	for i := range short {
		var err error
		if short[i], err = v.ShortLane(lane(i)); err != nil {
			return nil, err
		}
	}
	return short, nil
}

// reading says as of when and how far the log was read.
type reading struct {
	AsOf         domain.Instant `json:"as_of"`
	AsOfPosition uint64         `json:"as_of_position"`
	Stale        bool           `json:"stale"` // the read model is behind the log
}

func (v *views) reading() reading {
	return reading{v.asOf, v.status.Position, v.status.Stale}
}
