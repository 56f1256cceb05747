package shipcmd

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// ShipsDocument is the answer of ship list.
type ShipsDocument struct {
	app.Head
	view.ReadAt
	Ships []shipRow `json:"ships"`
	Total int       `json:"total"`
	Next  string    `json:"next_cursor,omitzero"`
}

// listOptions are the flags of claw ship list. An empty value selects all.
type listOptions struct {
	view.ListOptions
	ref    string // a ref, or a branch without refs/heads/
	method string // a value of domain.MergeMethod
	basis  string // a value of domain.Basis
}

func (o *listOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.Since, "since", "", "made at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.StringVar(&o.Repo, "repo", "", "only this repository")
	f.StringVar(&o.ref, "ref", "", "only to this ref, such as main")
	f.Var(app.NewChoice(&o.method, domain.MergeMethod("").Enum()), "method", "only "+app.JoinWords(domain.MergeMethod("").Enum()))
	f.Var(app.NewChoice(&o.basis, domain.Basis("").Enum()), "basis", "only those that are known as "+app.JoinWords(domain.Basis("").Enum()))
	o.PageOptions.Flags(f)
}

func shipList(a *app.App) *cobra.Command {
	var o listOptions
	cmd := a.Verb("list", "look", "List ships, the newest first", app.NoArgs,
		func([]string) (app.Document, error) { return listShips(a, o) })
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func listShips(a *app.App, o listOptions) (app.Document, error) {
	page, err := o.Page()
	if err != nil {
		return nil, err
	}
	v, filter, err := o.Selected(a)
	if err != nil {
		return nil, err
	}
	ships := query.ShipFilter{Since: filter.Since, Repo: domain.RepoID(filter.Repo), Ref: WholeRef(o.ref),
		Method: domain.MergeMethod(o.method), Basis: domain.Basis(o.basis)}
	absent, err := query.AbsentOfShips(v, ships)
	if err != nil {
		return nil, err
	}
	view.WarnOfValues(a, absent)
	list, err := query.Ships(v, ships, page)
	d := &ShipsDocument{Head: app.HeadOf("ships"), ReadAt: v.ReadAt(), Ships: []shipRow{}, Total: list.Total, Next: list.Next}
	for i := range list.Ships {
		d.Ships = append(d.Ships, RowOfShip(&list.Ships[i]))
	}
	return d, err
}

// WholeRef is the full name of a ref that a person typed: a name without refs/ is a branch.
func WholeRef(typed string) domain.Ref {
	if typed == "" || len(typed) > 5 && typed[:5] == "refs/" {
		return domain.Ref(typed)
	}
	return domain.Ref("refs/heads/" + typed)
}

func (d *ShipsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Ships))
	for i := range d.Ships {
		r := &d.Ships[i]
		riders := term.Cell{}
		switch {
		case r.RiderCount > 0:
			riders = term.Styled(strconv.Itoa(r.RiderCount), term.StyleYellow)
		case r.UnstatedCount > 0:
			riders = term.Styled("unknown", term.StyleYellow)
		}
		pull := ""
		if r.PRNumber > 0 {
			pull = "#" + strconv.Itoa(r.PRNumber)
		}
		rows = append(rows, []term.Cell{term.Styled(r.Ship.ULID.String(), term.StyleDim), term.Plain(term.ShortName(r.New)), term.Plain(string(r.Method)), term.Styled(string(r.Basis), basisStyle(r.Basis)),
			term.Plain(strconv.Itoa(r.CommitCount)), riders, term.Plain(pull), term.Plain(term.Clock(r.At.Time())), term.Plain(string(r.Repo) + " " + string(r.Ref))})
	}
	p.Table([]term.Column{{Name: "SHIP"}, {Name: "NEW"}, {Name: "METHOD"}, {Name: "BASIS"}, {Name: "COMMITS", Right: true, Rank: 3},
		{Name: "RIDERS", Right: true, Rank: 4}, {Name: "PULL", Rank: 5}, {Name: "AT", Rank: 2}, {Name: "WHERE", Least: 12, Rank: 1}}, rows)
	view.More(p, len(d.Ships), d.Total, d.Next)
}
