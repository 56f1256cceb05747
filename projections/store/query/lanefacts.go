package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// laneFacts are what the rows of several lanes are made of beside their outcomes. Each kind of fact
// is read by one query for all of them.
type laneFacts struct {
	sessions map[domain.SessionID]*sessions.Session
	calls    map[domain.LaneID]map[string]int // by status
	errors   map[domain.LaneID]int
}

// mostAtOnce is how many lanes are described by one set of queries, which bounds what of their
// sessions is in memory.
const mostAtOnce = 64

// ofLanes joins the lanes of a JSON array to the rows of a table that are of their sessions.
const ofLanes = " FROM json_each(?) AS j CROSS JOIN lane_sessions AS l ON l.lane = j.value CROSS JOIN "

// factsOf reads what the rows of lanes are made of.
func factsOf(s selection.Reader, outcomes []lane.Outcome) (*laneFacts, error) {
	f := &laneFacts{calls: map[domain.LaneID]map[string]int{}, errors: map[domain.LaneID]int{}}
	lanes, err := array(idsOf(outcomes))
	if err != nil {
		return nil, err
	}
	if f.sessions, err = sessionsOf(s, outcomes); err != nil {
		return nil, err
	}
	for i := range outcomes {
		f.calls[outcomes[i].Lane] = map[string]int{} // none is a count as well
	}
	calls := "SELECT l.lane, t.status, count(*)" + ofLanes + "tools AS t ON t.session = l.session GROUP BY 1, 2"
	err = s.Read(calls, []any{lanes}, func(stmt *sqlite.Stmt) error {
		id := domain.LaneID(stmt.ColumnText(0))
		f.calls[id][stmt.ColumnText(1)] = stmt.ColumnInt(2)
		return nil
	})
	for _, failed := range []string{"tools AS t ON t.session = l.session WHERE t.error_kind <> ''", CountedErrors + " AS e ON e.session = l.session"} {
		if err == nil {
			err = s.Read("SELECT l.lane, count(*)"+ofLanes+failed+" GROUP BY 1", []any{lanes}, func(stmt *sqlite.Stmt) error {
				f.errors[domain.LaneID(stmt.ColumnText(0))] += stmt.ColumnInt(1)
				return nil
			})
		}
	}
	return f, err
}

// sessionsOf reads the sessions that outcomes name; one that the log does not know is not among them.
func sessionsOf(s selection.Reader, outcomes []lane.Outcome) (map[domain.SessionID]*sessions.Session, error) {
	var ids []domain.SessionID
	for i := range outcomes {
		for j := range outcomes[i].Sessions {
			ids = append(ids, outcomes[i].Sessions[j].Session)
		}
	}
	keys, err := array(ids)
	if err != nil {
		return nil, err
	}
	all := make(map[domain.SessionID]*sessions.Session, len(ids))
	err = s.Read("SELECT s.key, s.state FROM json_each(?) AS j CROSS JOIN sessions AS s ON s.key = j.value", []any{keys}, func(stmt *sqlite.Stmt) error {
		var e sessions.Session
		all[domain.SessionID(stmt.ColumnText(0))] = &e
		return statejson.Read(tables.ReadBlob(stmt, 1, nil), &e)
	})
	return all, err
}

// idsOf are the lanes of outcomes.
func idsOf(outcomes []lane.Outcome) []domain.LaneID {
	ids := make([]domain.LaneID, len(outcomes))
	for i := range outcomes {
		ids[i] = outcomes[i].Lane
	}
	return ids
}

// array is a list as an argument of json_each.
func array[T ~string](all []T) (string, error) {
	if all == nil {
		return "[]", nil
	}
	text, err := json.Marshal(all)
	return string(text), err
}
