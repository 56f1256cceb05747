// Package foldtest makes and draws small logs for the tests of folds, and folds them. It is for
// tests alone.
package foldtest

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/tools"
)

// Log is a log in a slice.
type Log []domain.Event

// Events implements [feed.Source].
func (s Log) Events(_ context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for i, e := range s {
			e.Position = domain.PositionAt(uint64(i + 1))
			if e.Position.After(after) && !yield(e, nil) {
				return
			}
		}
	}
}

// Replay is the state of a log.
func Replay(t testing.TB, log Log) *projections.Memory {
	t.Helper()
	m, err := projections.Replay(context.Background(), log, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Option changes an event in the making.
type Option func(*domain.Event)

// Start is when the logs begin.
var Start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Event makes the n-th event of a test: its id, its seq and, n seconds after
// [Start], its time follow from n.
func Event(n int, kind domain.Kind, data string, options ...Option) domain.Event {
	var e domain.Event
	e.ID = domain.EventID(domain.Derive(Start, "test", fmt.Sprint(n)))
	e.Kind, e.Version, e.Data = kind, 1, []byte(data)
	e.ObservedAt = domain.At(Start.Add(time.Duration(n) * time.Second))
	e.Emitter, e.Seq, e.SeqKind = "import/"+Session, uint64(n), domain.SeqOrdinal
	e.Epoch = domain.SessionID(Session).Epoch()
	e.Source = domain.Source{Kind: domain.SourceLive, Channel: "import:claude-code", Trust: domain.TrustMedium}
	e.Subject.Session = domain.Known[domain.SessionID](Session)
	for _, o := range options {
		o(&e)
	}
	return e
}

// In has the event name a session.
func In(session domain.SessionID) Option {
	return func(e *domain.Event) { e.Subject.Session = domain.Known(session) }
}

// Turn has the event name a turn.
func Turn(id domain.TurnID) Option {
	return func(e *domain.Event) { e.Subject.Turn = domain.Known(id) }
}

// Item has the event name an item.
func Item(id domain.ItemID) Option {
	return func(e *domain.Event) { e.Subject.Item = domain.Known(id) }
}

// At has the event observed so many seconds after [Start].
func At(seconds int) Option {
	return func(e *domain.Event) { e.ObservedAt = domain.At(Start.Add(time.Duration(seconds) * time.Second)) }
}

// Timeless takes the time of the event away.
func Timeless(e *domain.Event) { e.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone) }

// Erased takes the data of the event away.
func Erased(e *domain.Event) { e.Data, e.Erased = nil, true }

// Traffic has the event come from a source of a kind.
func Traffic(kind domain.SourceKind) Option {
	return func(e *domain.Event) { e.Source.Kind = kind }
}

// By has an emitter say the event.
func By(emitter domain.EmitterID) Option {
	return func(e *domain.Event) { e.Emitter = emitter }
}

// Live has a hook of another host say the event.
func Live(e *domain.Event) {
	e.Emitter, e.Source.Channel = "hook/host", "hooks"
	e.Epoch = domain.SessionID("hook/host").Epoch()
}

// Seq has the emitter count the event as its n-th.
func Seq(n uint64) Option { return func(e *domain.Event) { e.Seq = n } }

// Trust has the event believed so far.
func Trust(level domain.Trust) Option {
	return func(e *domain.Event) { e.Source.Trust = level }
}

// Session is the session of an event that names no other one.
const Session = "claude-code/s"

// UniqueItem is the id of an item that no other one has.
const UniqueItem = "toolu_019VHajDDQLTwDNqfdjXg5YC"

// OnlyCall is the only call of a state.
func OnlyCall(t *testing.T, m *projections.Memory) *tools.Call {
	t.Helper()
	calls := m.Calls()
	if len(calls) != 1 {
		t.Fatalf("%d tool calls, want 1", len(calls))
	}
	return &calls[0]
}
