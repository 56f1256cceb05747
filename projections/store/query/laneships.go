package query

import (
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/selection"
)

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
