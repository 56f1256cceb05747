// Package slicelog is a log in a slice, for the tests of what reads a log: it yields what it
// was given, or the failure that the test wants. It keeps nothing and is no engine.
package slicelog

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/origin"
)

// Log is a log in memory: event i of All has position i+1. One goroutine changes it.
type Log struct {
	ID  string
	All []domain.Event
	// Fails is the error in place of an event, nil for none. Reading ends there.
	Fails func(domain.Position) error

	index map[domain.EventID]int
}

// New makes a log that holds drafts.
func New(id string, drafts ...domain.Draft) *Log {
	l := &Log{ID: id, Fails: func(domain.Position) error { return nil }, index: map[domain.EventID]int{}}
	l.Append(drafts...)
	return l
}

// Append adds drafts at the end.
func (l *Log) Append(drafts ...domain.Draft) {
	for _, d := range drafts {
		l.index[d.ID] = len(l.All)
		l.All = append(l.All, domain.Event{Draft: d, Position: domain.PositionAt(uint64(len(l.All) + 1))})
	}
}

// Before is the log as it was when it held n events.
func (l *Log) Before(n int) *Log {
	return &Log{ID: l.ID, All: l.All[:n], Fails: l.Fails, index: l.index}
}

// Events implements [origin.Log].
func (l *Log) Events(_ context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for _, e := range l.All[min(int(after.Number()), len(l.All)):] {
			if err := l.Fails(e.Position); err != nil {
				yield(domain.Event{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Get implements [origin.Log].
func (l *Log) Get(_ context.Context, id domain.EventID) (domain.Event, error) {
	i, ok := l.index[id]
	if !ok || i >= len(l.All) {
		return domain.Event{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "get", Message: "no such event"}
	}
	return l.All[i], nil
}

// Head implements [origin.Log].
func (l *Log) Head(context.Context) (origin.Head, error) {
	return origin.Head{ID: l.ID, Position: domain.PositionAt(uint64(len(l.All)))}, nil
}
