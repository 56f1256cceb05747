package query

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// carried are the ships that brought something of a lane, the oldest first: those that name
// it, and those that brought or squashed a commit that came of its sessions.
func carried(s selection.Reader, id domain.LaneID, ties []index.Tie) ([]projections.Shipped, error) {
	rows, of := map[domain.StreamID]ShipRow{}, map[domain.StreamID][]domain.CommitID{}
	named, err := shipsOfLane(s, id)
	if err != nil {
		return nil, err
	}
	for i := range named {
		row := named[i]
		rows[row.Stream] = row
		for _, c := range row.Provenance.Says.Commits {
			if c.Lane == id {
				of[row.Stream] = append(of[row.Stream], c.Commit)
			}
		}
	}
	for _, t := range ties {
		for _, word := range [...]tables.ShipWord{tables.ShipBrought, tables.ShipCarried} {
			found, err := ShipsWith(s, t.Commit, word)
			if err != nil {
				return nil, err
			}
			for _, row := range found {
				rows[row.Stream] = row
				of[row.Stream] = append(of[row.Stream], t.Commit)
			}
		}
	}
	return shippedOf(rows, of), nil
}

func shippedOf(rows map[domain.StreamID]ShipRow, of map[domain.StreamID][]domain.CommitID) []projections.Shipped {
	all := make([]ShipRow, 0, len(rows))
	for _, row := range rows {
		all = append(all, row)
	}
	slices.SortFunc(all, func(a, b ShipRow) int {
		return cmp.Or(cmp.Compare(int64(a.First), int64(b.First)), a.Stream.ULID.Compare(b.Stream.ULID))
	})
	out := make([]projections.Shipped, 0, len(all))
	for i := range all {
		commits := append([]domain.CommitID{}, of[all[i].Stream]...)
		slices.Sort(commits)
		out = append(out, projections.ShippedBy(all[i].Stream, &all[i].Ship, slices.Compact(commits)))
	}
	return out
}

// ShipsThatCarried lists the ships that brought something of a lane, the oldest first.
func ShipsThatCarried(s Model, id domain.LaneID) ([]projections.Shipped, error) {
	o, err := outcomeOf(s, id)
	if err != nil {
		return nil, err
	}
	sessions := make([]domain.SessionID, len(o.Sessions))
	for i := range o.Sessions {
		sessions[i] = o.Sessions[i].Session
	}
	ties, err := commitsOf(s, sessions)
	if err != nil {
		return nil, err
	}
	return carried(s, id, ties)
}

// lastShip is the ship that brought something of a worker's lanes last, nil for none.
func lastShip(s Model, facts []*fact.Fact) (last *projections.Shipped, err error) {
	seen := map[domain.LaneID]bool{}
	for _, f := range facts {
		id := f.Lane
		if id == "" && f.Session != "" {
			if id, err = LaneOf(s, f.Session); err != nil {
				return nil, err
			}
		}
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		ships, err := ShipsThatCarried(s, id)
		if err != nil {
			return nil, err
		}
		for i := range ships {
			if last == nil || ships[i].PushedAt.Time().After(last.PushedAt.Time()) {
				last = &ships[i]
			}
		}
	}
	return last, nil
}
