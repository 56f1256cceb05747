package reportcmd

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// DiffDocument is the answer of report diff.
type DiffDocument struct {
	app.Head
	From  domain.Digest  `json:"from_hash"`
	To    domain.Digest  `json:"to_hash"`
	Delta reports.Delta  `json:"delta"`
	Patch jsontext.Value `json:"patch"`          // RFC 6902: makes the document of to of that of from; null where the log does not hold both
	Views *viewsDiff     `json:"views,omitzero"` // of two views: why they differ
}

func reportDiff(a *app.App) *cobra.Command {
	cmd := a.Verb("diff FROM TO", "look", "Show what changed between two reports, field by field and as a JSON Patch", app.Exactly(2, "FROM TO"),
		func(args []string) (app.Document, error) { return diffReports(a, args[0], args[1]) })
	cmd.Long = `Show what changed between two reports: of each section whether it changed, was cleared or is
unchanged, and the JSON Patch (RFC 6902) that makes the second document of the first. FROM and TO are
ids of reports, id@N for version N of one, or files. Of two views it says why they differ: the report
changed, or only the rendering.`
	return cmd
}

func diffReports(a *app.App, from, to string) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	if d, err := diffViews(a, in, from, to); d != nil || err != nil {
		return d, err
	}
	old, err := named(a, in, from)
	if err != nil {
		return nil, err
	}
	now, err := named(a, in, to)
	if err != nil {
		return nil, err
	}
	return between(old, now)
}

// between is what changed between two documents.
func between(old, now reports.Sealed) (d *DiffDocument, err error) {
	d = &DiffDocument{Head: app.HeadOf("report_diff"), From: old.Hash, To: now.Hash, Delta: reports.CompareTexts(now.Text, old.Text, old.Hash)}
	d.Patch, err = proven(old, now)
	return d, err
}

// proven is the patch between two documents, which was applied and makes the one of the other.
func proven(old, now reports.Sealed) ([]byte, error) {
	patch, err := reports.Diff(old.Text, now.Text)
	if err != nil {
		return nil, err
	}
	got, err := reports.Apply(old.Text, patch)
	if err == nil && !bytes.Equal(got, now.Text) {
		err = &domain.Error{Kind: domain.ErrRuntime, Operation: "diff reports", Target: old.Hash.String(), Message: "the patch does not make the second document of the first",
			Hint: "the field states of the delta hold all the same"}
	}
	return patch, err
}

// named is the document of a report that is filed, of a version of it, or of a file.
func named(a *app.App, in *reporting.Reports, typed string) (s reports.Sealed, err error) {
	if isFile(a, typed) {
		got, err := readInput(a, typed)
		if err != nil {
			return s, err
		}
		_, err = reports.Parse(got.Document)
		return reports.Sealed{Text: got.Document, Hash: got.Hash}, err
	}
	f, v, err := filedNamed(a, in, typed)
	if err != nil {
		return s, err
	}
	if _, err := v.Proven(f.Report); err != nil {
		return s, err
	}
	return reports.Sealed{Text: v.Document, Hash: v.Hash}, nil
}

// filedNamed is a report that is filed, and the version of it that a person named.
func filedNamed(a *app.App, in *reporting.Reports, typed string) (reports.Filing, *reports.Version, error) {
	typed, n, err := versioned(typed)
	if err != nil {
		return reports.Filing{}, nil, err
	}
	f, err := in.Find(a.Ctx, typed)
	if err != nil {
		return f, nil, err
	}
	if n > len(f.Versions) {
		return f, nil, app.UsageError("find report", typed, "has "+term.Many(len(f.Versions), "version"), "versions count from 1")
	}
	if n > 0 {
		return f, &f.Versions[n-1], nil
	}
	return f, f.Last(), nil
}

func (d *DiffDocument) Text(p *term.Page) {
	if d.Views != nil {
		d.Views.text(p)
	}
	if d.From == d.To {
		p.Line("the same content: %s", d.From)
		return
	}
	if d.Patch == nil {
		return
	}
	writeDelta(p, &d.Delta)
	p.Gap()
	p.Line("the JSON Patch has %d bytes: --json", len(d.Patch))
}
