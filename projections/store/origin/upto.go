package origin

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
)

// UpTo is a log as it was at a position.
type UpTo struct {
	Log
	At Head
}

// Head implements [Log].
func (l UpTo) Head(context.Context) (Head, error) { return l.At, nil }

// Events implements [feed.Source].
func (l UpTo) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		if !l.At.Position.After(after) {
			return
		}
		for e, err := range l.Log.Events(ctx, after) {
			if damaged, at := CorruptAt(Failed(err)); err != nil && damaged && at.After(l.At.Position) {
				return
			}
			if err == nil && e.Position.After(l.At.Position) {
				return
			}
			if !yield(e, err) || err != nil || e.Position == l.At.Position {
				return
			}
		}
	}
}

// Past is a source without the events that cannot be read, each of which it reports.
type Past struct {
	feed.Source
	Damaged func(domain.Position) error
}

// Events implements [feed.Source].
func (p Past) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
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
			damaged, at := CorruptAt(Failed(broke))
			if damaged && at.After(after) {
				if broke = p.Damaged(at); broke == nil {
					after = at
					continue
				}
			}
			yield(domain.Event{}, broke)
			return
		}
	}
}
