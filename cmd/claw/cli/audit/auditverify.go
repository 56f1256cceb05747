package auditcmd

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/release"
	reportview "github.com/clawable/claw/reports/view"
)

// ReleaseVerifiedDocument is the answer of audit verify: the audit of a release has its content hash.
type ReleaseVerifiedDocument struct {
	app.Head
	Hash   domain.Digest     `json:"content_hash"`     // as computed
	View   domain.Digest     `json:"view_id,omitzero"` // of a view, which is what its document renders
	Format reportview.Format `json:"format,omitzero"`
	Repo   domain.RepoID     `json:"repo"`
	Range  string            `json:"commit_range"`
	Holds  bool              `json:"holds"` // what the audit found: no gap, and each commit is known to have been shipped
	Totals release.Totals    `json:"totals"`
}

func auditVerify(a *app.App) *cobra.Command {
	cmd := a.Verb("verify FILE", "look", "Recompute the hash of a release audit that somebody handed over", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return verifyRelease(a, args[0]) })
	cmd.Long = `Read what claw audit release printed: with --json, or as a view of format html or json; - is
standard input. The content hash of the document is computed again. A view is also held to its digest
and rendered again from its document. What was edited is an error of kind corrupt. No log and no
repository are read: compare the hash with one that you have from elsewhere.`
	return cmd
}

func verifyRelease(a *app.App, name string) (app.Document, error) {
	text, err := app.ReadInput(a, name)
	if err != nil {
		return nil, err
	}
	var file struct {
		Kind     string         `json:"kind"`
		Hash     domain.Digest  `json:"content_hash"`
		Document jsontext.Value `json:"document"`
		View     jsontext.Value `json:"view"`
		Rest     jsontext.Value `json:",unknown"`
	}
	if json.Unmarshal(text, &file) != nil || file.Kind != "audit_release" {
		return verifyReleaseView(text)
	}
	d, sealed, err := release.Verify(file.Document, file.Hash)
	if err != nil {
		return nil, err
	}
	return verified(d, sealed.Hash), nil
}

// verifyReleaseView verifies a view by itself.
func verifyReleaseView(text []byte) (app.Document, error) {
	v, d, err := reportview.ReadRelease(text)
	if err != nil {
		return nil, err
	}
	doc := verified(d, v.Inputs.Report)
	doc.View, doc.Format = v.ID, v.Inputs.Capabilities.Format
	return doc, nil
}

func verified(d *release.Document, hash domain.Digest) *ReleaseVerifiedDocument {
	return &ReleaseVerifiedDocument{Head: app.HeadOf("audit_release_verified"), Hash: hash, Repo: d.Repo, Range: d.Range, Holds: d.Holds(), Totals: d.Totals}
}

// Text implements [app.Document].
func (d *ReleaseVerifiedDocument) Text(p *term.Page) {
	p.Styled(term.StyleGreen, "it is as it was made: content "+d.Hash.String())
	p.Field("release", term.StylePlain, "%s %s, %s", d.Repo, d.Range, term.Many(d.Totals.Commits, "commit"))
	if d.Holds {
		p.Line("it found nothing against the release")
		return
	}
	if len(d.Totals.Gaps) == 0 {
		p.Styled(term.StyleYellow, "it found no gap, but commits whose ship is not known, or history that is not whole")
		return
	}
	p.Styled(term.StyleYellow, "it found something against the release"+term.CountsText(countsOf(d.Totals.Gaps)))
}
