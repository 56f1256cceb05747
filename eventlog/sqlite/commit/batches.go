package commit

import (
	"context"
	"errors"
	"io"

	"github.com/clawable/claw/eventlog"
)

// errPassedOver is the outcome of a job whose predecessor failed; it is never returned to
// a caller.
var errPassedOver = errors.New("the append before it failed")

// AppendBatches has the batches written up to the first that fails.
func (w *Writer) AppendBatches(ctx context.Context, batches []eventlog.Batch, random io.Reader) (all [][]eventlog.Receipt, err error) {
	jobs, wrong := newJobs(batches, random)
	w.underway.Add(int64(len(jobs)))
	defer w.underway.Add(-int64(len(jobs)))
	handed := len(jobs)
	if !w.inlineCommit(jobs...) {
		handed, err = w.handAll(ctx, jobs)
	}
	for _, j := range jobs[:handed] {
		if err := w.await(ctx, j); err != nil {
			return all, err
		}
		all = append(all, j.batch.Receipts())
	}
	if err == nil {
		err = wrong
	}
	return all, err
}

// handAll gives jobs to the writer, side by side, so that it finds all of them at once; it
// returns how many it gave.
func (w *Writer) handAll(ctx context.Context, jobs []*job) (handed int, err error) {
	for ; handed < len(jobs) && err == nil; handed++ {
		err = w.hand(ctx, jobs[handed])
	}
	return handed, err
}

// newJobs prepares the batches before the first that cannot be recorded, and says why it
// cannot.
func newJobs(batches []eventlog.Batch, random io.Reader) (jobs []*job, err error) {
	var before *job
	for _, b := range batches {
		if len(b.Drafts) == 0 {
			b.Want = eventlog.Any // nothing happens, whatever the stream is
		}
		j, err := newJob(b.Stream, b.Want, b.Drafts, random)
		if err != nil {
			return jobs, err
		}
		j.batch.NoLeaves = b.NoLeaves
		j.after, before = before, j
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// passedOver reports whether the append that j comes after failed or was given up, and
// lets j fail then.
func (j *job) passedOver() bool {
	if j.after == nil || j.after.batch.Err == nil && j.after.state.Load() != jobGivenUp {
		return false
	}
	j.batch.Err = errPassedOver
	return true
}
