package main

import (
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

// viewed measures each view of a report, for each audience and in each format, and how much more time it takes
// for more lanes. What views of one report as of one time share is read for the first alone, which has its own row.
func viewed(b *bench, few, many *reports.Observed) error {
	renderer, err := renderers()
	if err != nil {
		return err
	}
	r := renderer()
	same := func() *view.Renderer { return r }
	small, err := sourceOf(few)
	if err != nil {
		return err
	}
	large, err := sourceOf(many)
	if err != nil {
		return err
	}
	first, _, err := rendered(renderer, small, view.Capabilities{Audience: view.DeltaBrief, Format: view.JSON}, b.pick(20, 1))
	if err != nil {
		return err
	}
	b.report.most("the first view of "+count(float64(len(few.Lanes.Items)))+" lanes, "+view.DeltaBrief+" as json, CPU time", milliseconds(first), mostView, ms, "with the renderer, and what all views of a report share")
	for _, audience := range view.Audiences() {
		for _, format := range view.Format("").Enum() {
			c := view.Capabilities{Audience: audience, Format: view.Format(format)}
			took, size, err := rendered(same, small, c, b.pick(20, 1))
			if err != nil {
				return err
			}
			longer, _, err := rendered(same, large, c, b.pick(20, 1))
			if err != nil {
				return err
			}
			what := "a view of " + count(float64(len(few.Lanes.Items))) + " lanes, " + audience + " as " + format
			b.report.most(what+", CPU time", milliseconds(took), mostView, ms, strconv.Itoa(size/1000)+" kB of a report of "+strconv.Itoa(len(small.Sealed.Text)/1000)+" kB")
			b.report.most(what+", the same of "+count(float64(len(many.Lanes.Items)))+" ÷ this", float64(longer)/float64(took), mostGrowth, ratio, ms(milliseconds(longer))+" for the larger")
		}
	}
	return nil
}

// sourceOf is a report of what was observed, for views.
func sourceOf(o *reports.Observed) (*view.Source, error) {
	doc := reports.Build(o, &reports.Statement{}, nil, "bench")
	sealed, err := reports.Seal(doc)
	return &view.Source{Sealed: sealed, Document: doc}, err
}

// allSilent is a time of reading at which every lane that can be silent is.
var allSilent = domain.At(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC))

// renderers makes renderers by the built-in policy.
func renderers() (func() *view.Renderer, error) {
	p, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		return nil, err
	}
	k, err := redact.NewKey(make([]byte, redact.KeyBytes))
	return func() *view.Renderer { return view.NewRenderer(p, k) }, err
}

// rendered is how much CPU time a view takes, and how many bytes it has.
func rendered(by func() *view.Renderer, src *view.Source, c view.Capabilities, times int) (took time.Duration, size int, err error) {
	took, err = steadyCPUOf(times, func() error {
		v, err := by().Render(src, c, allSilent)
		if err == nil {
			size = len(v.Bytes)
		}
		return err
	})
	return took, size, err
}
