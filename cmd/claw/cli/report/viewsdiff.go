package reportcmd

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	reportview "github.com/clawable/claw/reports/view"
)

// viewsDiff says why two views differ.
type viewsDiff struct {
	From    domain.Digest `json:"from_view_id"`
	To      domain.Digest `json:"to_view_id"`
	Because []viewCause   `json:"differs_because"` // empty: they are one view
	Inputs  []string      `json:"inputs"`          // in which they differ, by path
}

// viewCause says why two views differ.
type viewCause string

// The causes.
const (
	causeSource    viewCause = "source_changed"    // they are of different content
	causeRendering viewCause = "rendering_changed" // content is rendered for another request, by another policy, or as of another time
)

// Enum lists the values.
func (viewCause) Enum() []string { return []string{string(causeSource), string(causeRendering)} }

// diffViews says why two views in files differ; nil where a file holds no view. What changed in their reports it
// takes from the log, where that holds both.
//
// Errors: those of [reportview.Read] and of the log.
func diffViews(a *app.App, in *reporting.Reports, from, to string) (*DiffDocument, error) {
	if from == "-" || to == "-" || !isFile(a, from) || !isFile(a, to) {
		return nil, nil
	}
	var views [2]*reportview.View
	var of [2]reports.Sealed
	for i, name := range []string{from, to} {
		text, err := app.ReadInput(a, name)
		if err != nil {
			return nil, err
		}
		if text, err = unwrapped(text); err != nil {
			return nil, err
		}
		if !reportview.IsView(text) {
			return nil, nil
		}
		if views[i], err = reportview.Read(text); views[i] == nil {
			return nil, err
		}
		if of[i], err = heldContent(a, in, views[i].Inputs.Report); err != nil {
			return nil, err
		}
	}
	old, now := &views[0].Inputs, &views[1].Inputs
	d := &DiffDocument{Head: app.HeadOf("report_diff"), From: old.Report, To: now.Report, Delta: reports.Delta{Unknown: reports.WhyFailed, Against: old.Report}}
	var err error
	if of[0].Text != nil && of[1].Text != nil {
		d, err = between(of[0], of[1])
	} else {
		a.Warn("not_held", "this log does not hold the documents of both views: what changed in them is not known")
	}
	if err == nil {
		d.Views, err = why(old, now)
	}
	return d, err
}

// why says why a view of other inputs is another one.
func why(old, now *reportview.Inputs) (*viewsDiff, error) {
	was, err := json.Marshal(old, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	is, err := json.Marshal(now, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	d := &viewsDiff{From: old.ID(), To: now.ID(), Because: []viewCause{}, Inputs: append([]string{}, differing("", was, is)...)}
	source := func(path string) bool { return path == "content_hash" || path == "schema_version" }
	if slices.ContainsFunc(d.Inputs, source) {
		d.Because = append(d.Because, causeSource)
	}
	if slices.ContainsFunc(d.Inputs, func(path string) bool { return !source(path) }) {
		d.Because = append(d.Because, causeRendering)
	}
	return d, nil
}

// differing are the paths of the values that differ in two texts, nil for none.
func differing(at string, a, b jsontext.Value) (paths []string) {
	if bytes.Equal(a, b) {
		return nil
	}
	was, is := membersOf(a), membersOf(b)
	if was == nil || is == nil {
		return []string{at}
	}
	names := maps.Clone(was)
	maps.Copy(names, is)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		paths = append(paths, differing(strings.TrimPrefix(at+"/"+name, "/"), was[name], is[name])...)
	}
	return paths
}

// membersOf are the members of an object by name, nil for another value.
func membersOf(text jsontext.Value) (of map[string]jsontext.Value) {
	if json.Unmarshal(text, &of) != nil {
		return nil
	}
	return of
}

func (d *viewsDiff) text(p *term.Page) {
	if len(d.Because) == 0 {
		p.Line("one view: %s", d.From)
		return
	}
	words := make([]string, len(d.Because))
	for i, because := range d.Because {
		words[i] = strings.ReplaceAll(string(because), "_", " ")
	}
	p.Line("the views differ: %s (%s)", strings.Join(words, ", "), strings.Join(d.Inputs, ", "))
}
