package logtest

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// erasure is the record that erases e, in the log's own stream.
func (r *rig) erasure(e *domain.Event) domain.Draft {
	r.t.Helper()
	opened := r.all(eventlog.Query{Limit: 1})[0]
	return domain.Draft{
		ID:   domain.RecordEventID(observed, "logtest", "erasures", e.ID.String(), ""),
		Kind: domain.KindLogDataErased, Version: 1, Stream: opened.Stream,
		ObservedAt: domain.At(observed), Emitter: "operator/test",
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh},
		Data:   encode(domain.LogDataErased{ID: e.ID, DataDigest: e.DataDigest.String(), Actor: "test", Reason: "asked to"}),
	}
}

// erase erases the events with these drafts, which must succeed.
func (r *rig) erase(drafts ...domain.Draft) []eventlog.Receipt {
	r.t.Helper()
	receipts, err := r.eraser().Erase(r.ctx, r.erasures(drafts...))
	if err != nil {
		r.t.Fatalf("erase %d events: %v", len(drafts), err)
	}
	return receipts
}

func (r *rig) erasures(drafts ...domain.Draft) (records []domain.Draft) {
	r.t.Helper()
	for i := range drafts {
		e := r.get(drafts[i].ID)
		records = append(records, r.erasure(&e))
	}
	return records
}

// notErased erases, which must fail by sentinel and change nothing.
func (r *rig) notErased(sentinel error, records ...domain.Draft) *domain.Error {
	r.t.Helper()
	before := r.all(eventlog.Query{})
	_, err := r.eraser().Erase(r.ctx, records)
	typed := r.fails(sentinel, err)
	equal(r.t, "log", before, r.all(eventlog.Query{}))
	return typed
}

func (r *rig) eraser() eventlog.Eraser {
	r.t.Helper()
	e, ok := r.log.(eventlog.Eraser)
	if !ok {
		r.t.Fatal("the log says that it can erase and is no Eraser")
	}
	return e
}

// eraseRows are the rules of engines that can erase.
func eraseRows() []row {
	rows := []row{
		{"erased data are gone, and the record of it is the last event", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 3)...)
			before := r.all(eventlog.Query{})
			receipts := r.erase(message("a", 2))
			after := r.all(eventlog.Query{})
			want := before[2]
			want.Data, want.Salt, want.Erased = nil, nil, true
			before[2] = want
			equal(t, "events before the record", before, after[:4])
			equal(t, "kind of the record", domain.KindLogDataErased, after[4].Kind)
			equal(t, "events", 5, len(after))
			equal(t, "id in the receipt", after[4].ID, receipts[0].ID)
			equal(t, "leaf in the receipt", seal.Leaf(&after[4]), receipts[0].Leaf)
			equal(t, "the event by its id", want, r.get(want.ID))
			equal(t, "the event in its stream", want, r.all(eventlog.Query{Stream: want.Stream})[1])
			checkPositions(t, r.log, after)
		}},
		{"an erased event keeps its leaf, and the log verifies", func(t *testing.T, r *rig) {
			first := r.append(eventlog.Any, messages("a", 3)...)
			r.erase(messages("a", 3)...)
			for i, receipt := range first {
				e := r.get(receipt.ID)
				equal(t, "leaf", first[i].Leaf, seal.Leaf(&e))
				if line := string(seal.Line(&e, nil)); strings.Contains(line, "message ") || strings.Contains(line, `"salt"`) {
					t.Errorf("the exported line tells what was erased: %s", line)
				}
			}
			report, err := eventlog.Verify(r.ctx, r.log)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "damage", []eventlog.Damage{}, report.Damage)
			equal(t, "erased", 3, report.Erased)
		}},
		{"erased again: nothing happens", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 3)...)
			r.erase(message("a", 2))
			all := r.all(eventlog.Query{})
			equal(t, "receipts", 0, len(r.erase(message("a", 2))))
			equal(t, "log", all, r.all(eventlog.Query{}))
			equal(t, "receipts of what is new", 1, len(r.erase(message("a", 2), message("a", 3))))
		}},
		{"the same event twice in one batch is erased once", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			records := append(r.erasures(message("a", 1)), r.erasures(message("a", 1))...)
			records[1].ID = message("b", 1).ID
			receipts, err := r.eraser().Erase(r.ctx, records)
			if err != nil || len(receipts) != 1 {
				t.Fatalf("%d receipts, %v", len(receipts), err)
			}
		}},
		{"erased data are not brought back by a repeated id, whatever it says", func(t *testing.T, r *rig) {
			first := r.append(eventlog.Any, message("a", 1))
			r.erase(message("a", 1))
			first[0].Repeated = true
			for name, change := range otherContents {
				equal(t, "receipt of a draft with "+name, first, r.append(eventlog.Any, with(message("a", 1), change)))
			}
			equal(t, "data", nil, r.get(message("a", 1).ID).Data)
			r.append(eventlog.Any, messages("a", 2)...)
			equal(t, "data after the stream went on", nil, r.get(message("a", 1).ID).Data)
		}},
		{"nothing to erase: nothing happens", func(t *testing.T, r *rig) {
			equal(t, "receipts", 0, len(r.erase()))
		}},
		{"scouring changes nothing that can be read", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 3)...)
			r.erase(message("a", 2))
			all, head := r.all(eventlog.Query{}), r.head()
			for range 2 {
				if err := r.eraser().Scour(r.ctx); err != nil {
					t.Fatal(err)
				}
			}
			equal(t, "log", all, r.all(eventlog.Query{}))
			equal(t, "head", head, r.head())
			r.append(eventlog.At(3), message("a", 4))
		}},
	}
	return append(rows, eraseRefusedRows()...)
}

func eraseRefusedRows() []row {
	return []row{
		{"a kind that is not erasable is refused, and nothing of its batch is erased", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			opened := r.all(eventlog.Query{Limit: 1})[0]
			typed := r.notErased(eventlog.ErrInvalid, append(r.erasures(message("a", 1)), r.erasure(&opened))...)
			equal(t, "kind", domain.ErrPolicy, typed.Kind)
		}},
		{"an event that the log does not hold is not found", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			e := r.get(message("a", 1).ID)
			e.ID = message("b", 1).ID
			r.notErased(eventlog.ErrNotFound, append(r.erasures(message("a", 1)), r.erasure(&e))...)
		}},
		{"a digest that is not the event's is refused", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			e := r.get(message("a", 1).ID)
			e.DataDigest[0]++
			r.notErased(eventlog.ErrInvalid, r.erasure(&e))
		}},
		{"a record of another kind is refused", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			r.notErased(eventlog.ErrInvalid, message("a", 2))
		}},
		{"a record whose id the log holds is a conflict", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 2)...)
			r.erase(message("a", 1))
			record := r.erasures(message("a", 2))[0]
			record.ID = r.erasures(message("a", 1))[0].ID
			r.notErased(eventlog.ErrConflict, record)
		}},
		{"a closed log erases nothing", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			records := r.erasures(message("a", 1))
			if err := r.log.Close(); err != nil {
				t.Fatal(err)
			}
			_, err := r.eraser().Erase(r.ctx, records)
			r.fails(eventlog.ErrClosed, err)
			r.fails(eventlog.ErrClosed, r.eraser().Scour(r.ctx))
		}},
	}
}
