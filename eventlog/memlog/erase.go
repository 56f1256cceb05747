package memlog

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var _ eventlog.Eraser = (*Log)(nil)

// Erase implements [eventlog.Eraser].
func (l *Log) Erase(ctx context.Context, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(ctx, "erase"); err != nil || len(drafts) == 0 {
		return nil, err
	}
	batch, err := l.prepare(drafts[0].Stream, drafts)
	if err != nil {
		return nil, err
	}
	todo, err := eventlog.Erasures(batch, func(id domain.EventID) (domain.Event, error) {
		if e := l.held(id); e != nil {
			return *e, nil
		}
		return domain.Event{}, eventlog.NotFound(id)
	})
	if err != nil {
		return nil, err
	}
	l.events = slices.Clone(l.events) // readers hold what was
	receipts := make([]eventlog.Receipt, len(todo))
	for i := range todo {
		l.events[l.byID[todo[i].Event.ID]] = todo[i].Event
		l.record(todo[i].Record)
		receipts[i] = receiptOf(l.held(todo[i].Record.ID))
	}
	l.wake()
	return receipts, nil
}

// Scour implements [eventlog.Eraser]: there are no files.
func (l *Log) Scour(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usable(ctx, "scour")
}
