package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reportview "github.com/clawable/claw/reports/view"
)

// VersionDocument is the answer of version.
type VersionDocument struct {
	app.VersionDocument
	Validated reportview.Validated `json:"views_validated_by"` // see docs/reports.md
}

func versionVerb(a *app.App) *cobra.Command {
	return a.Verb("version", "more", "Print the version of claw", app.NoArgs, func([]string) (app.Document, error) { return version() })
}

// version describes this program.
func version() (app.Document, error) {
	v, err := reportview.ValidatedBy()
	return &VersionDocument{*app.VersionNow(), v}, err
}

func (d *VersionDocument) Text(p *term.Page) {
	d.VersionDocument.Text(p)
	p.Line("views %s validated by %s, %s fixtures, version %.12s", d.Validated.Rendering, d.Validated.FixtureSet, term.Count(d.Validated.Views), d.Validated.Version.String())
}
