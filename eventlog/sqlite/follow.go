package sqlite

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Follow implements [eventlog.Log].
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		if err := l.calls.enter(ctx, "follow"); err != nil {
			yield(domain.Event{}, err)
			return
		}
		l.watch.Begin()
		l.calls.leave()
		defer l.watch.End()
		c := l.source.cursor(q)
		for {
			changed := l.calls.changes()
			if !l.pass(ctx, "follow", c, yield) {
				return
			}
			if beyond(l.damage, q) {
				yield(domain.Event{}, l.damage)
				return
			}
			select {
			case <-changed:
			case <-l.calls.closing:
			case <-ctx.Done():
			}
		}
	}
}
