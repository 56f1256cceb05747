package logtest

import (
	"bytes"
	"slices"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func atomicRows() []row {
	return []row{
		{"one bad draft keeps its whole batch out, and the good ones can come again", func(t *testing.T, r *rig) {
			drafts := messages("a", 5)
			bad := slices.Clone(drafts)
			bad[4].Emitter = ""
			r.refused(eventlog.ErrInvalid, eventlog.None, bad...)
			got := r.append(eventlog.None, drafts...)
			equal(t, "last revision", 5, got[4].Revision)
		}},
		{"a batch of many drafts stands together", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("b", 1))
			got := r.append(eventlog.Any, messages("a", 300)...)
			for i := range got {
				equal(t, "revision", domain.Revision(i+1), got[i].Revision)
			}
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"an append does not change its drafts", func(t *testing.T, r *rig) {
			d, same := rich("a", 1), rich("a", 1)
			d.Data = []byte(" {\"text\": \"x\", \"role\": \"user\"} ")
			same.Data = bytes.Clone(d.Data)
			r.append(eventlog.Any, d)
			equal(t, "draft", same, d)
			if d.Salt != nil {
				t.Error("the salt that was drawn is in the draft")
			}
		}},
		{"the caller may reuse the memory of its drafts", func(t *testing.T, r *rig) {
			salt := domain.Salt{7}
			d, same := rich("a", 1), rich("a", 1)
			if r.log.Capabilities().Salts {
				d.Salt = &salt
			}
			batch := []domain.Draft{d}
			r.append(eventlog.Any, batch...)
			clear(d.Data)
			clear(d.Causes)
			clear(d.Sensitivity)
			clear(salt[:])
			clear(batch)
			e := r.get(d.ID)
			same.Salt, same.Data = e.Salt, e.Data
			if r.log.Capabilities().Salts {
				same.Salt = &domain.Salt{7}
			}
			equal(t, "event", same, e.Draft)
			equal(t, "data_digest", seal.Data(*e.Salt, e.Data), e.DataDigest)
		}},
		{"an event that was read is never changed again", func(t *testing.T, r *rig) {
			for n := 1; n <= 50; n++ {
				r.append(eventlog.Any, rich("a", n))
			}
			var held []domain.Event
			var lines []string
			for e, err := range r.log.Read(r.ctx, eventlog.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				held, lines = append(held, e), append(lines, string(seal.Line(&e, nil)))
			}
			r.append(eventlog.Any, messages("b", 50)...)
			r.all(eventlog.Query{})
			for i := range held {
				equal(t, "line", lines[i], string(seal.Line(&held[i], nil)))
			}
		}},
		{"what a reader does to its event changes nothing in the log", func(t *testing.T, r *rig) {
			d := rich("a", 1)
			r.append(eventlog.Any, d)
			q := eventlog.Query{Stream: d.Stream}
			before := r.get(d.ID)
			for _, e := range []domain.Event{r.get(d.ID), r.all(q)[0], firstFollowed(r, q, 1)[0]} {
				clear(e.Data)
				clear(e.Causes)
				clear(e.Sensitivity)
				clear(e.Salt[:])
			}
			equal(t, "event of get", before, r.get(d.ID))
			equal(t, "event of read", before, r.all(q)[0])
		}},
	}
}

// rich is a message with every sort of field that has separate memory.
func rich(session string, n int) domain.Draft {
	return with(message(session, n), func(d *domain.Draft) {
		d.Causes = []domain.EventID{{1}, {2}}
		d.Sensitivity = []domain.Label{{Pointer: "/role", Class: domain.SensitivityPublic}, {Pointer: "/text", Class: domain.SensitivitySecret}}
		d.Correlation, d.ConflictsWith = "run-1", domain.EventID{3}
		d.Scope = domain.Scope{Owner: "o", Workflow: "w", Watcher: domain.WatcherObserve}
		d.Source.Channel, d.Source.Environment = "import:logtest", "ci"
	})
}
