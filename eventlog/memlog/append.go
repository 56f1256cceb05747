package memlog

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Append implements [eventlog.Log].
func (l *Log) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(ctx, "append"); err != nil {
		return nil, err
	}
	batch, err := l.prepare(stream, drafts)
	if err != nil {
		return nil, err
	}
	revision := domain.Revision(len(l.byStream[stream]))
	write, same, err := eventlog.Admit(stream, want, revision, batch, func(i int) *domain.Event { return l.held(batch[i].ID) })
	if err != nil {
		return nil, err
	}
	for i := range batch {
		if write[i] {
			l.record(&batch[i])
		}
	}
	receipts := make([]eventlog.Receipt, len(batch))
	for i := range batch {
		receipts[i] = receiptOf(l.held(batch[i].ID))
		receipts[i].Repeated = !write[same[i]] || same[i] != i
	}
	l.wake()
	return receipts, nil
}

func (l *Log) prepare(stream domain.StreamID, drafts []domain.Draft) ([]domain.Event, error) {
	if err := eventlog.CheckBatch(stream, drafts); err != nil {
		return nil, err
	}
	batch := make([]domain.Event, len(drafts))
	for i := range drafts {
		e, err := eventlog.Prepare(&drafts[i], l.options.Random)
		if err != nil {
			return nil, err
		}
		batch[i] = clone(&e)
	}
	return batch, nil
}

// held returns the event with this id, nil for none; l is locked.
func (l *Log) held(id domain.EventID) *domain.Event {
	if i, ok := l.byID[id]; ok {
		return &l.events[i]
	}
	return nil
}

// record adds e at the end of the log and of its stream; l is locked.
func (l *Log) record(e *domain.Event) {
	var last time.Time
	if n := len(l.events); n > 0 {
		last = l.events[n-1].RecordedAt
	}
	index := len(l.events)
	e.RecordedAt, e.ClockBehind = eventlog.Stamp(l.options.Now().Add(l.ahead), last)
	e.Position = domain.PositionAt(uint64(index) + 1)
	e.Revision = domain.Revision(len(l.byStream[e.Stream]) + 1)
	l.events = append(l.events, *e)
	l.byID[e.ID] = index
	l.byStream[e.Stream] = append(l.byStream[e.Stream], index)
	if e.Kind == (domain.LogClockReset{}).Kind() {
		l.ahead, _ = eventlog.ClockAhead(l.events[0].Stream, func(id domain.EventID) (*domain.Event, error) { return l.held(id), nil })
	}
}

func receiptOf(e *domain.Event) eventlog.Receipt {
	return eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(e)}
}

// clone copies e with all it refers to, so that neither a caller's draft nor a
// reader's event shares memory with the log.
func clone(e *domain.Event) domain.Event {
	c := *e
	c.Causes = slices.Clone(e.Causes)
	c.Sensitivity = slices.Clone(e.Sensitivity)
	c.Data = bytes.Clone(e.Data)
	if e.Salt != nil {
		salt := *e.Salt
		c.Salt = &salt
	}
	return c
}
