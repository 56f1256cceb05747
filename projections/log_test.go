package projections_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// events is a log in a slice.
type events []domain.Event

func (s events) Events(_ context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for i, e := range s {
			e.Position = domain.PositionAt(uint64(i + 1))
			if e.Position.After(after) && !yield(e, nil) {
				return
			}
		}
	}
}

func replay(t testing.TB, log events) *projections.Memory {
	t.Helper()
	m, err := projections.Replay(context.Background(), log, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// option changes an event in the making.
type option func(*domain.Event)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// event makes the n-th event of a test: its id, its seq and, n seconds after
// start, its time follow from n.
func event(n int, kind domain.Kind, data string, options ...option) domain.Event {
	var e domain.Event
	e.ID = domain.EventID(domain.Derive(start, "test", fmt.Sprint(n)))
	e.Kind, e.Version, e.Data = kind, 1, []byte(data)
	e.ObservedAt = domain.At(start.Add(time.Duration(n) * time.Second))
	e.Emitter, e.Seq, e.SeqKind = "import/claude-code/s", uint64(n), domain.SeqOrdinal
	e.Epoch = domain.SessionID("claude-code/s").Epoch()
	e.Source = domain.Source{Kind: domain.SourceLive, Channel: "import:claude-code", Trust: domain.TrustMedium}
	e.Subject.Session = domain.Known[domain.SessionID]("claude-code/s")
	for _, o := range options {
		o(&e)
	}
	return e
}

func in(session domain.SessionID) option {
	return func(e *domain.Event) { e.Subject.Session = domain.Known(session) }
}
func turn(id domain.TurnID) option {
	return func(e *domain.Event) { e.Subject.Turn = domain.Known(id) }
}
func item(id domain.ItemID) option {
	return func(e *domain.Event) { e.Subject.Item = domain.Known(id) }
}
func at(seconds int) option {
	return func(e *domain.Event) { e.ObservedAt = domain.At(start.Add(time.Duration(seconds) * time.Second)) }
}
func timeless(e *domain.Event) { e.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone) }
func erased(e *domain.Event)   { e.Data, e.Erased = nil, true }
func traffic(kind domain.SourceKind) option {
	return func(e *domain.Event) { e.Source.Kind = kind }
}
func by(emitter domain.EmitterID) option {
	return func(e *domain.Event) { e.Emitter = emitter }
}
func live(e *domain.Event) {
	e.Emitter, e.Source.Channel = "hook/host", "hooks"
	e.Epoch = domain.SessionID("hook/host").Epoch()
}
func seq(n uint64) option { return func(e *domain.Event) { e.Seq = n } }
func trust(level domain.Trust) option {
	return func(e *domain.Event) { e.Source.Trust = level }
}
