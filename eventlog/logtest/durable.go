package logtest

import (
	"strconv"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Durable checks what an engine must keep that holds its log in a folder: a log
// closed and opened again is the same log.
func Durable(t *testing.T, open func(t *testing.T, o Options) eventlog.Log) {
	for _, row := range []row{
		{"a log opened again has its events, its id and its name", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, rich("rich", 1))
			all, head := fill(r), r.head()
			r.reopen()
			equal(t, "events", all, r.all(eventlog.Query{}))
			equal(t, "head", head, r.head())
			equal(t, "an event by its id", all[3], r.get(all[3].ID))
		}},
		{"a log opened again goes on counting", func(t *testing.T, r *rig) {
			r.append(eventlog.None, messages("a", 3)...)
			r.reopen()
			r.refused(eventlog.ErrConflict, eventlog.At(2), message("a", 4))
			got := r.append(eventlog.At(3), message("a", 4))[0]
			equal(t, "revision", 4, got.Revision)
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"a log opened again knows its ids", func(t *testing.T, r *rig) {
			first := r.append(eventlog.None, messages("a", 3)...)
			r.reopen()
			again := r.append(eventlog.None, messages("a", 3)...)
			for i := range again {
				equal(t, "repeated", true, again[i].Repeated)
				again[i].Repeated = false
			}
			equal(t, "receipts", first, again)
			r.refused(eventlog.ErrConflict, eventlog.Any, with(message("a", 1), func(d *domain.Draft) { d.Seq = 99 }))
		}},
		{"the clock of a log opened again does not go behind its last event", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			last := r.clock.Now()
			r.clock.add(-time.Hour)
			r.reopen()
			r.append(eventlog.Any, message("a", 2))
			e := r.get(message("a", 2).ID)
			equal(t, "recorded_at", last, e.RecordedAt)
			equal(t, "clock_behind", true, e.ClockBehind)
		}},
		{"the clock of a log opened again runs as far ahead as its reset says", func(t *testing.T, r *rig) {
			r.ahead(10 * year)
			r.append(eventlog.Any, r.reset(1))
			r.reopen()
			runs(t, r, r, 10*year, 1)
		}},
		{"what was erased stays so when the log is opened again", func(t *testing.T, r *rig) {
			if !r.log.Capabilities().Erasure {
				return // the engine reports that it cannot
			}
			r.append(eventlog.Any, messages("a", 3)...)
			r.erase(message("a", 2))
			all := r.all(eventlog.Query{})
			r.reopen()
			equal(t, "events", all, r.all(eventlog.Query{}))
		}},
		{"opening again and again adds nothing", func(t *testing.T, r *rig) {
			all := fill(r)
			for range 5 {
				r.reopen()
			}
			equal(t, "events", all, r.all(eventlog.Query{}))
		}},
	} {
		t.Run(row.name, func(t *testing.T) { row.check(t, startIn(t, open, t.TempDir())) })
	}
}

// Shared checks what an engine must keep whose log several openers hold at once,
// as several processes do.
func Shared(t *testing.T, open func(t *testing.T, o Options) eventlog.Log) {
	for _, row := range []row{
		{"what one opener appends, the others see", func(t *testing.T, r *rig) {
			other := r.other()
			for n := 1; n <= 3; n++ {
				r.append(eventlog.Any, message("a", n))
				other.append(eventlog.Any, message("b", n))
				equal(t, "events", r.all(eventlog.Query{}), other.all(eventlog.Query{}))
				equal(t, "head", r.head(), other.head())
				equal(t, "event", r.get(message("b", n).ID), other.get(message("b", n).ID))
			}
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"revisions and ids hold across openers", func(t *testing.T, r *rig) {
			other := r.other()
			first := r.append(eventlog.None, messages("a", 2)...)
			other.refused(eventlog.ErrConflict, eventlog.At(1), message("a", 3))
			other.append(eventlog.At(2), message("a", 3))
			r.refused(eventlog.ErrConflict, eventlog.At(2), message("a", 4))
			r.append(eventlog.At(3), message("a", 4))
			first[0].Repeated = true
			equal(t, "receipt", first[0], other.append(eventlog.None, message("a", 1))[0])
			other.refused(eventlog.ErrConflict, eventlog.Any, with(message("a", 1), func(d *domain.Draft) { d.Seq = 99 }))
		}},
		{"the clock of one opener does not go behind another's", func(t *testing.T, r *rig) {
			other := r.other()
			r.append(eventlog.Any, message("a", 1))
			last := r.clock.Now()
			r.clock.add(-time.Hour)
			other.append(eventlog.Any, message("a", 2))
			e := r.get(message("a", 2).ID)
			equal(t, "recorded_at", last, e.RecordedAt)
			equal(t, "clock_behind", true, e.ClockBehind)
		}},
		{"the clock of one opener runs as far ahead as another's reset says", func(t *testing.T, r *rig) {
			other := r.other()
			r.append(eventlog.Any, message("a", 1))
			other.append(eventlog.Any, message("a", 2))
			r.ahead(10 * year)
			r.append(eventlog.Any, r.reset(1))
			runs(t, other, r, 10*year, 1)
			other.ahead(11 * year)
			other.append(eventlog.Any, other.reset(2))
			runs(t, r, other, 21*year, 9)
		}},
		{"a follower sees what another opener appends", func(t *testing.T, r *rig) {
			other := r.other()
			f := follow(r.ctx, r.log, eventlog.Query{})
			f.next(t, 1)
			for n := 1; n <= 5; n++ {
				other.append(eventlog.Any, message("a", n))
				equal(t, "event", other.get(message("a", n).ID), f.next(t, 1)[0])
			}
		}},
		{"appends of several openers at once lose nothing and repeat nothing", func(t *testing.T, r *rig) {
			rigs := []*rig{r, r.other(), r.other(), r.other()}
			receipts := make([][]eventlog.Receipt, writers)
			together(func(w int) {
				own := rigs[w%len(rigs)]
				for n := range rounds {
					receipts[w] = append(receipts[w], mustAppend(t, own, eventlog.At(domain.Revision(n)), message("own "+strconv.Itoa(w), n+1))...)
				}
			})
			all := r.all(eventlog.Query{})
			checkPositions(t, r.log, all)
			equal(t, "events", 1+writers*rounds, len(all))
			checkReceipts(t, all, receipts)
		}},
		{"what one opener erases, the others do not see any more", func(t *testing.T, r *rig) {
			if !r.log.Capabilities().Erasure {
				return // the engine reports that it cannot
			}
			other := r.other()
			r.append(eventlog.Any, messages("a", 3)...)
			other.erase(message("a", 2))
			equal(t, "events", other.all(eventlog.Query{}), r.all(eventlog.Query{}))
			equal(t, "data", nil, r.get(message("a", 2).ID).Data)
			if err := other.eraser().Scour(r.ctx); err != nil {
				t.Fatal(err)
			}
			equal(t, "events after scouring", other.all(eventlog.Query{}), r.all(eventlog.Query{}))
			r.append(eventlog.At(3), message("a", 4))
		}},
		{"closing one opener leaves the others", func(t *testing.T, r *rig) {
			other := r.other()
			r.append(eventlog.Any, message("a", 1))
			if err := r.log.Close(); err != nil {
				t.Fatal(err)
			}
			other.append(eventlog.At(1), message("a", 2))
			equal(t, "events", 3, len(other.all(eventlog.Query{})))
		}},
	} {
		t.Run(row.name, func(t *testing.T) { row.check(t, startIn(t, open, t.TempDir())) })
	}
}
