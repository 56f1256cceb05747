package eventlog

import (
	"context"

	"github.com/clawable/claw/domain"
)

// Batch is one of several appends that are handed in together.
type Batch struct {
	Stream domain.StreamID
	Want   Expect
	Drafts []domain.Draft
	// NoLeaves lets the receipts be without leaves: a caller that reads none saves a hash of each event.
	NoLeaves bool
}

// BatchAppender is a log whose engine has several appends of one caller share the cost
// that each would have alone.
type BatchAppender interface {
	// AppendBatches appends batches in order, each as [Log.Append] does: atomic by itself,
	// decided after the one before. The first that fails is the last that is decided.
	// It returns the receipts of those that succeeded, all durable, and the error of the
	// one after them.
	//
	// Errors: those of Append, of the batch at the number of receipts alone. After one
	// that leaves the outcome unknown, later batches may be in the log too.
	AppendBatches(ctx context.Context, batches []Batch) ([][]Receipt, error)
}

// AppendBatches appends batches as [BatchAppender] says, with a log that is none one
// after the other.
func AppendBatches(ctx context.Context, log Log, batches []Batch) ([][]Receipt, error) {
	if l, is := log.(BatchAppender); is {
		return l.AppendBatches(ctx, batches)
	}
	all := make([][]Receipt, 0, len(batches))
	for _, b := range batches {
		receipts, err := log.Append(ctx, b.Stream, b.Want, b.Drafts)
		if err != nil {
			return all, err
		}
		all = append(all, receipts)
	}
	return all, nil
}
