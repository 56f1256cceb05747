package logtest

import (
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func clockRows() []row {
	return []row{
		{"recorded_at is the log's clock, in UTC and microseconds", func(t *testing.T, r *rig) {
			r.clock.set(time.Date(2027, 1, 1, 5, 30, 0, 123456789, zone))
			r.append(eventlog.Any, message("a", 1))
			e := r.get(message("a", 1).ID)
			equal(t, "recorded_at", "2027-01-01T00:00:00.123456Z", e.RecordedAt.Format(time.RFC3339Nano))
			equal(t, "zone", "UTC", e.RecordedAt.Location().String())
			equal(t, "recorded_at of the head", e.RecordedAt, r.head().Recorded)
		}},
		{"recorded_at never decreases", func(t *testing.T, r *rig) {
			for n, step := range []time.Duration{time.Second, -time.Millisecond, time.Microsecond, -time.Hour, 0, 2 * time.Hour, -time.Minute} {
				r.clock.add(step)
				r.append(eventlog.Any, message("a", n+1))
			}
			var last time.Time
			for _, e := range r.all(eventlog.Query{}) {
				if e.RecordedAt.Before(last) {
					t.Fatalf("position %d was recorded at %s, after %s", e.Position.Number(), e.RecordedAt, last)
				}
				last = e.RecordedAt
			}
		}},
		stepped("a step back of one second repeats the last time, unmarked", time.Second, false),
		stepped("a step back of over one second is marked", time.Second+time.Microsecond, true),
		stepped("a step back of an hour is marked", time.Hour, true),
		{"the mark ends when the clock has caught up", func(t *testing.T, r *rig) {
			last := r.clock.Now()
			var marked []bool
			for n, behind := range []time.Duration{time.Minute, 2 * time.Second, time.Second, 0, -time.Second} {
				r.clock.set(last.Add(-behind))
				r.append(eventlog.Any, message("a", n+1))
				marked = append(marked, r.get(message("a", n+1).ID).ClockBehind)
			}
			equal(t, "marks", []bool{true, true, false, false, false}, marked)
			equal(t, "recorded_at", last.Add(time.Second), r.head().Recorded)
		}},
		{"after a reset recorded_at runs as far ahead of the clock as it was", func(t *testing.T, r *rig) {
			r.ahead(10 * year)
			r.append(eventlog.Any, r.reset(1))
			runs(t, r, r, 10*year, 1)
		}},
		{"a later reset stands in the place of an earlier one", func(t *testing.T, r *rig) {
			r.ahead(10 * year)
			r.append(eventlog.Any, r.reset(1))
			r.ahead(11 * year)
			r.append(eventlog.Any, r.reset(2))
			runs(t, r, r, 21*year, 1)
		}},
		{"a reset in an append that is refused resets nothing", func(t *testing.T, r *rig) {
			r.ahead(10 * year)
			last := r.head().Recorded
			reset := r.reset(1)
			r.refused(eventlog.ErrConflict, eventlog.None, reset)
			r.append(eventlog.Any, message("a", 2))
			equal(t, "recorded_at", last, r.get(message("a", 2).ID).RecordedAt)
		}},
		{"a reset in another stream, or under another id, resets nothing", func(t *testing.T, r *rig) {
			r.ahead(10 * year)
			last := r.head().Recorded
			elsewhere, otherwise := r.reset(1), r.reset(1)
			elsewhere.Stream = domain.StreamID{Family: domain.FamilyLog, ULID: domain.Derive(time.Time{}, "elsewhere")}
			otherwise.ID = domain.EventID(domain.Derive(time.Time{}, "otherwise"))
			r.append(eventlog.Any, elsewhere)
			r.append(eventlog.Any, otherwise)
			r.append(eventlog.Any, message("a", 2))
			equal(t, "recorded_at", last, r.get(message("a", 2).ID).RecordedAt)
		}},
		{"the mark is in the leaf and not in the core", func(t *testing.T, r *rig) {
			r.clock.add(-time.Hour)
			got := r.append(eventlog.Any, message("a", 1))[0]
			e := r.get(got.ID)
			equal(t, "leaf", seal.Leaf(&e), got.Leaf)
			core := seal.Core(&e)
			e.ClockBehind = false
			equal(t, "core", seal.Core(&e), core)
			if seal.Leaf(&e) == got.Leaf {
				t.Error("the leaf does not hold clock_behind")
			}
		}},
	}
}

func stepped(name string, back time.Duration, marked bool) row {
	return row{name, func(t *testing.T, r *rig) {
		last := r.clock.Now()
		r.clock.set(last.Add(-back))
		for i, receipt := range r.append(eventlog.Any, messages("a", 2)...) {
			e := r.get(receipt.ID)
			equal(t, "recorded_at", last, e.RecordedAt)
			equal(t, "clock_behind", marked, e.ClockBehind)
			equal(t, "revision", domain.Revision(i+1), e.Revision)
		}
	}}
}

const year = 365 * 24 * time.Hour

// ahead appends by a clock that is ahead.
func (r *rig) ahead(by time.Duration) {
	r.clock.add(by)
	r.append(eventlog.Any, message("ahead", int(by/year)))
	r.clock.add(-by)
}

// reset is the n-th reset of the log's clock.
func (r *rig) reset(n int) domain.Draft {
	own := r.all(eventlog.Query{Limit: 1})[0].Stream
	return domain.Draft{ID: domain.ClockResetID(own, n), Kind: domain.KindLogClockReset, Version: 1, Stream: own, Emitter: "log/test",
		ObservedAt: domain.At(r.clock.Now()), Source: domain.Source{Kind: domain.SourceTest},
		Data: encode(domain.LogClockReset{Wall: domain.At(r.clock.Now()), Statement: "as signed", Signature: "as made"})}
}

// runs checks that recorded_at runs ahead of the clock, and is marked where that steps back.
func runs(t *testing.T, writer, reader *rig, ahead time.Duration, n int) {
	t.Helper()
	for i, step := range []time.Duration{0, time.Hour, -time.Minute} {
		before := reader.head().Recorded
		writer.clock.add(step)
		m := message("runs", n+i)
		writer.append(eventlog.Any, m)
		e := reader.get(m.ID)
		want := writer.clock.Now().UTC().Truncate(time.Microsecond).Add(ahead)
		if step < 0 {
			want = before
		}
		equal(t, "recorded_at", want, e.RecordedAt)
		equal(t, "clock_behind", step < 0, e.ClockBehind)
	}
}
