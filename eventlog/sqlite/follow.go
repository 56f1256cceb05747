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
		if err := l.enter(ctx, "follow"); err != nil {
			yield(domain.Event{}, err)
			return
		}
		l.watch.begin(l)
		l.calls.Done()
		defer l.watch.end()
		c := l.newCursor(q)
		for {
			changed := l.changes()
			if !l.pass(ctx, "follow", c, yield) {
				return
			}
			if l.lost(q) {
				yield(domain.Event{}, l.damage)
				return
			}
			select {
			case <-changed:
			case <-l.closing:
			case <-ctx.Done():
			}
		}
	}
}
