package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
)

// The targets of reports, in milliseconds of CPU time, and how much more than ten times as much ten times the
// lanes may take.
const (
	mostReport = 50 // 1,000 lanes
	mostDelta  = 50 // between two reports of 10,000 lanes
	mostView   = 5  // of 1,000 lanes
	mostGrowth = 13
)

// measureReports measures the canonical report: read from the read model of the large log, then
// made of so many lanes like those of it, and compared with one in which a hundredth of them differs.
func measureReports(b *bench) error {
	b.report.head("The canonical report")
	o, err := observeLarge(b)
	if err != nil {
		return err
	}
	few, many := b.pick(1_000, 50), b.pick(10_000, 500)
	large := lanesOf(o, many)
	small, err := made(b, lanesOf(o, few))
	if err != nil {
		return err
	}
	all, err := made(b, large)
	if err != nil {
		return err
	}
	b.report.most("a report of "+count(float64(few))+" lanes, made and sealed, CPU time", milliseconds(small), mostReport, ms, "in memory")
	b.report.most("the same, "+count(float64(many))+" ÷ "+count(float64(few))+" lanes", float64(all)/float64(small), mostGrowth, ratio, ms(milliseconds(all))+" for the larger")
	if err := viewed(b, lanesOf(o, few), lanesOf(o, many)); err != nil {
		return err
	}
	return compared(b, large)
}

// observeLarge reads all lanes of the large log for a report.
func observeLarge(b *bench) (o *reports.Observed, err error) {
	log, err := b.openLarge()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	dir, err := os.MkdirTemp(b.dir, "report-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s := store.New(filepath.Join(dir, "log.views"), source{log}, store.Options{})
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.CatchUp(b.ctx); err != nil {
		return nil, err
	}
	var times latencies
	for range b.pick(3, 1) {
		took, err := timed(func() (err error) {
			o, err = gather.Observe(s, reports.Scope{}, reports.Window{}, reports.Approvals{Items: map[string]reports.Approval{}})
			return err
		})
		if err != nil {
			return nil, err
		}
		times = append(times, took)
	}
	b.report.tell("read for it from the read model, p50 of a lane", strconv.FormatInt(times.at(.5).Microseconds()/int64(len(o.Lanes.Items)), 10)+" µs",
		count(float64(len(o.Lanes.Items)))+" lanes of the large log; the board asks the same")
	return o, nil
}

// lanesOf is what was observed with n lanes: each stands as one of those that there are, and no two have the same
// names, texts, times and events. Of ships and open sessions it has as many for a lane as were observed.
func lanesOf(o *reports.Observed, n int) *reports.Observed {
	there := slices.Sorted(maps.Keys(o.Lanes.Items))
	other := *o
	other.Lanes.Items = make(map[string]reports.Lane, n)
	for i := range n {
		other.Lanes.Items[derived(i, "lane").String()] = varied(o.Lanes.Items[there[i%len(there)]], i)
	}
	other.Ships.Items = shareOf(o.Ships.Items, n, len(there))
	other.Sessions.Items = shareOf(o.Sessions.Items, n, len(there))
	return &other
}

// shareOf is the share n ÷ each of items, at most all of them.
func shareOf[V any](items map[string]V, n, each int) map[string]V {
	names := slices.Sorted(maps.Keys(items))
	some := make(map[string]V, len(names))
	for _, name := range names[:min(len(names)*n/each, len(names))] {
		some[name] = items[name]
	}
	return some
}

// varied is a lane with the names, texts, times and events of lane i.
func varied(l reports.Lane, i int) reports.Lane {
	if l.ObservedAt.Known() {
		l.ObservedAt = domain.AtUnixNano(l.ObservedAt.UnixNano() + int64(i)*1e9)
	}
	l.Branch, l.Errors = fmt.Sprintf("work/%d", i), l.Errors+i%17
	l.Title = domain.Known(domain.ShortLabel(fmt.Sprintf("Mend door %d of the shop & its <hinges>", i)))
	l.Workspace = domain.Known(domain.Path(fmt.Sprintf("/srv/shop-%d", i)))
	l.Opening = fmt.Sprintf("fix door %d of the shop", i)
	l.Sessions = slices.Clone(l.Sessions)
	for k := range l.Sessions {
		l.Sessions[k] = domain.SessionID("claude-code/" + derived(i, "session", strconv.Itoa(k)).String())
	}
	evidence := make(map[string][]domain.EventID, len(l.Evidence))
	for member, ids := range l.Evidence {
		for k := range ids {
			evidence[member] = append(evidence[member], domain.EventID(derived(i, "event", strconv.Itoa(k))))
		}
	}
	l.Evidence = evidence
	return l
}

// derived is an id of lane i.
func derived(i int, parts ...string) ulid.ULID {
	return domain.Derive(time.Time{}, append([]string{"bench report", strconv.Itoa(i)}, parts...)...)
}

// made is how much CPU time a report of what was observed takes: built and sealed.
func made(b *bench, o *reports.Observed) (time.Duration, error) {
	return cpuOf(b.pick(9, 1), func() error {
		_, err := reports.Seal(reports.Build(o, &reports.Statement{}, nil, "bench"))
		return err
	})
}

// compared measures the delta and the patch between two reports.
func compared(b *bench, o *reports.Observed) error {
	old, err := reports.Seal(reports.Build(o, &reports.Statement{}, nil, "bench"))
	if err != nil {
		return err
	}
	other := *o
	other.Lanes.Items = maps.Clone(o.Lanes.Items)
	for i, id := range slices.Sorted(maps.Keys(o.Lanes.Items)) {
		if l := o.Lanes.Items[id]; i%100 == 0 {
			l.Errors++
			other.Lanes.Items[id] = l
		}
	}
	now, err := reports.Seal(reports.Build(&other, &reports.Statement{}, nil, "bench"))
	if err != nil {
		return err
	}
	delta, err := cpuOf(b.pick(9, 1), func() error { reports.CompareTexts(now.Text, old.Text, old.Hash); return nil })
	if err != nil {
		return err
	}
	var patch []byte
	patched, err := cpuOf(b.pick(9, 1), func() (err error) { patch, err = reports.Diff(old.Text, now.Text); return err })
	if err != nil {
		return err
	}
	what := fmt.Sprintf("two reports of %s lanes", count(float64(len(o.Lanes.Items))))
	b.report.most("a delta between "+what+", CPU time", milliseconds(delta), mostDelta, ms, "a hundredth of the lanes differs; "+mib(float64(len(now.Text)))+" each")
	b.report.tell("a JSON Patch between "+what+", CPU time", ms(milliseconds(patched)), strconv.Itoa(len(patch))+" bytes")
	return nil
}
