package query

import (
	"cmp"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
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

// shipsOfLanes are the ships that brought something of lanes, by lane, the oldest first. A lane of
// which no ship brought anything is not among them.
func shipsOfLanes(s Model, outcomes []lane.Outcome) (map[domain.LaneID][]projections.Shipped, error) {
	told, err := selection.Exists(s, "SELECT 1 FROM ship_words LIMIT 1")
	if err != nil || !told {
		return nil, err
	}
	of, err := tiesOfLanes(s, outcomes)
	if err != nil {
		return nil, err
	}
	named, err := namedByShips(s, idsOf(outcomes), of)
	if err != nil {
		return nil, err
	}
	all := map[domain.LaneID][]projections.Shipped{}
	for id, ties := range of {
		ties = slices.DeleteFunc(ties, func(t index.Tie) bool { return !named[string(t.Commit)] })
		if len(ties) == 0 && !named[string(id)] {
			continue
		}
		ships, err := carried(s, id, ties)
		if err != nil {
			return nil, err
		}
		if len(ships) > 0 {
			all[id] = ships
		}
	}
	return all, nil
}

// tiesOfLanes are the commits that came of the sessions of each lane.
func tiesOfLanes(s Model, outcomes []lane.Outcome) (map[domain.LaneID][]index.Tie, error) {
	from, names := ties(s), resolver{reader: s}
	var keys []index.Key
	for i := range outcomes {
		for j := range outcomes[i].Sessions {
			keys = append(keys, index.SessionKey(outcomes[i].Sessions[j].Session))
		}
	}
	from.LoadAll(keys)
	of := make(map[domain.LaneID][]index.Tie, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		of[o.Lane] = nil
		for j := range o.Sessions {
			of[o.Lane] = append(of[o.Lane], index.CommitsOf(from.Load, names.whole, o.Sessions[j].Session)...)
		}
	}
	if from.Err != nil {
		return nil, from.Err
	}
	return of, names.err
}

// namedByShips are those of lanes and of their commits of which some ship says something.
func namedByShips(s selection.Reader, lanes []domain.LaneID, of map[domain.LaneID][]index.Tie) (map[string]bool, error) {
	var all []string
	for _, id := range lanes {
		all = append(all, string(id))
		for _, t := range of[id] {
			all = append(all, string(t.Commit))
		}
	}
	names, err := array(all)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	const sql = "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM ship_words WHERE key >= value || ' ' AND key < value || '!')"
	return named, s.Read(sql, []any{names}, func(stmt *sqlite.Stmt) error {
		named[stmt.ColumnText(0)] = true
		return nil
	})
}
