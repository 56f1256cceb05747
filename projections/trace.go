package projections

import (
	"bytes"
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/statejson"
)

// Suspect is an entity that a read model holds otherwise than a replay.
type Suspect struct {
	Stored      []byte // the state that the read model has; nil: none
	first, last domain.Position
	matched     bool            // Stored was the state after some event
	after       domain.Position // the first event since it was no more; zero: it still is
}

// Diverges is the position of the first event that the stored state does not show: the
// one after the last event whose state it is; of a state that never was, the first
// event of the entity; of one that is as it should be, the last. Zero: no event.
func (s *Suspect) Diverges() domain.Position {
	switch {
	case !s.matched:
		return s.first
	case s.after.IsZero():
		return s.last
	}
	return s.after
}

// see takes the state of the entity after an event.
func (s *Suspect) see(at domain.Position, state []byte) {
	if s.first.IsZero() {
		s.first = at
	}
	s.last = at
	if s.Stored != nil && bytes.Equal(state, s.Stored) {
		s.matched, s.after = true, domain.Position{}
	} else if s.matched && s.after.IsZero() {
		s.after = at
	}
}

// Suspects are by the names of folds and the keys of entities.
type Suspects map[string]map[string]*Suspect

// Trace replays the events of a source and finds for each suspect where it diverges.
//
// Errors: those of the source, and of ctx.
func Trace(ctx context.Context, from feed.Source, o Options, of Suspects) error {
	var at domain.Position
	var touched []func() error
	b := FoldSet{
		Sessions:  newTraced(&Sessions, of, &touched, &at),
		Messages:  newTraced(&Messages, of, &touched, &at),
		Tools:     newTraced(&ToolCalls, of, &touched, &at),
		Usage:     newTraced(&Usage, of, &touched, &at),
		Failures:  newTraced(&Failures, of, &touched, &at),
		Approvals: newTraced(&Approvals, of, &touched, &at),
		Ships:     newTraced(&Ships, of, &touched, &at),
		Commits:   newTraced(&Commits, of, &touched, &at),
		Lanes:     noLanes{},
		Park:      func(domain.Position, Parked) error { return nil },
	}
	return feed.Each(ctx, from, domain.Position{}, func(e *domain.Event) error {
		at, touched = e.Position, touched[:0]
		if err := b.Apply(o, e); err != nil {
			return err
		}
		for _, see := range touched {
			if err := see(); err != nil {
				return err
			}
		}
		return nil
	})
}

// traced is an [EntityMap] that remembers suspects alone.
type traced[E any] struct {
	suspects map[string]*Suspect
	entities map[string]*E
	touched  *[]func() error // what looks at the entities that the current event took
	at       *domain.Position
	buf      []byte
}

func newTraced[E, D any](f *Fold[E, D], of Suspects, touched *[]func() error, at *domain.Position) *traced[E] {
	return &traced[E]{suspects: of[f.Name], entities: map[string]*E{}, touched: touched, at: at}
}

// Take implements [EntityMap].
func (t *traced[E]) Take(key string) (*E, error) {
	suspect := t.suspects[key]
	if suspect == nil {
		return new(E), nil
	}
	e := t.entities[key]
	if e == nil {
		e = new(E)
		t.entities[key] = e
	}
	*t.touched = append(*t.touched, func() (err error) {
		if t.buf, err = statejson.Append(t.buf[:0], e); err == nil {
			suspect.see(*t.at, t.buf)
		}
		return err
	})
	return e, nil
}

type noLanes struct{}

// File implements [LaneBook].
func (noLanes) File(*fact.Fact) error { return nil }
