package logtest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func envelopeRows() []row {
	return []row{
		{"every envelope comes back as it was given", func(t *testing.T, r *rig) {
			rapid.Check(t, func(rt *rapid.T) {
				d := drawn(rt, r.log)
				receipts, err := r.log.Append(r.ctx, d.Stream, eventlog.Any, []domain.Draft{d})
				if err != nil {
					rt.Fatalf("append: %v", err)
				}
				e, err := r.log.Get(r.ctx, d.ID)
				if err != nil {
					rt.Fatalf("get: %v", err)
				}
				checkReturned(rt, &d, &e, &receipts[0])
				checkExported(rt, &e)
			})
		}},
		{"a draft that does not say how far it is to be trusted is of unknown trust", func(t *testing.T, r *rig) {
			d := with(message("a", 1), func(d *domain.Draft) { d.Source.Trust = "" })
			r.append(eventlog.Any, d)
			equal(t, "trust", domain.TrustUnknown, r.get(d.ID).Source.Trust)
			equal(t, "retry", true, r.append(eventlog.None, d)[0].Repeated)
		}},
		{"a retry of a whole envelope is the same event", func(t *testing.T, r *rig) {
			rapid.Check(t, func(rt *rapid.T) {
				d := drawn(rt, r.log)
				first, err := r.log.Append(r.ctx, d.Stream, eventlog.Any, []domain.Draft{d})
				if err != nil {
					rt.Fatalf("append: %v", err)
				}
				again, err := r.log.Append(r.ctx, d.Stream, eventlog.None, []domain.Draft{d})
				if err != nil {
					rt.Fatalf("append again: %v", err)
				}
				first[0].Repeated = true
				same(rt, "receipt", first[0], again[0])
			})
		}},
	}
}

// drawn is any draft that a log takes.
func drawn(t *rapid.T, log eventlog.Log) domain.Draft {
	d := Drafts().Draw(t, "draft")
	if !log.Capabilities().Salts {
		d.Salt = nil
	}
	return d
}

// checkReturned compares a draft with the event and the receipt that a log made of it.
func checkReturned(t *rapid.T, d *domain.Draft, e *domain.Event, receipt *eventlog.Receipt) {
	want := *d
	canonical, err := jcs.Canonical(d.Data)
	if err != nil {
		t.Fatal(err)
	}
	want.Data = canonical
	if want.Salt == nil {
		want.Salt = e.Salt
	}
	if want.Source.Trust == "" {
		want.Source.Trust = domain.TrustUnknown
	}
	same(t, "draft", want, e.Draft)
	same(t, "data_digest", seal.Data(*e.Salt, canonical), e.DataDigest)
	same(t, "leaf", seal.Leaf(e), receipt.Leaf)
	same(t, "erased", false, e.Erased)
}

// checkExported checks that the exported line reads back as the same event.
func checkExported(t *rapid.T, e *domain.Event) {
	line := seal.Line(e, nil)
	parsed, err := eventlog.ParseLine(line)
	if err != nil {
		t.Fatalf("parse %s: %v", line, err)
	}
	same(t, "parsed line", *e, parsed)
	same(t, "line again", string(line), string(seal.Line(&parsed, nil)))
	same(t, "leaf of the parsed line", seal.Leaf(e), seal.Leaf(&parsed))
	same(t, "core of the parsed line", seal.Core(e), seal.Core(&parsed))
	canonical, err := jcs.Canonical(line)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "RFC 8785 of the line", string(canonical), string(line))
}
