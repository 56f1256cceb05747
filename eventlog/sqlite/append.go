package sqlite

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Append implements [eventlog.Log].
func (l *Log) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if err := l.calls.enter(ctx, "append"); err != nil {
		return nil, err
	}
	defer l.calls.leave()
	if err := l.refused(); err != nil {
		return nil, err
	}
	receipts, err := l.writer.Append(ctx, stream, want, drafts, l.options.Random)
	return receipts, l.fail("append", err)
}

// AppendBatches implements [eventlog.BatchAppender]: they are committed together.
func (l *Log) AppendBatches(ctx context.Context, batches []eventlog.Batch) ([][]eventlog.Receipt, error) {
	if err := l.calls.enter(ctx, "append"); err != nil {
		return nil, err
	}
	defer l.calls.leave()
	if err := l.refused(); err != nil {
		return nil, err
	}
	all, err := l.writer.AppendBatches(ctx, batches, l.options.Random)
	return all, l.fail("append", err)
}

// Erase implements [eventlog.Eraser].
func (l *Log) Erase(ctx context.Context, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if err := l.calls.enter(ctx, "erase"); err != nil {
		return nil, err
	}
	defer l.calls.leave()
	if err := l.refused(); err != nil || len(drafts) == 0 {
		return nil, err
	}
	receipts, err := l.writer.Erase(ctx, drafts, l.options.Random)
	return receipts, l.fail("erase", err)
}
