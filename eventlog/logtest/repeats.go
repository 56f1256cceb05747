package logtest

import (
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

func repeatRows() []row {
	return append(repeatedBatchRows(), repeatedContentRows()...)
}

func repeatedBatchRows() []row {
	return []row{
		{"all ids held: the first receipts, whatever is expected", func(t *testing.T, r *rig) {
			drafts := messages("a", 3)
			first := r.append(eventlog.None, drafts...)
			r.append(eventlog.Any, message("a", 9))
			before := r.all(eventlog.Query{})
			for _, want := range []eventlog.Expect{eventlog.Any, eventlog.None, eventlog.Exists, eventlog.At(1), eventlog.At(77)} {
				again := r.append(want, drafts...)
				for i := range again {
					equal(t, "repeated under "+want.String(), true, again[i].Repeated)
					again[i].Repeated = false
				}
				equal(t, "receipts under "+want.String(), first, again)
			}
			equal(t, "log", before, r.all(eventlog.Query{}))
		}},
		{"a part of a batch again, in another order: the first receipts", func(t *testing.T, r *rig) {
			drafts := messages("a", 3)
			first := r.append(eventlog.Any, drafts...)
			again := r.append(eventlog.At(1), drafts[2], drafts[0])
			first[0].Repeated, first[2].Repeated = true, true
			equal(t, "receipts", []eventlog.Receipt{first[2], first[0]}, again)
		}},
		{"none held: what is expected decides", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("a", 2)...)
			r.refused(eventlog.ErrConflict, eventlog.At(1), message("a", 3))
			r.append(eventlog.At(2), message("a", 3))
		}},
		{"some held under any: the rest is appended", func(t *testing.T, r *rig) {
			first := r.append(eventlog.Any, message("a", 2))
			got := r.append(eventlog.Any, messages("a", 3)...)
			equal(t, "repeated", []bool{false, true, false}, []bool{got[0].Repeated, got[1].Repeated, got[2].Repeated})
			equal(t, "revisions", []domain.Revision{2, 1, 3}, []domain.Revision{got[0].Revision, got[1].Revision, got[2].Revision})
			equal(t, "leaf of the one that was held", first[0].Leaf, got[1].Leaf)
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"some held under any other expectation: a conflict", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			for _, want := range []eventlog.Expect{eventlog.None, eventlog.Exists, eventlog.At(1), eventlog.At(2)} {
				typed := r.refused(eventlog.ErrConflict, want, messages("a", 2)...)
				equal(t, "kind", domain.ErrConflict, typed.Kind)
			}
		}},
		{"the same draft twice in one batch is one event", func(t *testing.T, r *rig) {
			got := r.append(eventlog.None, message("a", 1), message("a", 2), message("a", 1))
			equal(t, "repeated", []bool{false, false, true}, []bool{got[0].Repeated, got[1].Repeated, got[2].Repeated})
			got[2].Repeated = false
			equal(t, "receipt of the repeated draft", got[0], got[2])
			equal(t, "events of the stream", 2, len(r.all(eventlog.Query{Stream: message("a", 1).Stream})))
		}},
		{"one id with two contents in one batch is a conflict", func(t *testing.T, r *rig) {
			other := with(message("a", 1), func(d *domain.Draft) { d.Data = message("a", 2).Data })
			r.refused(eventlog.ErrConflict, eventlog.Any, message("a", 1), other)
		}},
		{"the same id in another stream is a conflict", func(t *testing.T, r *rig) {
			if !r.log.Capabilities().GlobalIDs {
				return // the engine reports that it does not look
			}
			r.append(eventlog.Any, message("a", 1))
			moved := with(message("b", 1), func(d *domain.Draft) { d.ID = message("a", 1).ID })
			typed := r.refused(eventlog.ErrConflict, eventlog.Any, moved)
			equal(t, "target", moved.ID.String(), typed.Target)
			equal[any](t, "stream in the error's detail", message("a", 1).Stream.String(), typed.Detail["stream"])
		}},
		{"a conflict on one id writes nothing of its batch", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			other := with(message("a", 1), func(d *domain.Draft) { d.Seq = 99 })
			r.refused(eventlog.ErrConflict, eventlog.Any, message("a", 2), other, message("a", 3))
		}},
	}
}

// repeatedContentRows: what makes a repeated id another content, and what does not.
func repeatedContentRows() (rows []row) {
	same := map[string]func(*domain.Draft){
		"whitespace in the data":        func(d *domain.Draft) { d.Data = []byte("{ \"text\" : \"message 1\",\n\"role\":\"user\" }") },
		"the form of a string":          func(d *domain.Draft) { d.Data = []byte(`{"role":"\u0075ser","text":"message 1"}`) },
		"a salt of the draft's own":     func(d *domain.Draft) { d.Salt = &domain.Salt{1, 2, 3} },
		"the zone of an equal time":     func(d *domain.Draft) { d.ObservedAt = domain.At(observed.In(zone)) },
		"an empty list instead of none": func(d *domain.Draft) { d.Causes = []domain.EventID{} },
		"an empty label list":           func(d *domain.Draft) { d.Sensitivity = []domain.Label{} },
		"the log's clock and its place": func(*domain.Draft) {},
	}
	for name, change := range same {
		rows = append(rows, row{"a retry that differs in " + name + " is the same", func(t *testing.T, r *rig) {
			if with(message("a", 1), change).Salt != nil && !r.log.Capabilities().Salts {
				return // the engine reports that it takes none
			}
			r.append(eventlog.Any, messages("b", 2)...)
			first := r.append(eventlog.Any, message("a", 1))[0]
			r.clock.add(-time.Hour)
			r.append(eventlog.Any, messages("c", 2)...)
			again := r.append(eventlog.None, with(message("a", 1), change))[0]
			first.Repeated = true
			equal(t, "receipt", first, again)
		}})
	}
	for name, change := range otherContents {
		rows = append(rows, row{"a repeated id with " + name + " is a conflict", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			typed := r.refused(eventlog.ErrConflict, eventlog.Any, with(message("a", 1), change))
			equal(t, "kind", domain.ErrConflict, typed.Kind)
			equal(t, "target", message("a", 1).ID.String(), typed.Target)
			equal(t, "retryable", false, typed.Retryable)
		}})
	}
	return rows
}

var otherContents = map[string]func(*domain.Draft){
	"other data":             func(d *domain.Draft) { d.Data = message("a", 2).Data },
	"another kind":           func(d *domain.Draft) { d.Kind, d.Data = domain.KindTurnStarted, []byte(`{}`) },
	"another emitter":        func(d *domain.Draft) { d.Emitter = "import/other" },
	"another epoch":          func(d *domain.Draft) { d.Epoch = domain.Epoch{1} },
	"another seq":            func(d *domain.Draft) { d.Seq++ },
	"another seq_kind":       func(d *domain.Draft) { d.SeqKind = domain.SeqClock },
	"another cause":          func(d *domain.Draft) { d.Causes = []domain.EventID{{1}} },
	"another correlation":    func(d *domain.Draft) { d.Correlation = "run-2" },
	"another subject":        func(d *domain.Draft) { d.Subject.Turn = domain.Known(domain.TurnID("t")) },
	"another reason unknown": func(d *domain.Draft) { d.Subject.Turn = domain.NotKnown[domain.TurnID](domain.UnknownNotYet) },
	"another trust":          func(d *domain.Draft) { d.Source.Trust = domain.TrustLow },
	"another source kind":    func(d *domain.Draft) { d.Source.Kind = domain.SourceTest },
	"another scope":          func(d *domain.Draft) { d.Scope.Owner = "somebody" },
	"another label": func(d *domain.Draft) {
		d.Sensitivity = []domain.Label{{Pointer: "/text", Class: domain.SensitivitySecret}}
	},
	"another time":     func(d *domain.Draft) { d.ObservedAt = domain.At(observed.Add(1)) },
	"no time":          func(d *domain.Draft) { d.ObservedAt = domain.Instant{} },
	"another conflict": func(d *domain.Draft) { d.ConflictsWith = domain.EventID{2} },
}
