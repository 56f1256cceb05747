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

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

// The targets of reports, in milliseconds, and how much more than ten times as much ten times the
// lanes may take.
const (
	mostReport = 50 // 1,000 lanes
	mostDelta  = 50 // between two reports of 10,000 lanes
	mostView   = 5  // of 1,000 lanes
	mostGrowth = 13
)

// measureReports measures the canonical report: read from the read model of the large log, then
// made of so many of its lanes, and compared with one in which a hundredth of them differs.
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
	b.report.most("a report of "+count(float64(few))+" lanes, made and sealed, p50", milliseconds(small), mostReport, ms, "in memory")
	b.report.most("the same, "+count(float64(many))+" ÷ "+count(float64(few))+" lanes", float64(all)/float64(small), mostGrowth, ratio, ms(milliseconds(all))+" for the larger")
	if err := viewed(b, lanesOf(o, few), lanesOf(o, many)); err != nil {
		return err
	}
	return compared(b, large)
}

// viewed measures the views of a report: in each format that of the audience which takes the longest, and
// how much longer it takes for more lanes.
func viewed(b *bench, few, many *reports.Observed) error {
	p, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		return err
	}
	k, err := redact.NewKey(make([]byte, redact.KeyBytes))
	if err != nil {
		return err
	}
	r := view.NewRenderer(p, k)
	small, err := sourceOf(few)
	if err != nil {
		return err
	}
	large, err := sourceOf(many)
	if err != nil {
		return err
	}
	for _, format := range view.Format("").Enum() {
		c := view.Capabilities{Format: view.Format(format)}
		var worst rendered
		for _, c.Audience = range view.Audiences() {
			one, err := renderings(r, small, c, b.pick(9, 1))
			if err != nil {
				return err
			}
			if one.took >= worst.took {
				worst = one
			}
		}
		c.Audience = worst.audience
		all, err := renderings(r, large, c, b.pick(5, 1))
		if err != nil {
			return err
		}
		what := "a view of " + count(float64(len(few.Lanes.Items))) + " lanes as " + format
		b.report.most(what+", slowest audience, p50", milliseconds(worst.took), mostView, ms,
			worst.audience+", "+mib(float64(worst.size))+" of "+mib(float64(len(small.Sealed.Text))))
		b.report.most("the same, "+count(float64(len(many.Lanes.Items)))+" ÷ "+count(float64(len(few.Lanes.Items)))+" lanes",
			float64(all.took)/float64(worst.took), mostGrowth, ratio, ms(milliseconds(all.took))+" for the larger")
	}
	return nil
}

// sourceOf is a report of what was observed, for views.
func sourceOf(o *reports.Observed) (*view.Source, error) {
	doc := reports.Build(o, &reports.Statement{}, nil, "bench")
	sealed, err := reports.Seal(doc)
	return &view.Source{Sealed: sealed, Document: doc}, err
}

// rendered is how long a view of an audience takes, the median, and how many bytes it has.
type rendered struct {
	audience string
	took     time.Duration
	size     int
}

func renderings(r *view.Renderer, src *view.Source, c view.Capabilities, times int) (rendered, error) {
	var took latencies
	one := rendered{audience: c.Audience}
	for range times {
		t, err := timed(func() error {
			v, err := r.Render(src, c, domain.At(time.Unix(0, 0)))
			if err == nil {
				one.size = len(v.Bytes)
			}
			return err
		})
		if err != nil {
			return one, err
		}
		took = append(took, t)
	}
	one.took = took.at(.5)
	return one, nil
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

// lanesOf is what was observed with n lanes, each like one of those that there are.
func lanesOf(o *reports.Observed, n int) *reports.Observed {
	there := slices.Sorted(maps.Keys(o.Lanes.Items))
	other := *o
	other.Lanes.Items = make(map[string]reports.Lane, n)
	for i := range n {
		other.Lanes.Items[domain.Derive(time.Time{}, "bench report", strconv.Itoa(i)).String()] = o.Lanes.Items[there[i%len(there)]]
	}
	return &other
}

// made is how long a report of what was observed takes: built and sealed.
func made(b *bench, o *reports.Observed) (time.Duration, error) {
	var times latencies
	for range b.pick(9, 1) {
		took, err := timed(func() error {
			_, err := reports.Seal(reports.Build(o, &reports.Statement{}, nil, "bench"))
			return err
		})
		if err != nil {
			return 0, err
		}
		times = append(times, took)
	}
	return times.at(.5), nil
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
	var deltas, patches latencies
	var patch []byte
	for range b.pick(9, 1) {
		took, _ := timed(func() error { reports.CompareTexts(now.Text, old.Text, old.Hash); return nil })
		deltas = append(deltas, took)
		took, err := timed(func() (err error) { patch, err = reports.Diff(old.Text, now.Text); return err })
		if err != nil {
			return err
		}
		patches = append(patches, took)
	}
	what := fmt.Sprintf("two reports of %s lanes", count(float64(len(o.Lanes.Items))))
	b.report.most("a delta between "+what+", p50", milliseconds(deltas.at(.5)), mostDelta, ms, "a hundredth of the lanes differs; "+mib(float64(len(now.Text)))+" each")
	b.report.tell("a JSON Patch between "+what+", p50", ms(milliseconds(patches.at(.5))), strconv.Itoa(len(patch))+" bytes")
	return nil
}
