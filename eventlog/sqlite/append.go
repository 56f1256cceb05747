package sqlite

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// job is one append on its way through the writer.
type job struct {
	stream domain.StreamID
	want   eventlog.Expect
	batch  []domain.Event
	rows   []row // of batch
	erases bool  // batch is the records of what is to be erased
	after  *job  // the one without which this one is not to be written, nil for none

	// The outcome. For each event of batch what the log holds now, and whether it
	// held it before; repeated is nil when it held none.
	events   []domain.Event
	repeated []bool
	err      error

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

// row is what of an event is known before the writer places it.
type row struct {
	header []byte
	data   uint32 // checksum
}

// newJob does all that needs no lock: it checks, canonicalises, salts, hashes
// and encodes the drafts.
func newJob(stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) (*job, error) {
	if err := eventlog.CheckBatch(stream, drafts); err != nil {
		return nil, err
	}
	j := &job{stream: stream, want: want, batch: make([]domain.Event, len(drafts)), rows: make([]row, len(drafts)), done: make(chan struct{})}
	for i := range drafts {
		e, err := eventlog.Prepare(&drafts[i], random)
		if err != nil {
			return nil, err
		}
		j.batch[i] = e
		j.rows[i] = row{eventlog.AppendHeader(make([]byte, 0, headerGuess), &e), dataSum(e.Data)}
	}
	return j, nil
}

const headerGuess = 512 // bytes, enough for most headers

// Append implements [eventlog.Log].
func (l *Log) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if err := l.enter(ctx, "append"); err != nil {
		return nil, err
	}
	defer l.calls.Done()
	if err := l.refused(); err != nil {
		return nil, err
	}
	j, err := l.writer.append(ctx, stream, want, drafts, l.options.Random)
	if err != nil || j == nil {
		return nil, l.fail("append", err)
	}
	return j.receipts(), nil
}

// append prepares drafts and has them written; no job for no drafts.
func (w *writer) append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) (*job, error) {
	w.underway.Add(1)
	defer w.underway.Add(-1)
	j, err := newJob(stream, want, drafts, random)
	if err != nil || len(drafts) == 0 {
		return nil, err
	}
	return j, w.do(ctx, j)
}

// do has j written and waits.
func (w *writer) do(ctx context.Context, j *job) error {
	if w.inlineCommit(j) {
		return j.err
	}
	if err := w.hand(ctx, j); err != nil {
		return err
	}
	return w.await(ctx, j)
}

// hand gives j to the writer.
func (w *writer) hand(ctx context.Context, j *job) error {
	select {
	case w.jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits for the outcome of j. A job that the writer has begun to write is waited
// for even when ctx ends.
func (w *writer) await(ctx context.Context, j *job) error {
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.state.CompareAndSwap(jobWaiting, jobGivenUp) {
			return ctx.Err()
		}
		<-j.done
	}
	return j.err
}

func (j *job) receipts() []eventlog.Receipt {
	receipts := make([]eventlog.Receipt, len(j.events))
	for i := range j.events {
		e := &j.events[i]
		receipts[i] = eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position,
			Leaf: e.Leaf(), Repeated: j.repeated != nil && j.repeated[i]}
	}
	return receipts
}
