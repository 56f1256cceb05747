package esdbtest

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Empty is a log as a store that holds nothing yet: the first event of the log beneath, its opening, is not
// shown.
type Empty struct{ eventlog.Log }

// Append implements [eventlog.Log].
func (l Empty) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	receipts, err := l.Log.Append(ctx, stream, want, drafts)
	for i := range receipts {
		receipts[i].Position = moved(receipts[i].Position, -1)
	}
	return receipts, err
}

// Read implements [eventlog.Log].
func (l Empty) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return shown(l.Log.Read(ctx, beneath(q)))
}

// Follow implements [eventlog.Log].
func (l Empty) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return shown(l.Log.Follow(ctx, beneath(q)))
}

// Get implements [eventlog.Log].
func (l Empty) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	e, err := l.Log.Get(ctx, id)
	e.Position = moved(e.Position, -1)
	return e, err
}

// Head implements [eventlog.Log].
func (l Empty) Head(ctx context.Context) (eventlog.Head, error) {
	h, err := l.Log.Head(ctx)
	h.Position = moved(h.Position, -1)
	return h, err
}

// beneath asks the log beneath for the same events.
func beneath(q eventlog.Query) eventlog.Query {
	q.After = moved(q.After, 1)
	if !q.Until.IsZero() {
		q.Until = moved(q.Until, 1)
	}
	return q
}

func shown(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range events {
			if e.Position = moved(e.Position, -1); !yield(e, err) {
				return
			}
		}
	}
}

func moved(p domain.Position, by int64) domain.Position {
	return domain.PositionAt(uint64(max(0, int64(p.Number())+by)))
}
