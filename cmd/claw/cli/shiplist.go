package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// shipsDocument is the answer of ship list.
type shipsDocument struct {
	Head
	reading
	Ships []shipRow `json:"ships"`
	Total int       `json:"total"`
	Next  string    `json:"next_cursor,omitzero"`
}

func (a *app) shipList() *cobra.Command {
	l := listing{}
	var ref, method, basis string
	cmd := a.verb("list", "look", "List ships, the newest first", noArgs, func([]string) (document, error) {
		page, err := l.page()
		if err != nil {
			return nil, err
		}
		v, filter, err := l.selected(a)
		if err != nil {
			return nil, err
		}
		ships := store.ShipFilter{Since: filter.Since, Repo: domain.RepoID(filter.Repo), Ref: wholeRef(ref),
			Method: domain.MergeMethod(method), Basis: domain.Basis(basis)}
		absent, err := v.AbsentOfShips(ships)
		if err != nil {
			return nil, err
		}
		a.warnOfValues(absent)
		list, err := v.Ships(ships, page)
		d := &shipsDocument{Head: headOf("ships"), reading: v.reading(), Ships: []shipRow{}, Total: list.Total, Next: list.Next}
		for i := range list.Ships {
			d.Ships = append(d.Ships, rowOfShip(&list.Ships[i]))
		}
		return d, err
	})
	f := cmd.Flags()
	f.StringVar(&l.since, "since", "", "made at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.StringVar(&l.repo, "repo", "", "only this repository")
	f.StringVar(&ref, "ref", "", "only to this ref, such as main")
	f.Var(choice{&method, domain.MergeMethod("").Enum()}, "method", "only "+joinWords(domain.MergeMethod("").Enum()))
	f.Var(choice{&basis, domain.Basis("").Enum()}, "basis", "only those that are known as "+joinWords(domain.Basis("").Enum()))
	f.IntVar(&l.limit, "limit", defaultLimit, "rows of a page")
	f.StringVar(&l.cursor, "cursor", "", "the next page: next_cursor of the page before")
	return a.asOf(cmd)
}

// wholeRef is a ref as people type it: a branch without what begins the name of each.
func wholeRef(typed string) domain.Ref {
	if typed == "" || len(typed) > 5 && typed[:5] == "refs/" {
		return domain.Ref(typed)
	}
	return domain.Ref("refs/heads/" + typed)
}

func (d *shipsDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Ships))
	for i := range d.Ships {
		r := &d.Ships[i]
		riders := cell{}
		switch {
		case r.RiderCount > 0:
			riders = cell{strconv.Itoa(r.RiderCount), styleYellow}
		case r.UnstatedCount > 0:
			riders = cell{"unknown", styleYellow}
		}
		pull := ""
		if r.PRNumber > 0 {
			pull = "#" + strconv.Itoa(r.PRNumber)
		}
		rows = append(rows, []cell{{r.Ship.ULID.String(), styleDim}, plain(shortName(r.New)), plain(string(r.Method)), {string(r.Basis), basisStyle(r.Basis)},
			plain(strconv.Itoa(r.CommitCount)), riders, plain(pull), plain(clock(r.At.Time())), plain(string(r.Repo) + " " + string(r.Ref))})
	}
	p.table([]column{{name: "SHIP"}, {name: "NEW"}, {name: "METHOD"}, {name: "BASIS"}, {name: "COMMITS", right: true, rank: 3},
		{name: "RIDERS", right: true, rank: 4}, {name: "PULL", rank: 5}, {name: "AT", rank: 2}, {name: "WHERE", least: 12, rank: 1}}, rows)
	p.more(len(d.Ships), d.Total, d.Next)
}
