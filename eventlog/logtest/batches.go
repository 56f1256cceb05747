package logtest

import (
	"strconv"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func batchesRows() []row {
	return []row{
		{"each is in the log, in order, with its receipts", func(t *testing.T, r *rig) {
			var batches []eventlog.Batch
			for n := range 2100 { // more than an engine commits at once
				batches = append(batches, batchOf(eventlog.None, messages("s"+strconv.Itoa(n), 1+n%2)...))
			}
			checkBatches(t, r, batches, r.appendBatches(nil, batches...))
		}},
		{"each is decided after the one before", func(t *testing.T, r *rig) {
			all := messages("a", 3)
			got := r.appendBatches(nil, batchOf(eventlog.At(0), all[0]), batchOf(eventlog.At(1), all[1]), batchOf(eventlog.At(2), all[2]))
			equal(t, "batches", 3, len(got))
			equal(t, "last revision", 3, got[2][0].Revision)
		}},
		{"one of no drafts has no receipts, whatever it expects", func(t *testing.T, r *rig) {
			got := r.appendBatches(nil, eventlog.Batch{Stream: message("a", 1).Stream, Want: eventlog.At(7)}, batchOf(eventlog.None, message("a", 1)))
			equal(t, "batches", 2, len(got))
			equal(t, "receipts of none", 0, len(got[0]))
			equal(t, "receipts of one", 1, len(got[1]))
		}},
		{"the receipts of one without leaves say the rest", func(t *testing.T, r *rig) {
			b := batchOf(eventlog.Any, messages("a", 2)...)
			b.NoLeaves = true
			for _, repeated := range []bool{false, true} {
				for i, got := range r.appendBatches(nil, b)[0] {
					equal(t, "id", b.Drafts[i].ID, got.ID)
					equal(t, "revision", domain.Revision(i+1), got.Revision)
					equal(t, "repeated", repeated, got.Repeated)
				}
			}
		}},
		{"none at all is no error", func(t *testing.T, r *rig) {
			equal(t, "batches", 0, len(r.appendBatches(nil)))
		}},
		{"a conflict is the end, and what was before it stays", func(t *testing.T, r *rig) {
			checkEnd(t, r, eventlog.ErrConflict, batchOf(eventlog.Exists, message("new", 1)))
		}},
		{"a draft that cannot be recorded is the end, and what was before it stays", func(t *testing.T, r *rig) {
			bad := message("new", 1)
			bad.Emitter = ""
			checkEnd(t, r, eventlog.ErrInvalid, batchOf(eventlog.Any, bad))
		}},
	}
}

func batchOf(want eventlog.Expect, drafts ...domain.Draft) eventlog.Batch {
	return eventlog.Batch{Stream: drafts[0].Stream, Want: want, Drafts: drafts}
}

// appendBatches appends, and wants this error, nil for none.
func (r *rig) appendBatches(sentinel error, batches ...eventlog.Batch) [][]eventlog.Receipt {
	r.t.Helper()
	got, err := eventlog.AppendBatches(r.ctx, r.log, batches)
	switch {
	case sentinel != nil:
		r.fails(sentinel, err)
	case err != nil:
		r.t.Fatalf("append of %d batches: %v", len(batches), err)
	}
	return got
}

// checkEnd appends two batches before the bad one and one after it.
func checkEnd(t *testing.T, r *rig, sentinel error, bad eventlog.Batch) {
	t.Helper()
	good := []eventlog.Batch{batchOf(eventlog.None, messages("a", 2)...), batchOf(eventlog.None, message("b", 1))}
	got := r.appendBatches(sentinel, good[0], good[1], bad, batchOf(eventlog.None, message("c", 1)))
	checkBatches(t, r, good, got)
	r.appendBatches(nil, batchOf(eventlog.None, message("c", 1))) // nothing is in its way
}

// checkBatches checks that the log holds the batches alone, in order, and that the
// receipts say where.
func checkBatches(t *testing.T, r *rig, batches []eventlog.Batch, got [][]eventlog.Receipt) {
	t.Helper()
	equal(t, "batches", len(batches), len(got))
	held := r.all(eventlog.Query{})[1:] // after log.opened
	for i, b := range batches {
		equal(t, "receipts", len(b.Drafts), len(got[i]))
		for k := range b.Drafts {
			if len(held) == 0 {
				t.Fatalf("batch %d is not in the log", i)
			}
			equal(t, "receipt", eventlog.Receipt{ID: b.Drafts[k].ID, Stream: b.Stream, Revision: domain.Revision(k + 1), Position: held[0].Position,
				Leaf: seal.Leaf(&held[0])}, got[i][k])
			equal(t, "id", b.Drafts[k].ID, held[0].ID)
			held = held[1:]
		}
	}
	equal(t, "further events", 0, len(held))
}
