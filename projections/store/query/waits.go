package query

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// Waits is what of a lane waits for a person, and what a policy held back of it.
type Waits struct {
	Approvals []Asked    `json:"approvals,omitzero"`     // the newest first
	Held      []HeldCall `json:"blocked_calls,omitzero"` // the newest, at most [mostHeld]
	HeldTotal int        `json:"blocked_total"`
}

// Asked is a request that waits for an approver.
type Asked struct {
	Approval    domain.StreamID    `json:"approval"`
	Request     domain.EventID     `json:"request_event"`
	Status      string             `json:"status"` // pending, or void: its grant does not count
	Class       domain.ActionClass `json:"class"`
	Action      string             `json:"action"` // as a shell would take it
	Requester   domain.Actor       `json:"requester"`
	RequestedAt domain.Instant     `json:"requested_at"`
	Lanes       []domain.LaneID    `json:"lanes,omitzero"`
	Grant       string             `json:"grant"` // the command line that grants it
}

// Asks are the requests that wait, by the lanes that they are of.
type Asks map[domain.LaneID][]Asked

// HeldCall is a tool call that a policy held back and that no approval let through.
type HeldCall struct {
	Session  domain.SessionID `json:"session,omitzero"`
	Tool     string           `json:"tool,omitzero"`
	Command  string           `json:"command,omitzero"`
	Rule     string           `json:"rule"`
	Refusal  string           `json:"refusal,omitzero"` // see [domain.ApprovalRefusal]
	Next     domain.NextPath  `json:"next,omitzero"`
	Approval string           `json:"approval,omitzero"` // the request that would let it through
	At       values.Time      `json:"at,omitzero"`
}

// mostHeld bounds the calls of a lane that are described; all are counted.
const mostHeld = 5

// mostRequests bounds the requests that [OpenRequests] lists.
const mostRequests = 1000

// OpenRequests lists the streams of requests that were neither denied nor used, the newest first.
// Whether one waits for an approver depends on the time and on who may sign.
func OpenRequests(s selection.Reader) (streams []domain.StreamID, err error) {
	err = s.Read("SELECT key FROM approvals WHERE open ORDER BY first DESC, key LIMIT ?", []any{mostRequests}, func(stmt *sqlite.Stmt) error {
		id, err := ulid.ParseStrict(stmt.ColumnText(0))
		streams = append(streams, domain.StreamID{Family: domain.FamilyApproval, ULID: id})
		return err
	})
	return streams, err
}

// WaitsOf describes what of a lane waits, nil for nothing; asks are the lane's requests.
func WaitsOf(s selection.Reader, lane domain.LaneID, asks []Asked) (*Waits, error) {
	of, err := heldOfLanes(s, []domain.LaneID{lane})
	return of[lane].with(asks), err
}

// HeldCalls counts the calls of the log that are held back, and describes the newest.
func HeldCalls(s selection.Reader) (newest []HeldCall, total int, err error) {
	all, err := heldOf(s, "SELECT state, '' FROM tools WHERE held ORDER BY started DESC, key")
	return all[""].newest, all[""].total, err
}

// held are calls that are held back.
type held struct {
	newest []HeldCall
	total  int
}

// with adds the requests of the same lane; nil when nothing waits.
func (h held) with(asks []Asked) *Waits {
	if len(asks)+h.total == 0 {
		return nil
	}
	return &Waits{Approvals: asks, Held: h.newest, HeldTotal: h.total}
}

// heldOfLanes reads the calls that are held back of lanes.
func heldOfLanes(s selection.Reader, lanes []domain.LaneID) (map[domain.LaneID]held, error) {
	ids, err := array(lanes)
	if err != nil {
		return nil, err
	}
	return heldOf(s, "SELECT t.state, l.lane"+ofLanes+"tools AS t ON t.session = l.session WHERE t.held ORDER BY t.started DESC, t.key", ids)
}

// heldOf reads states of calls, each with its lane. It leaves out what no longer waits: a call
// whose request was denied or used.
func heldOf(s selection.Reader, sql string, args ...any) (map[domain.LaneID]held, error) {
	all := map[domain.LaneID]held{}
	return all, s.Read(sql, args, func(stmt *sqlite.Stmt) error {
		var t tools.Tool
		if err := statejson.Read(tables.ReadBlob(stmt, 0, nil), &t); err != nil {
			return fmt.Errorf("read tool call: %w", err)
		}
		by, _ := t.HeldBack()
		over, err := isOver(s, by.Approval)
		if err != nil || over {
			return err
		}
		id := domain.LaneID(stmt.ColumnText(1))
		of := all[id]
		if of.total++; of.total <= mostHeld {
			of.newest = append(of.newest, HeldCall{Session: t.Sessions.Owner().Session, Tool: t.Name.Value, Command: t.Command.Value, Rule: by.Rule,
				Refusal: by.Refusal, Next: by.Next, Approval: by.Approval, At: t.StartedAt()})
		}
		all[id] = of
		return nil
	})
}

// isOver reports whether a request was denied or used; "" is none.
func isOver(s selection.Reader, approval string) (bool, error) {
	if approval == "" {
		return false, nil
	}
	key := strings.TrimPrefix(approval, domain.FamilyApproval.Prefix())
	return selection.Exists(s, "SELECT 1 FROM approvals WHERE hash = ? AND key = ? AND NOT open", tables.HashOf(key), key)
}

// ranksOfAsked is the beginning of a CASE that gives the lanes with requests their ranks.
func ranksOfAsked(s selection.Reader, asks Asks, at domain.Instant) (sql string, err error) {
	for _, lane := range slices.Sorted(maps.Keys(asks)) {
		o, err := outcomeOf(s, lane)
		if err != nil {
			return "", err
		}
		rank := tables.AdviseAsked(&o, asks[lane][0].RequestedAt, at).Rank()
		sql += fmt.Sprintf("WHEN key = '%s' THEN %d ", strings.ReplaceAll(string(lane), "'", "''"), rank)
	}
	return sql, nil
}
