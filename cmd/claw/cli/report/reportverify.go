package reportcmd

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// VerifiedDocument is the answer of report verify.
type VerifiedDocument struct {
	app.Head
	Report   string            `json:"report_id,omitzero"` // absent: a file whose content is not filed here
	Hash     domain.Digest     `json:"content_hash"`
	Standing string            `json:"standing"` // current, superseded, not_filed
	By       domain.Digest     `json:"superseded_by,omitzero"`
	Versions []reports.Version `json:"versions,omitzero"`
	Void     []reports.Void    `json:"void,omitzero"`
	Findings []string          `json:"findings"` // why it does not hold; none where it does
}

// The standings of a content.
const (
	standingCurrent    = "current"
	standingSuperseded = "superseded"
	standingNotFiled   = "not_filed"
)

func reportVerify(a *app.App) *cobra.Command {
	cmd := a.Verb("verify REPORT", "look", "Verify a filed report and its versions, or a file that says it is one", app.Exactly(1, "REPORT"),
		func(args []string) (app.Document, error) { return verifyReport(a, args[0]) })
	cmd.Long = `Verify that each version of a filed report has the hash that was filed, that each names the one
before, and that the events which its claims cite are there. REPORT is the id of a report or the
beginning of one, or a file: a report with its hash, its document alone, or its parts. A file is
verified by itself, then looked for among what is filed. Findings are exit code 1.`
	return cmd
}

func verifyReport(a *app.App, typed string) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	d := &VerifiedDocument{Head: app.HeadOf("report_verified"), Findings: []string{}, Standing: standingCurrent}
	if isFile(a, typed) {
		err = d.file(a, in, typed)
	} else {
		err = d.filed(a, in, typed)
	}
	if len(d.Findings) > 0 {
		a.Code = 1
	}
	return d, err
}

// isFile reports whether a person named a file.
func isFile(a *app.App, typed string) bool {
	if typed == "-" {
		return true
	}
	info, err := os.Stat(app.Path(a, typed))
	return err == nil && !info.IsDir()
}

// file verifies a file, and looks for its content among what is filed.
func (d *VerifiedDocument) file(a *app.App, in *reporting.Reports, name string) error {
	got, err := readInput(a, name)
	if err != nil {
		return err
	}
	d.Hash, d.Standing = got.Hash, standingNotFiled
	all, err := in.All(a.Ctx)
	for i := range all {
		for n := range all[i].Versions {
			if all[i].Versions[n].Hash != got.Hash {
				continue
			}
			d.Report, d.Standing = all[i].Report, standingCurrent
			if last := all[i].Last(); last.Hash != got.Hash {
				d.Standing, d.By = standingSuperseded, last.Hash
			}
		}
	}
	if _, failed := reports.Parse(got.Document); failed != nil && domain.KindOf(failed) != domain.ErrUnavailable {
		return failed
	} else if failed != nil {
		a.Warn("newer_schema", app.Typed(failed).Error())
	}
	return err
}

// filed verifies the versions of a report.
func (d *VerifiedDocument) filed(a *app.App, in *reporting.Reports, typed string) error {
	f, err := in.Find(a.Ctx, typed)
	if err != nil {
		return err
	}
	d.Report, d.Hash, d.Versions, d.Void = f.Report, f.Last().Hash, f.Versions, f.Void
	for i := range f.Versions {
		v := &f.Versions[i]
		doc, err := v.Proven(f.Report)
		if err == nil {
			err = in.CheckCited(a.Ctx, doc)
		}
		if err == nil {
			err = in.CheckPromoted(a.Ctx, doc)
		}
		var typed *domain.Error
		switch {
		case err == nil, v.Held == reports.HeldErased, v.Held == reports.HeldDetached:
		case errors.As(err, &typed):
			d.Findings = append(d.Findings, "version "+strconv.Itoa(i+1)+": "+typed.Error())
		default:
			return err
		}
	}
	return nil
}

// versioned splits id@N, where N is a version from 1; 0 is the last.
func versioned(typed string) (id string, n int, err error) {
	id, version, has := strings.Cut(typed, "@")
	if !has {
		return id, 0, nil
	}
	if n, err = strconv.Atoi(version); err != nil || n < 1 {
		return id, 0, app.UsageError("parse arguments", typed, "names no version", "a version counts from 1, as in "+id+"@2")
	}
	return id, n, nil
}

func (d *VerifiedDocument) Text(p *term.Page) {
	switch {
	case d.Report == "":
		p.Line("not filed in this log: content %s", d.Hash)
	case d.Standing == standingSuperseded:
		p.Styled(term.StyleYellow, d.Report+" said this, and was amended: content "+d.By.String()+" took its place")
	default:
		p.Line("%s, content %s", d.Report, d.Hash)
	}
	for i := range d.Versions {
		v := &d.Versions[i]
		p.Field("version "+strconv.Itoa(i+1), heldStyle(v.Held), "%s, filed %s by %s%s", v.Held, term.Clock(v.FiledAt.Time()), v.By, orText(": ", v.Reason))
	}
	for _, v := range d.Void {
		p.Field("void", term.StyleYellow, "event %s: %s", v.Event, v.Reason)
	}
	for _, f := range d.Findings {
		p.Field("finding", term.StyleRed, "%s", f)
	}
	if len(d.Findings) == 0 && d.Report != "" {
		p.Line("it holds")
	}
}
