package auditcmd

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/reports/release"
	reportview "github.com/clawable/claw/reports/view"
)

// ReleaseDocument is the answer of audit release: the document, and beside it what is no part of its
// content.
type ReleaseDocument struct {
	app.Head
	view.ReadAt
	Log         string            `json:"log_id"`
	Hash        domain.Digest     `json:"content_hash"` // of the document: SHA-256 over RFC 8785
	GeneratedAt domain.Instant    `json:"generated_at"`
	Producer    string            `json:"producer"`
	Asked       string            `json:"range"` // as it was typed
	Holds       bool              `json:"holds"` // no gap, and each commit is known to have been shipped
	Document    *release.Document `json:"document"`
	// View is the document for the audience ops_audit, where a format was asked for: as JSON, or as text.
	ViewID   domain.Digest     `json:"view_id,omitzero"`
	Format   reportview.Format `json:"format,omitzero"`
	View     jsontext.Value    `json:"view,omitzero"`
	Rendered string            `json:"text,omitzero"`
}

// releaseOptions are the flags of claw audit release.
type releaseOptions struct {
	ref    string // a branch; "" is the default branch
	format string // of a view; "" for the document
	file   view.PageFile
}

func (o *releaseOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.ref, "ref", "", "the branch of the release, such as main; without it the default branch")
	f.StringVar(&o.format, "format", "", "a view for the audience ops_audit: json, markdown, terminal or html (default: the document, with --json as JSON)")
	o.file.Flags(f)
}

func auditRelease(a *app.App) *cobra.Command {
	var o releaseOptions
	cmd := a.Verb("release A..B [REPO]", "look", "Show for each commit between two points by which ship it came, who approved it, and which tests were run", app.Between(1, 2, "A..B [REPO]"),
		func(args []string) (app.Document, error) { return releaseOf(a, o, args) })
	cmd.Long = `Audit the commits that B leads to and A does not: names of git in REPO, by default the working
folder; A.. ends at HEAD. Each commit is shown with its ship, approver and assurance, riders, lanes,
sessions and the runs of tests, with whose word each rests on. What the log does not know of a commit
is unknown, with a reason; no commit of the range is absent.

The document has a content hash: SHA-256 over RFC 8785. --html FILE writes one file for an auditor:
it holds the document, needs no network, and claw audit verify recomputes its hash. Only ships to the
branch of the release count. Nothing is appended. The exit code is 1 when there is a gap, a commit
that is not known to have been shipped, or history that the clone lacks.`
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func releaseOf(a *app.App, o releaseOptions, args []string) (app.Document, error) {
	if err := o.file.Fits(o.format); err != nil {
		return nil, err
	}
	base, head, err := endsOf(args[0])
	if err != nil {
		return nil, err
	}
	clones, err := logcmd.FindClones(a, []string{app.FirstOf(append(args[1:], ".")...)})
	if err != nil {
		return nil, err
	}
	defer clones.Close()
	doc := &release.Document{Schema: release.SchemaVersion, Commits: []release.Commit{}, Dropped: []domain.CommitID{}, Gaps: []audit.Gap{},
		Ships: map[domain.StreamID]release.Ship{}, Approvals: map[domain.StreamID]release.Approval{}, Lanes: map[domain.LaneID]release.Lane{}}
	commits, err := commitsBetween(a, clones[0], doc, base, head)
	if err != nil {
		return nil, err
	}
	r, err := newReleaseReader(a, doc)
	if err != nil {
		return nil, err
	}
	one, scan, err := shipcmd.LookAtClone(a, shipcmd.ScanOptions{Ref: o.ref, DryRun: true}, r.Log, clones[0])
	if err != nil {
		return nil, err
	}
	doc.Repo, doc.Ref = one.Repo, one.Ref
	if err := r.read(commits, &scan.Scan); err != nil {
		return nil, err
	}
	return r.document(o, args[0])
}

// endsOf splits a range.
func endsOf(typed string) (base, head string, err error) {
	base, head, is := strings.Cut(typed, "..")
	if !is || base == "" || strings.HasPrefix(head, ".") {
		return "", "", app.UsageError("parse arguments", typed, "is no range", "two names of commits, such as v1.2.0..v1.3.0")
	}
	return base, app.FirstOf(head, "HEAD"), nil
}

// commitsBetween reads the commits of a range, and notes in the document what git shows of it.
//
// Errors: kind not_found for a name of no commit; kind usage for a range without a commit.
func commitsBetween(a *app.App, clone *gitrepo.Clone, d *release.Document, base, head string) (commits []domain.CommitObserved, err error) {
	if d.Base, err = gitrepo.Revision(a.Ctx, clone, base); err != nil {
		return nil, err
	}
	if d.Head, err = gitrepo.Revision(a.Ctx, clone, head); err != nil {
		return nil, err
	}
	d.Range = ship.Range(d.Base, d.Head)
	if commits, err = clone.Between(a.Ctx, d.Base, d.Head); err != nil {
		return nil, err
	}
	left, err := clone.Between(a.Ctx, d.Head, d.Base)
	if err != nil {
		return nil, err
	}
	switch {
	case len(commits) == 0 && len(left) > 0:
		return nil, app.UsageError("audit release", base+".."+head, "is reversed: "+base+" is the later one", "claw audit release "+head+".."+base)
	case len(commits) == 0:
		return nil, app.UsageError("audit release", base+".."+head, "is empty: both are the same commit", "two commits of which the second came later")
	}
	edge, err := gitrepo.Edge(clone)
	if err != nil {
		return nil, err
	}
	for i := range commits {
		if slices.Contains(edge, commits[i].Commit) {
			d.Incomplete = domain.UnknownUnavailable
		}
	}
	for i := range left {
		d.Dropped = append(d.Dropped, left[i].Commit)
	}
	return commits, nil
}

// document seals what was read, and renders it where a format is requested.
func (r *releaseReader) document(o releaseOptions, typed string) (app.Document, error) {
	log, err := r.Log.Head(r.App.Ctx)
	if err != nil {
		return nil, err
	}
	sealed, err := release.Seal(r.doc)
	if err != nil {
		return nil, err
	}
	d := &ReleaseDocument{Head: app.HeadOf("audit_release"), ReadAt: r.Views.ReadAt(), Log: log.ID, Hash: sealed.Hash, GeneratedAt: domain.At(r.App.Now()),
		Producer: "claw/" + app.VersionNow().Version, Asked: typed, Holds: r.doc.Holds(), Document: r.doc}
	if !d.Holds {
		r.App.Code = 1
	}
	format := reportview.Format(o.format)
	switch {
	case o.file.Asked():
		format = reportview.HTML
	case format == "":
		return d, nil
	}
	v, err := reportview.Release(sealed, format, r.Views.AsOf)
	if err != nil {
		return nil, err
	}
	if o.file.Asked() {
		return o.file.Write(r.App, "release", v.Bytes)
	}
	d.ViewID, d.Format = v.ID, v.Inputs.Capabilities.Format
	if d.Format == reportview.JSON {
		d.View = jsontext.Value(v.Bytes)
	} else {
		d.Rendered = string(v.Bytes)
	}
	return d, nil
}
