package view

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// Views is the read model of this run's log, at the log's head.
type Views struct {
	*store.Store
	Status store.Status
	AsOf   domain.Instant
}

// Projected is a log with the interface of the store.
type Projected struct{ Log eventlog.Log }

func (p Projected) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return p.Log.Read(ctx, eventlog.Query{After: after})
}

func (p Projected) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	return p.Log.Get(ctx, id)
}

func (p Projected) Head(ctx context.Context) (origin.Head, error) {
	h, err := p.Log.Head(ctx)
	return origin.Head{ID: h.ID, Replay: h.Replay, Position: h.Position}, err
}

// Await implements [keep.Log].
func (p Projected) Await(ctx context.Context, after domain.Position) error {
	for _, err := range p.Log.Follow(ctx, eventlog.Query{After: after, Limit: 1, EnvelopeOnly: true}) {
		if errors.Is(err, eventlog.ErrCorrupt) {
			return nil // the event exists: the store parks it
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
	s := modelOf(a, log, at)
	status, err := s.CatchUp(a.Ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range status.Warnings {
		a.Warn("read_model", w)
	}
	app.WarnOfZone(a)
	v := &Views{s, status, asOf}
	return v, warnOfParked(a, v)
}

// modelOf is the read model that is held for this run, or one that is closed when the run ends.
func modelOf(a *app.App, log eventlog.Log, at app.Setting) *store.Store {
	if a.Held != nil {
		return a.Held.Model
	}
	s := NewModel(a, log, at, 0)
	a.Closers = append(a.Closers, s.Close)
	return s
}

// NewModel is the read model of a log, which the caller closes. patience is how long it waits for other
// processes; 0: the default of the store.
func NewModel(a *app.App, log eventlog.Log, at app.Setting, patience time.Duration) *store.Store {
	path, isFile := app.ModelPath(a, at)
	return store.New(path, Projected{log}, store.Options{Memory: !isFile, Patience: patience})
}

// IndexAlong indexes the words of what this run appends to a log while it appends, so that the first search need
// not. finish waits until all of it is indexed, and warns where it cannot be: the next search then does it.
func IndexAlong(a *app.App, log eventlog.Log, at app.Setting) (finish func()) {
	appended, indexed := make(chan struct{}), make(chan error, 1)
	go func() { indexed <- NewModel(a, log, at, 0).IndexAlong(a.Ctx, Projected{log}, appended) }()
	return func() {
		close(appended)
		if err := <-indexed; err != nil && a.Ctx.Err() == nil {
			a.Warn("search_index", "the search index is behind the log: "+err.Error()+"; the next search brings it on")
		}
	}
}

// warnOfParked warns that answers are without the events that were parked.
func warnOfParked(a *app.App, v *Views) error {
	parked, err := query.Parked(v, selection.Page{Limit: 1})
	if err == nil && parked.Total > 0 {
		a.Warn("set_aside", "what is shown is without "+term.Many(parked.Total, "event")+term.CountsText(parked.ByReason))
	}
	return err
}

// Outcome returns the outcome of a lane by its id or the beginning of one.
//
// Whether it is actionable follows from scope and outcome, therefore their events are its reasons
// too.
func (v *Views) Outcome(id string) (lane.Outcome, error) {
	o, err := query.LaneOutcome(v, id)
	if b, said := o.Because["actionable"]; said {
		b.Events = slices.Concat(o.Because["scope"].Events, o.Because["outcome"].Events)
		slices.SortFunc(b.Events, domain.EventID.Compare)
		b.Events = slices.Compact(b.Events)
		o.Because["actionable"] = b
	}
	return o, err
}

// ShortLanes returns the ids of n lanes, each shortened to what is unique.
func (v *Views) ShortLanes(n int, lane func(int) domain.LaneID) ([]string, error) {
	short := make([]string, n)
	for i := range short {
		var err error
		if short[i], err = query.ShortLane(v, lane(i)); err != nil {
			return nil, err
		}
	}
	return short, nil
}

// ShortSessions returns the ids of n sessions, as people type them: where a screen shows them, each
// shortened to what is unique; a pipe and documents have whole ids. "" stays.
func (v *Views) ShortSessions(a *app.App, n int, session func(int) domain.SessionID) ([]string, error) {
	ids := make([]string, n)
	for i := range ids {
		id := session(i)
		ids[i] = string(id)
		if id == "" || a.Format != app.FormatText || !a.OutTerminal {
			continue
		}
		var err error
		if ids[i], err = query.ShortSession(v, id); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// ReadAt is the time of reading, and the position up to which the log was read.
type ReadAt struct {
	AsOf         domain.Instant `json:"as_of"`
	AsOfPosition uint64         `json:"as_of_position"`
	Stale        bool           `json:"stale"` // the read model is behind the log
}

func (v *Views) ReadAt() ReadAt {
	return ReadAt{v.AsOf, v.Status.Position, v.Status.Stale}
}

// Session returns the session that a person typed, by its id or the beginning of one, with or without
// its agent; "" for none. An id that the log does not know stays, because it selects the session once
// it exists.
//
// Errors: kind usage where several begin like this; kind not_found for what is neither an id nor the
// beginning of one.
func (v *Views) Session(typed string) (domain.SessionID, error) {
	if typed == "" {
		return "", nil
	}
	id, err := query.SessionNamed(v, typed)
	if source, own := domain.SessionID(typed).Split(); domain.KindOf(err) == domain.ErrNotFound && source != "" && own != "" {
		return domain.SessionID(typed), nil
	}
	return id, err
}

// SessionTyped is [Views.Session], which opens the read model where something was typed.
func SessionTyped(a *app.App, typed string) (domain.SessionID, error) {
	if typed == "" {
		return "", nil
	}
	v, err := Open(a)
	if err != nil {
		return "", err
	}
	return v.Session(typed)
}

// LaneTyped is the lane that a person typed, "" for none.
func LaneTyped(a *app.App, typed string) (domain.LaneID, error) {
	if typed == "" {
		return "", nil
	}
	v, err := Open(a)
	if err != nil {
		return "", err
	}
	o, err := v.Outcome(typed)
	return o.Lane, err
}
