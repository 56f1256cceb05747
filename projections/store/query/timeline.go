package query

import (
	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/prices"
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
	spent, err := responses(s, &q, true)
	if err != nil {
		return err
	}
	a := account{terms: terms, models: map[string]*prices.Model{}, rows: map[string]*UsageRow{}, unpriced: map[string]*UnpricedModel{}}
	for i := range spent {
		a.add(string(spent[i].turn), &spent[i])
	}
	for turn, row := range a.rows {
		by[TurnKey{session, domain.TurnID(turn)}] = *row
	}
	return nil
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
