package auditcmd

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// AuditWhatDocument is the answer of audit what: the ships that brought it, the newest first.
type AuditWhatDocument struct {
	app.Head
	view.ReadAt
	Of      askedOf             `json:"of"`
	What    string              `json:"what"`
	Commits []domain.CommitID   `json:"commits"` // that it is about; none for a ref
	Ships   []shipcmd.ShownShip `json:"ships"`
	Total   int                 `json:"total"`
}

// askedOf is what a question is about.
type askedOf string

const (
	ofCommit askedOf = "commit"
	ofRef    askedOf = "ref"
	ofFile   askedOf = "file"
)

// Enum lists the values.
func (askedOf) Enum() []string { return []string{string(ofCommit), string(ofRef), string(ofFile)} }

// whatOptions are the flags of claw audit what.
type whatOptions struct {
	view.PageOptions        // without --cursor
	since            string // a time (RFC 3339), a day, or an age such as 36h or 7d
	until            string // as since, exclusive
}

func (o *whatOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.since, "since", "", "made at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.StringVar(&o.until, "until", "", "made before: a time, a day or an age")
	f.IntVar(&o.Limit, "limit", view.DefaultLimit, "ships of the answer")
}

func auditWhat(a *app.App) *cobra.Command {
	var o whatOptions
	cmd := a.Verb("what COMMIT|REF|FILE", "look", "Find the ships that brought a commit, a ref or a file to where it is", app.Exactly(1, "COMMIT|REF|FILE"),
		func(args []string) (app.Document, error) { return what(a, o, args[0]) })
	cmd.Long = `Find the ships that brought a commit, that moved a ref, or that brought a commit which changed a
file. Each is shown with its method, commits, lanes, sessions, approvals and what speaks against it.
Seven or more digits 0-9 a-f name a commit, and HEAD the one that is checked out here. A name that
the log knows as a ref, or that begins with refs/, is a ref. Everything else is a file, by its path
in the repository.`
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func what(a *app.App, o whatOptions, asked string) (app.Document, error) {
	page, err := o.Page()
	if err != nil {
		return nil, err
	}
	since, err := view.ParseSince(o.since, a.Now())
	if err != nil {
		return nil, err
	}
	until, err := view.ParseSince(o.until, a.Now())
	if err != nil {
		return nil, err
	}
	in, err := shipcmd.NewReader(a)
	if err != nil {
		return nil, err
	}
	d := &AuditWhatDocument{Head: app.HeadOf("audit_what"), ReadAt: in.Views.ReadAt(), What: asked, Commits: []domain.CommitID{}, Ships: []shipcmd.ShownShip{}}
	list, err := shipsAsked(in, d, asked, query.ShipFilter{Since: since, Until: until, Untold: true}, page)
	if err != nil {
		return nil, err
	}
	d.Total = list.Total
	for i := range list.Ships {
		shown, err := in.Show(list.Ships[i])
		if err != nil {
			return nil, err
		}
		d.Ships = append(d.Ships, shown)
	}
	return d, nil
}

// shipsAsked finds the ships that a question is about.
func shipsAsked(r *shipcmd.ShipReader, d *AuditWhatDocument, what string, f query.ShipFilter, page selection.Page) (list query.ShipList, err error) {
	if commit, is, err := r.TypedCommit(what); err != nil {
		return list, err
	} else if is {
		d.Of, d.Commits = ofCommit, append(d.Commits, commit)
		return bringing(r, d.Commits, f, page)
	}
	f.Ref = shipcmd.WholeRef(what)
	toRef, err := query.HasShipTo(r.Views, f.Ref)
	if err != nil {
		return list, err
	}
	if toRef || strings.HasPrefix(what, "refs/") {
		d.Of = ofRef
		return query.Ships(r.Views, f, page)
	}
	d.Of, f.Ref = ofFile, ""
	if d.Commits, err = changing(r, domain.Path(strings.TrimPrefix(what, "./"))); err != nil {
		return list, err
	}
	return bringing(r, d.Commits, f, page)
}

// bringing lists the ships of a time that brought some of the commits, each once, the
// newest first.
func bringing(r *shipcmd.ShipReader, commits []domain.CommitID, f query.ShipFilter, page selection.Page) (list query.ShipList, err error) {
	seen := map[domain.StreamID]bool{}
	for _, c := range commits {
		brought, err := query.ShipsWith(r.Views, c, tables.ShipBrought)
		if err != nil {
			return list, err
		}
		for i := range brought {
			row := &brought[i]
			if seen[row.Stream] || row.First < f.Since || f.Until.Known() && row.First >= f.Until {
				continue
			}
			seen[row.Stream] = true
			list.Ships = append(list.Ships, *row)
		}
	}
	slices.SortStableFunc(list.Ships, func(a, b query.ShipRow) int { return cmp.Compare(b.First, a.First) })
	list.Total = len(list.Ships)
	list.Ships = list.Ships[:min(list.Total, page.Limit)]
	return list, nil
}

// changing lists the commits that change a file, by the repositories of ships, and warns of commits
// whose files the log does not hold.
func changing(r *shipcmd.ShipReader, file domain.Path) ([]domain.CommitID, error) {
	if !utf8.ValidString(string(file)) {
		return nil, app.UsageError("find file", strings.ToValidUTF8(string(file), "\uFFFD"), "is no text", "names of files are UTF-8 in the log: with U+FFFD for what is none")
	}
	c, err := query.CommitsChanging(r.Views, file)
	if err == nil && c.Unread > 0 {
		r.App.Warn("commits_not_imported", term.Many(c.Unread, "commit")+" of ships were not imported, so that nobody knows which files they changed: claw import --from git REPO")
	}
	return c.Commits, err
}

func (d *AuditWhatDocument) Text(p *term.Page) {
	p.Line("%s %s: %s", d.Of, d.What, term.Many(d.Total, "ship"))
	if d.Of == ofFile && len(d.Commits) == 0 {
		p.Line("  no commit that the log knows changed a file of this name")
	}
	for i := range d.Ships {
		p.Gap()
		d.Ships[i].Text(p)
	}
	if rest := d.Total - len(d.Ships); rest > 0 {
		p.Line("and %s: --limit", term.Many(rest, "ship"))
	}
}
