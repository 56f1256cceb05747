package eventlog

import (
	"context"
	"errors"
	"iter"

	"github.com/clawable/claw/domain"
)

// ReadPast yields what log.Read yields, and continues after each corrupt event,
// for which it yields [ErrCorrupt].
func ReadPast(ctx context.Context, log Log, q Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for limited, left := q.Limit > 0, q.Limit; !limited || left > 0; {
			q.Limit = left
			var damage error
			for e, err := range log.Read(ctx, q) {
				if err != nil {
					damage = err
					break
				}
				if !yield(e, nil) {
					return
				}
				q.After, q.AfterRevision, left = e.Position, e.Revision, left-1
			}
			if damage == nil || !yield(domain.Event{}, damage) {
				return
			}
			at, ok := DamagedAt(damage)
			if !ok || !at.After(q.After) {
				return
			}
			q.After = at
		}
	}
}

// DamagedAt returns the position that a corrupt error names, of several the last.
func DamagedAt(err error) (at domain.Position, ok bool) {
	var e *domain.Error
	if !errors.Is(err, ErrCorrupt) || !errors.As(err, &e) {
		return at, false
	}
	n, ok := e.Detail["position"].(uint64)
	return domain.PositionAt(n), ok
}
