package query

import (
	"github.com/go-json-experiment/json"
	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
)

// Call is a tool call with what policies decided about it.
type Call struct {
	ToolRow
	Rulings []tools.Ruling
}

// Calls reads the calls that count for a session, the oldest first.
func Calls(s selection.Reader, session domain.SessionID) (all []Call, err error) {
	sql := "SELECT key, state FROM tools WHERE session = ? AND " + tables.IsCall + " ORDER BY started, key"
	err = s.Read(sql, []any{string(session)}, func(stmt *sqlite.Stmt) error {
		row, rulings, err := callOf(stmt.ColumnText(0), tables.ReadBlob(stmt, 1, nil))
		all = append(all, Call{row, rulings})
		return err
	})
	return all, err
}

// TurnKey names a turn of a session.
type TurnKey struct {
	Session domain.SessionID
	Turn    domain.TurnID // "" for what no turn is known of
}

// UsageByTurn sums what the responses of a session took, each counted once, by turn.
func UsageByTurn(s selection.Reader, terms UsageTerms, session domain.SessionID, by map[TurnKey]UsageRow) error {
	q := selection.Query{Table: "usage"}
	q.And("session = ?", string(session))
	a := newAccount(terms)
	if err := eachResponse(s, &q, true, func(r *response) { a.add(string(r.turn), r) }); err != nil {
		return err
	}
	for turn, row := range a.rows {
		by[TurnKey{session, domain.TurnID(turn)}] = *row
	}
	return nil
}

// Spent sums what the responses of some lanes or sessions took, by their names.
//
// Errors: kind usage for another sum than by lane or session.
func Spent(s selection.Reader, terms UsageTerms, names []string) (map[string]UsageRow, error) {
	some, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	q := selection.Query{Table: "usage"}
	switch terms.By {
	case UsageByLane:
		q.And("session IN (SELECT session FROM lane_sessions WHERE lane IN (SELECT value FROM json_each(?)))", string(some))
	case UsageBySession:
		q.And("session IN (SELECT value FROM json_each(?))", string(some))
	case UsageByModel, UsageByDay, UsageByRepository, UsageByAgent:
		return nil, domain.Usage("sum usage", string(terms.By), "by lane or session")
	}
	key, err := terms.key(s)
	if err != nil {
		return nil, err
	}
	a := newAccount(terms)
	if err := eachResponse(s, &q, false, func(r *response) { a.add(key(r), r) }); err != nil {
		return nil, err
	}
	by := make(map[string]UsageRow, len(a.rows))
	for name, row := range a.rows {
		by[name] = *row
	}
	return by, nil
}

// TurnsOf lists the turns of a session that count, by their start.
func TurnsOf(e *sessions.Session) []TurnRow { return turnRows(e) }

// RequestsOf lists the streams of the approvals that a session asked for.
func RequestsOf(s selection.Reader, session domain.SessionID) (streams []domain.StreamID, err error) {
	sql := "SELECT key FROM approvals WHERE instr(actors, ?) > 0 ORDER BY key"
	err = s.Read(sql, []any{"\nagent:" + string(session) + "\n"}, func(stmt *sqlite.Stmt) error {
		id, err := ulid.ParseStrict(stmt.ColumnText(0))
		streams = append(streams, domain.StreamID{Family: domain.FamilyApproval, ULID: id})
		return err
	})
	return streams, err
}
