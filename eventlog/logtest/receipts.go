package logtest

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func receiptRows() []row {
	return []row{
		{"an append gives one receipt a draft, in the drafts' order", func(t *testing.T, r *rig) {
			drafts := messages("a", 3)
			for i, got := range r.append(eventlog.Any, drafts...) {
				equal(t, "id", drafts[i].ID, got.ID)
				equal(t, "stream", drafts[i].Stream, got.Stream)
				equal(t, "revision", domain.Revision(i+1), got.Revision)
				equal(t, "repeated", false, got.Repeated)
			}
		}},
		{"a receipt is that of the event which is read back", func(t *testing.T, r *rig) {
			for _, got := range r.append(eventlog.Any, messages("a", 3)...) {
				e := r.get(got.ID)
				equal(t, "receipt", eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision,
					Position: e.Position, Leaf: seal.Leaf(&e)}, got)
			}
		}},
		{"revisions count from 1 in each stream without gaps", func(t *testing.T, r *rig) {
			for n := 1; n <= 4; n++ {
				for _, session := range []string{"a", "b", "c"} {
					got := r.append(eventlog.Any, message(session, n))[0]
					equal(t, "revision of "+session, domain.Revision(n), got.Revision)
				}
			}
		}},
		{"positions increase, from 1 without gaps where the engine promises it", func(t *testing.T, r *rig) {
			for n := 1; n <= 4; n++ {
				r.append(eventlog.Any, messagesFrom("a", 2*n, 2*n+1)...)
				r.append(eventlog.Any, message("b", n))
			}
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"a refused append leaves no gap", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 2)...)
			r.refused(eventlog.ErrConflict, eventlog.None, messagesFrom("a", 3, 4)...)
			got := r.append(eventlog.Any, message("a", 5))[0]
			equal(t, "revision", 3, got.Revision)
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"the head is the last event", func(t *testing.T, r *rig) {
			receipts := r.append(eventlog.Any, messages("a", 3)...)
			equal(t, "position", receipts[2].Position, r.head().Position)
		}},
		{"an append without drafts gives no receipts, no error, and writes nothing", func(t *testing.T, r *rig) {
			before := r.head()
			receipts, err := r.log.Append(r.ctx, message("a", 1).Stream, eventlog.At(7), nil)
			if err != nil || len(receipts) != 0 {
				t.Errorf("got %d receipts and error %v", len(receipts), err)
			}
			equal(t, "head", before, r.head())
		}},
		{"an id that the log does not hold is not found", func(t *testing.T, r *rig) {
			_, err := r.log.Get(r.ctx, message("a", 1).ID)
			typed := r.fails(eventlog.ErrNotFound, err)
			equal(t, "kind", domain.ErrNotFound, typed.Kind)
			_, err = r.log.Get(r.ctx, domain.EventID{})
			r.fails(eventlog.ErrNotFound, err)
		}},
		{"of many ids those that the log holds are found, without their data", func(t *testing.T, r *rig) {
			drafts := messages("a", 3)
			r.append(eventlog.Any, drafts[:2]...)
			ids := []domain.EventID{drafts[2].ID, drafts[1].ID, {}, drafts[0].ID, drafts[1].ID}
			held, err := eventlog.Find(r.ctx, r.log, ids)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "found", 2, len(held))
			for i := range drafts[:2] {
				want, err := r.log.Get(r.ctx, drafts[i].ID)
				if err != nil {
					t.Fatal(err)
				}
				want.Data = nil
				got := held[drafts[i].ID]
				equal(t, "leaf", seal.Leaf(&want), seal.Leaf(&got))
				equal(t, "salt", *want.Salt, *got.Salt)
				equal(t, "bytes of data", 0, len(got.Data))
			}
		}},
	}
}

// checkPositions checks that a whole log has its positions in order, and its revisions.
func checkPositions(t *testing.T, log eventlog.Log, events []domain.Event) {
	t.Helper()
	var last domain.Position
	revisions := map[domain.StreamID]domain.Revision{}
	for i := range events {
		e := &events[i]
		if !e.Position.After(last) {
			t.Fatalf("position %d follows %d", e.Position.Number(), last.Number())
		}
		if want := uint64(i + 1); log.Capabilities().Gapless && e.Position.Number() != want {
			t.Fatalf("event %d has position %d", want, e.Position.Number())
		}
		last = e.Position
		if revisions[e.Stream]++; e.Revision != revisions[e.Stream] {
			t.Fatalf("position %d: revision %d of %s, want %d", last.Number(), e.Revision, e.Stream, revisions[e.Stream])
		}
	}
}
