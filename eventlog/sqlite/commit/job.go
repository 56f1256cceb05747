package commit

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/insert"
)

// job is one append on its way through the writer.
type job struct {
	batch insert.Batch
	after *job // the one without which this one is not to be written, nil for none
	state atomic.Uint32
	done  chan struct{}
}

const (
	jobWaiting = iota
	jobTaken
	jobGivenUp
)

// take claims j for the writer, once and for all; false when its caller gave up.
func (j *job) take() bool {
	return j.state.Load() == jobTaken || j.state.CompareAndSwap(jobWaiting, jobTaken)
}

// newJob prepares drafts as one append.
func newJob(stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) (*job, error) {
	batch, err := insert.Prepare(stream, want, drafts, random)
	if err != nil {
		return nil, err
	}
	return &job{batch: batch, done: make(chan struct{})}, nil
}

// Append has drafts written and returns their receipts; none for no drafts.
//
// Errors: those of the batch, of the writer's turn and of the database; ctx's.
func (w *Writer) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) ([]eventlog.Receipt, error) {
	j, err := w.append(ctx, stream, want, drafts, random)
	if err != nil || j == nil {
		return nil, err
	}
	return j.batch.Receipts(), nil
}

// Erase has the records of an erasure written, and erased what they say.
//
// Errors: those of Append.
func (w *Writer) Erase(ctx context.Context, drafts []domain.Draft, random io.Reader) ([]eventlog.Receipt, error) {
	j, err := newJob(drafts[0].Stream, eventlog.Any, drafts, random)
	if err != nil {
		return nil, err
	}
	j.batch.Erases = true
	if err := w.do(ctx, j); err != nil {
		return nil, err
	}
	return j.batch.Receipts(), nil
}

// append prepares drafts and has them written; no job for no drafts.
func (w *Writer) append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) (*job, error) {
	w.underway.Add(1)
	defer w.underway.Add(-1)
	j, err := newJob(stream, want, drafts, random)
	if err != nil || len(drafts) == 0 {
		return nil, err
	}
	return j, w.do(ctx, j)
}

// do has j written and waits.
func (w *Writer) do(ctx context.Context, j *job) error {
	if w.inlineCommit(j) {
		return j.batch.Err
	}
	if err := w.hand(ctx, j); err != nil {
		return err
	}
	return w.await(ctx, j)
}

// hand gives j to the writer.
func (w *Writer) hand(ctx context.Context, j *job) error {
	select {
	case w.jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits for the outcome of j. A job that the writer has begun to write is waited
// for even when ctx ends.
func (w *Writer) await(ctx context.Context, j *job) error {
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.state.CompareAndSwap(jobWaiting, jobGivenUp) {
			return ctx.Err()
		}
		<-j.done
	}
	return j.batch.Err
}
