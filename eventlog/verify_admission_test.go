package eventlog_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// eventIDs are n ids, in order.
func eventIDs(n int) (ids []domain.EventID) {
	for i := range n {
		ids = append(ids, domain.RecordEventID(time.Time{}, "test", "s", string(rune('a'+i)), ""))
	}
	slices.SortFunc(ids, domain.EventID.Compare)
	return ids
}

// admitting is a log with an admission that says p of causes.
func admitting(t interface{ Fatal(...any) }, p *domain.LogAdmitted, causes []domain.EventID) *eventlog.VerifyReport {
	l, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := eventlog.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	stream := domain.StreamID{Family: domain.FamilyLog, ULID: domain.Derive(time.Time{}, "test", "admissions")}
	d := domain.Draft{ID: domain.EventID(domain.Derive(time.Time{}, "test", "admission")), Kind: p.Kind(), Version: 1, Stream: stream,
		ObservedAt: domain.UnknownInstant(domain.UnknownNotApplicable), Emitter: "log/test", Causes: causes, Data: data,
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}}
	if _, err := l.Append(context.Background(), stream, eventlog.Any, []domain.Draft{d}); err != nil {
		t.Fatal(err)
	}
	r, err := eventlog.Verify(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAnAdmissionThatContradictsItsCausesIsNamed: a person who takes an event out of an admission
// makes it look as if it came directly.
func TestAnAdmissionThatContradictsItsCausesIsNamed(t *testing.T) {
	ids := eventIDs(4)
	for name, row := range map[string]struct {
		change func(p *domain.LogAdmitted, causes []domain.EventID) []domain.EventID
		says   string // "" for nothing
	}{
		"nothing":      {func(_ *domain.LogAdmitted, c []domain.EventID) []domain.EventID { return c }, ""},
		"a cause gone": {func(_ *domain.LogAdmitted, c []domain.EventID) []domain.EventID { return slices.Delete(c, 1, 2) }, "is of 4 events, and its causes are 3"},
		"no cause":     {func(*domain.LogAdmitted, []domain.EventID) []domain.EventID { return nil }, "is of 4 events, and its causes are 0"},
		"a cause gone, and the count with it": {func(p *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			p.Count--
			return slices.Delete(c, 1, 2)
		}, "ids_digest"},
		"a cause exchanged": {func(_ *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			c[1][15] ^= 1
			return c
		}, "ids_digest"},
		"a cause twice": {func(_ *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			c[2] = c[1]
			return c
		}, "each once"},
		"another order": {func(_ *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			c[1], c[2] = c[2], c[1]
			return c
		}, "not in the order"},
		"another first": {func(p *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			p.First = c[1]
			return c
		}, "goes from"},
		"another last": {func(p *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			p.Last = c[1]
			return c
		}, "goes from"},
		"another digest": {func(p *domain.LogAdmitted, c []domain.EventID) []domain.EventID {
			p.IDsDigest = strings.Repeat("0", 64)
			return c
		}, "ids_digest"},
	} {
		t.Run(name, func(t *testing.T) {
			p, causes := domain.Admit(slices.Clone(ids), domain.ViaImport, "")
			r := admitting(t, p, row.change(p, slices.Clone(causes)))
			switch {
			case row.says == "" && len(r.Damage) > 0:
				t.Errorf("damage: %+v", r.Damage)
			case row.says != "" && (len(r.Damage) != 1 || r.Damage[0].Position.Number() != 2 || !strings.Contains(r.Damage[0].Message, row.says)):
				t.Errorf("damage: %+v, want one at position 2 that says %q", r.Damage, row.says)
			}
		})
	}
}

// TestWhatAdmitMakesAgreesWithItsCauses, whatever ids it is given.
func TestWhatAdmitMakesAgreesWithItsCauses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) (id domain.EventID) {
			id[15] = rapid.Byte().Draw(t, "id")
			return id
		}), 1, 40).Draw(t, "ids")
		p, causes := domain.Admit(ids, domain.ViaImport, "")
		if what := p.Contradicts(causes); what != "" {
			t.Fatal(what)
		}
	})
}
