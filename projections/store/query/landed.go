package query

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// Landed is a commit of a lane, and the ship that brought it to a ref.
type Landed struct {
	Commit domain.CommitID `json:"commit"`
	Repo   domain.RepoID   `json:"repo"`
	Ref    domain.Ref      `json:"ref"`
	Ship   domain.StreamID `json:"ship"`
}

// landedOf lists what of a lane landed: the commits that ships say are the lane's, and
// those that came of its sessions. Each once with each ship, sorted.
func landedOf(s selection.Reader, id domain.LaneID, ties []index.Tie) ([]Landed, error) {
	found := map[Landed]bool{}
	of := func(row *ShipRow, c domain.CommitID) {
		to := row.Target()
		found[Landed{Commit: c, Repo: to.Repo, Ref: to.Ref, Ship: row.Stream}] = true
	}
	named, err := shipsOfLane(s, id)
	if err != nil {
		return nil, err
	}
	for i := range named {
		for _, c := range named[i].Provenance.Says.Commits {
			if c.Lane == id {
				of(&named[i], c.Commit)
			}
		}
	}
	for _, t := range ties {
		rows, err := ShipsWith(s, t.Commit, tables.ShipBrought)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			of(&rows[i], t.Commit)
		}
	}
	var out []Landed
	for l := range found {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b Landed) int {
		return cmp.Or(cmp.Compare(a.Commit, b.Commit), a.Ship.ULID.Compare(b.Ship.ULID))
	})
	return out, nil
}
