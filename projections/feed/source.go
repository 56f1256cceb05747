// Package feed yields the events of a log as folds read them: in batches that are read while
// the one before is folded, and amended by what later events of the log say of them. It folds
// nothing and opens no log: events come through [Source]. Only [Ahead] starts a goroutine,
// which ends before the iteration does.
package feed

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
)

// Source yields the events of one log in log order.
type Source interface {
	// Events yields what is in the log after a position, which is exclusive, as of some
	// moment during the call. An error is yielded last; a *domain.Error of kind corrupt names
	// in Detail["position"] the event that cannot be read, and reading can continue after it.
	Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error]
}
