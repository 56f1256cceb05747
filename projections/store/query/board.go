package query

import (
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// BoardDocument is a page of the overview for a person who runs many lanes: those that need
// action come first.
type BoardDocument struct {
	Lanes     []BoardRow     `json:"lanes"`
	Total     int            `json:"total"` // that the filter selects
	ByOutcome map[string]int `json:"by_outcome"`
	Next      string         `json:"next_cursor,omitzero"`
}

// BoardRow is a lane with what holds it and what to do next.
type BoardRow struct {
	LaneRow
	projections.Advice
	Work  work.Standing         `json:"standing,omitzero"` // what the calls of the attempt show
	Ships []projections.Shipped `json:"ships,omitzero"`    // that brought something of the lane, the oldest first
	Waits *Waits                `json:"waits,omitzero"`    // absent: nothing here waits for a person, and nothing was held back
	Proof string                `json:"proof,omitzero"`    // the evidence for the state of the lane, in words for people
	Cost  *Cost                 `json:"cost,omitzero"`     // of its responses; absent: none is recorded
	// Because are the events that decided the outcome, where the calls of the attempt show nothing.
	Because []domain.EventID `json:"because,omitzero"`
	Of      *lane.Outcome    `json:"-"`
}

// Board lists lanes by [projections.Advice.Rank] at asOf, then by last activity, the latest first,
// then by id. asks are the requests of lanes that wait for an approver: such a lane needs an
// answer first of all, unless it was put away. A lane that grows stale between two pages may be on
// both or on none, unless both are read as of the same time.
//
// Errors: kind usage for a cursor that is none.
func Board(s Model, f selection.Filter, p selection.Page, asOf domain.Instant, asks Asks) (BoardDocument, error) {
	q := laneQuery(&f)
	asked, err := ranksOfAsked(s, asks, asOf)
	if err != nil {
		return BoardDocument{}, err
	}
	q.Rank = fmt.Sprintf("CASE %sWHEN silent_from < %d THEN silent_rank ELSE rank END", asked, tables.Known(asOf))
	q.Time = "last"
	doc := BoardDocument{Lanes: []BoardRow{}}
	found, err := outcomesOf(s, q, p)
	doc.Total, doc.ByOutcome, doc.Next = found.total, found.byOutcome, found.next
	if err != nil {
		return doc, err
	}
	return doc, rowsOnBoard(s, found.outcomes, asOf, asks, func(row *BoardRow) { doc.Lanes = append(doc.Lanes, *row) })
}

// RowOnBoard describes a lane of an outcome as the board does.
func RowOnBoard(s Model, o *lane.Outcome, asOf domain.Instant, asks Asks) (BoardRow, error) {
	var b BoardRow
	err := rowsOnBoard(s, []lane.Outcome{*o}, asOf, asks, func(row *BoardRow) { b = *row })
	return b, err
}

// rowsOnBoard calls each with the row of each lane of outcomes, in their order.
func rowsOnBoard(s Model, outcomes []lane.Outcome, asOf domain.Instant, asks Asks, each func(*BoardRow)) error {
	for some := range slices.Chunk(outcomes, mostAtOnce) {
		facts, err := factsOf(s, some)
		if err != nil {
			return err
		}
		held, err := heldOfLanes(s, idsOf(some))
		if err != nil {
			return err
		}
		ships, err := shipsOfLanes(s, some)
		if err != nil {
			return err
		}
		for i := range some {
			o := &some[i]
			b := BoardRow{LaneRow: facts.row(o, asOf), Advice: tables.Advise(o, asOf), Work: o.Work, Of: o, Ships: ships[o.Lane]}
			if len(asks[o.Lane]) > 0 {
				b.Advice = tables.AdviseAsked(o, asks[o.Lane][0].RequestedAt, asOf)
			}
			b.Waits = held[o.Lane].with(asks[o.Lane])
			if b.Work.IsZero() {
				b.Because = o.Because["outcome"].Events
			}
			each(&b)
		}
	}
	return nil
}

// EveryOnBoard calls each with every lane that a filter selects as the board describes it before
// anything grows stale, the newest first.
func EveryOnBoard(s Model, f selection.Filter, asks Asks, each func(*BoardRow)) error {
	q := laneQuery(&f)
	q.Time = "first"
	for page := (selection.Page{Limit: writtenPage}); ; {
		found, err := outcomesOf(s, q, page)
		if err == nil {
			err = rowsOnBoard(s, found.outcomes, domain.Instant{}, asks, each)
		}
		if page.Cursor = found.next; err != nil || found.next == "" {
			return err
		}
	}
}

// UndatedLanes counts the lanes that a filter selects but for its time and of which no time is
// recorded: they are in no window.
func UndatedLanes(s selection.Reader, f selection.Filter) (int, error) {
	f.Since = 0
	q := laneQuery(&f)
	q.And("last = 0")
	return selection.Count(s, &q)
}

// Heard is a log that forwards its events to another one.
type Heard struct {
	Log    string    // its id
	At     time.Time // when its last new events arrived, by the clock of the log that holds them
	Events int       // that arrived, also those that another log had sent before
}

// HeardLogs lists the logs that forward their events to the log of a read model, the one that was heard last
// first. A log that has nothing new is not heard.
func HeardLogs(s selection.Reader) (all []Heard, err error) {
	return all, s.Read("SELECT key, at, events FROM heard ORDER BY at DESC, key", nil, func(stmt *sqlite.Stmt) error {
		all = append(all, Heard{Log: stmt.ColumnText(0), At: time.Unix(0, stmt.ColumnInt64(1)).UTC(), Events: stmt.ColumnInt(2)})
		return nil
	})
}
