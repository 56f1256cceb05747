package store

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// upTo is a log as it was at a position.
type upTo struct {
	Log
	head Head
}

// Head implements [Log].
func (l upTo) Head(context.Context) (Head, error) { return l.head, nil }

// Events implements [projections.Source].
func (l upTo) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		if !l.head.Position.After(after) {
			return
		}
		for e, err := range l.Log.Events(ctx, after) {
			if damaged, at := corruptAt(logFailure{err}); err != nil && damaged && at.After(l.head.Position) {
				return
			}
			if err == nil && e.Position.After(l.head.Position) {
				return
			}
			if !yield(e, err) || err != nil || e.Position == l.head.Position {
				return
			}
		}
	}
}

// past is a source without the events that cannot be read, each of which it tells of.
type past struct {
	projections.Source
	damaged func(domain.Position) error
}

// Events implements [projections.Source].
func (p past) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for {
			var broke error
			for e, err := range p.Source.Events(ctx, after) {
				if err != nil {
					broke = err
					break
				}
				if !yield(e, nil) {
					return
				}
				after = e.Position
			}
			if broke == nil {
				return
			}
			damaged, at := corruptAt(logFailure{broke})
			if damaged && at.After(after) {
				if broke = p.damaged(at); broke == nil {
					after = at
					continue
				}
			}
			yield(domain.Event{}, broke)
			return
		}
	}
}
