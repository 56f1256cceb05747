package reportcmd

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	reportview "github.com/clawable/claw/reports/view"
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
	View     *verifiedView     `json:"view,omitzero"`
	Erased   []domain.EventID  `json:"erased_evidence,omitzero"` // that the last version cites: their data are erased
}

// The standings of a content.
const (
	standingCurrent    = "current"
	standingSuperseded = "superseded"
	standingNotFiled   = "not_filed"
)

// verifyOptions are the flags of claw report verify.
type verifyOptions struct {
	policy string // a file; "" is the built-in policy
	views  string // a file that declares audiences; "" is the one beside the settings
}

func (o *verifyOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.policy, "policy", "", "the redaction policy by which a view was rendered (default: the built-in one)")
	f.StringVar(&o.views, "views", "", "the file that declares the audience of a view (default: views.toml beside the settings of claw)")
}

func reportVerify(a *app.App) *cobra.Command {
	var o verifyOptions
	cmd := a.Verb("verify REPORT", "look", "Verify a filed report and its versions, or a file that says it is one", app.Exactly(1, "REPORT"),
		func(args []string) (app.Document, error) { return verifyReport(a, o, args[0]) })
	cmd.Long = `Verify that each version of a filed report has the hash that was filed, that each names the one
before, and that the events which its claims cite are there. REPORT is the id of a report or the
beginning of one, or a file: a report with its hash, its document alone, or its parts. A file is
verified by itself, then looked for among what is filed. A file may be a view, in any format: it is
held to its digest, rendered again where its policy and key are at hand, and superseded where its
report was amended. Findings are exit code 1.`
	o.flags(cmd.Flags())
	return cmd
}

func verifyReport(a *app.App, o verifyOptions, typed string) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	d := &VerifiedDocument{Head: app.HeadOf("report_verified"), Findings: []string{}, Standing: standingCurrent}
	if isFile(a, typed) {
		err = d.file(a, in, o, typed)
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
func (d *VerifiedDocument) file(a *app.App, in *reporting.Reports, o verifyOptions, name string) error {
	text, err := app.ReadInput(a, name)
	if err != nil {
		return err
	}
	inner, err := unwrapped(text)
	if err != nil {
		return err
	}
	if reportview.IsView(inner) {
		return d.view(a, in, o, inner)
	}
	got, err := inputOf(name, text)
	if err != nil {
		return err
	}
	if _, err = d.standing(a, in, got.Hash, got.Report); err != nil {
		return err
	}
	if _, failed := reports.Parse(got.Document); failed != nil && domain.KindOf(failed) != domain.ErrUnavailable {
		return failed
	} else if failed != nil {
		a.Warn("newer_schema", app.Typed(failed).Error())
	}
	return nil
}

// standing looks for a content among the filed reports, first in the report that claims it, and
// returns the version that has it; nil for none.
func (d *VerifiedDocument) standing(a *app.App, in *reporting.Reports, hash domain.Digest, report string) (*reports.Version, error) {
	d.Hash, d.Standing = hash, standingNotFiled
	all, err := in.All(a.Ctx)
	f, version := filedAs(all, hash, report)
	if f != nil {
		d.Report, d.Standing = f.Report, standingCurrent
		if last := f.Last(); last.Hash != hash {
			d.Standing, d.By = standingSuperseded, last.Hash
		}
	}
	return version, err
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
			d.Erased, err = reporting.ErasedCited(a.Ctx, in, doc)
		}
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

// erasedText says which of the events that statements cite cannot be read any more.
func erasedText(p *term.Page, ids []domain.EventID) {
	if len(ids) > 0 {
		p.Field("erased", term.StyleYellow, "the data of %s that statements cite: %s", term.Many(len(ids), "event"), eventTexts(ids))
	}
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
	d.View.text(p)
	for i := range d.Versions {
		v := &d.Versions[i]
		p.Field("version "+strconv.Itoa(i+1), heldStyle(v.Held), "%s, filed %s by %s%s", v.Held, term.Clock(v.FiledAt.Time()), v.By, orText(": ", v.Reason))
	}
	for _, v := range d.Void {
		p.Field("void", term.StyleYellow, "event %s: %s", v.Event, v.Reason)
	}
	erasedText(p, d.Erased)
	for _, f := range d.Findings {
		p.Field("finding", term.StyleRed, "%s", f)
	}
	if len(d.Findings) == 0 && d.Report != "" && d.View == nil {
		p.Line("it holds")
	}
}
