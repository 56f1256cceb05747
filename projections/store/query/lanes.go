package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// LaneRow is one lane in a list.
type LaneRow struct {
	Lane         domain.LaneID          `json:"lane"`
	Attempt      int                    `json:"attempt"`
	State        lane.State             `json:"state"`
	Outcome      lane.Result            `json:"outcome"`
	Disposition  lane.Disposition       `json:"disposition,omitzero"`
	Subphase     domain.BlockedSubphase `json:"subphase,omitzero"`
	FailureClass domain.FailureClass    `json:"failure_class,omitzero"`
	WaitsFor     calls.WaitsFor         `json:"waits_for,omitzero"` // of a person
	Fingerprint  domain.Digest          `json:"outcome_fingerprint,omitzero"`
	Actionable   bool                   `json:"actionable"`
	Accepted     *accept.Acceptance     `json:"accepted,omitzero"` // nil while the outcome is not accepted
	Owner        string                 `json:"owner,omitzero"`
	Purpose      string                 `json:"purpose,omitzero"` // that its start stated
	lane.Reading
	Agent         string                          `json:"agent,omitzero"` // of the oldest root session, as the next six
	Title         domain.Maybe[domain.ShortLabel] `json:"title,omitzero"`
	Opening       string                          `json:"opening,omitzero"` // of the first prompt
	Workspace     domain.Maybe[domain.Path]       `json:"workspace,omitzero"`
	Repo          string                          `json:"repo,omitzero"`
	Branch        string                          `json:"branch,omitzero"`
	Model         string                          `json:"model,omitzero"`
	Sessions      []domain.SessionID              `json:"sessions,omitzero"`
	Turns         map[sessions.TurnStatus]int     `json:"turns,omitzero"` // of root sessions, by status
	ToolCalls     map[string]int                  `json:"tool_calls,omitzero"`
	Errors        int                             `json:"errors"`
	FirstObserved values.Time                     `json:"first_observed,omitzero"`
	LastObserved  values.Time                     `json:"last_observed,omitzero"`
}

// LaneList is a page of lanes, the newest first.
type LaneList struct {
	Lanes     []LaneRow      `json:"lanes"`
	Total     int            `json:"total"`
	ByOutcome map[string]int `json:"by_outcome"`
	Next      string         `json:"next_cursor,omitzero"`
}

// LaneDocument is one lane with its whole outcome.
type LaneDocument struct {
	LaneRow
	Outcome  lane.Outcome          `json:"outcome_document"`
	Waits    *Waits                `json:"waits,omitzero"` // absent: nothing here waits for a person, and nothing was held back
	Sessions []SessionRow          `json:"session_list,omitzero"`
	Commits  []index.Tie           `json:"commits,omitzero"` // that the sessions made
	Landed   []Landed              `json:"landed,omitzero"`  // of it, by which ships
	Ships    []projections.Shipped `json:"ships"`            // that brought something of it, the oldest first
}

// Lanes lists lanes; asOf is the time of reading, for freshness alone.
//
// Errors: kind usage for a cursor that is none.
func Lanes(s selection.Reader, f selection.Filter, p selection.Page, asOf domain.Instant) (LaneList, error) {
	q := laneQuery(&f)
	q.Time = "first"
	list := LaneList{Lanes: []LaneRow{}}
	found, err := outcomesOf(s, q, p)
	list.Total, list.ByOutcome, list.Next = found.total, found.byOutcome, found.next
	if err != nil {
		return list, err
	}
	for some := range slices.Chunk(found.outcomes, mostAtOnce) {
		facts, err := factsOf(s, some)
		if err != nil {
			return list, err
		}
		for i := range some {
			list.Lanes = append(list.Lanes, facts.row(&some[i], asOf))
		}
	}
	return list, nil
}

// foundLanes is a page of outcomes, with the counts of all that the query selects.
type foundLanes struct {
	outcomes  []lane.Outcome
	total     int
	byOutcome map[string]int
	next      string
}

func outcomesOf(s selection.Reader, q selection.Query, p selection.Page) (f foundLanes, err error) {
	f.total, f.next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		var o lane.Outcome
		if err := statejson.Read(state, &o); err != nil {
			return fmt.Errorf("read lane %s: %w", at.Key, err)
		}
		f.outcomes = append(f.outcomes, o)
		return nil
	})
	if err == nil {
		f.byOutcome, err = selection.Tally(s, "SELECT outcome, count(*) FROM lanes WHERE "+q.Condition()+" GROUP BY outcome", q.Args...)
	}
	return f, err
}

func laneQuery(f *selection.Filter) selection.Query {
	q := selection.Query{Table: "lanes", Newest: true}
	q.AndText("key = ?", string(f.Lane))
	q.AndText("key IN (SELECT lane FROM lane_sessions WHERE session = ?)", string(f.Session))
	for _, by := range [][2]string{{"agent", f.Agent}, {"repo", f.Repo}, {"branch", f.Branch}} {
		q.AndText("key IN (SELECT l.lane FROM lane_sessions l JOIN sessions s ON s.key = l.session WHERE s."+by[0]+" = ?)", by[1])
	}
	if f.State != "" {
		q.And("(standing = ? OR outcome = ?)", f.State, f.State)
	}
	q.AndText("owner = ?", f.Owner)
	q.AndText("workflow = ?", f.Workflow)
	if f.Actionable {
		q.And("actionable")
	}
	if f.Since.Known() {
		q.And("last >= ?", int64(f.Since))
	}
	return q
}

// Lane describes one lane; typed is its id, with or without "lane-", or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func Lane(s Model, typed string, asOf domain.Instant) (LaneDocument, error) {
	o, err := LaneOutcome(s, typed)
	if err != nil {
		return LaneDocument{}, err
	}
	doc := LaneDocument{Outcome: o}
	facts, err := factsOf(s, []lane.Outcome{o})
	if err != nil {
		return doc, err
	}
	doc.LaneRow = facts.row(&o, asOf)
	sessions, err := Sessions(s, selection.Filter{Lane: o.Lane}, selection.Page{Limit: 1000})
	if err != nil {
		return doc, err
	}
	doc.Sessions = sessions.Sessions
	if doc.Commits, err = commitsOf(s, doc.LaneRow.Sessions); err != nil {
		return doc, err
	}
	if doc.Landed, err = landedOf(s, o.Lane, doc.Commits); err != nil {
		return doc, err
	}
	doc.Ships, err = carried(s, o.Lane, doc.Commits)
	return doc, err
}

// LaneOutcome returns the outcome of one lane; typed as for [Lane].
//
// Errors: as [Lane].
func LaneOutcome(s selection.Reader, typed string) (o lane.Outcome, err error) {
	key, err := selection.Find(s, "lanes", "lane", trimLane(typed))
	if err != nil {
		return o, err
	}
	return outcomeOf(s, domain.LaneID(key))
}

// outcomeOf is the outcome of a lane, a zero one for a lane that the log does not know.
func outcomeOf(s selection.Reader, id domain.LaneID) (o lane.Outcome, err error) {
	err = s.Read("SELECT state FROM lanes WHERE key = ?", []any{string(id)}, func(stmt *sqlite.Stmt) error {
		return statejson.Read(tables.ReadBlob(stmt, 0, nil), &o)
	})
	return o, err
}

func trimLane(typed string) string {
	prefix := domain.FamilyLane.Prefix()
	if len(typed) > len(prefix) && typed[:len(prefix)] == prefix {
		typed = typed[len(prefix):]
	}
	return strings.ToUpper(typed)
}

// OfLane selects what counts for the sessions of a lane.
const OfLane = "session IN (SELECT session FROM lane_sessions WHERE lane = ?)"

// LaneSessions is what the sessions of a lane say.
type LaneSessions struct {
	Roots    []sessions.Session
	Oldest   *sessions.Session // of the roots, nil for none
	oldestID domain.SessionID
	First    values.Moment // of all
}

// SessionsOfLane reads the sessions that an outcome names.
func SessionsOfLane(s selection.Reader, o *lane.Outcome) (LaneSessions, error) {
	all, err := sessionsOf(s, []lane.Outcome{*o})
	return among(all, o), err
}

// among selects the sessions that an outcome names.
func among(all map[domain.SessionID]*sessions.Session, o *lane.Outcome) (of LaneSessions) {
	for _, session := range o.Sessions {
		e := all[session.Session]
		if e == nil {
			e = &sessions.Session{}
		}
		if e.First.At.Before(of.First.At) {
			of.First = e.First
		}
		if session.Parent != "" {
			continue
		}
		of.Roots = append(of.Roots, *e)
		if of.Oldest == nil || e.First.At.Before(of.Oldest.First.At) {
			of.Oldest, of.oldestID = e, session.Session
		}
	}
	return of
}

// row joins an outcome with what its sessions say.
func (f *laneFacts) row(o *lane.Outcome, asOf domain.Instant) LaneRow {
	r := LaneRow{Lane: o.Lane, Attempt: o.Attempt, State: o.State, Outcome: o.Outcome, Disposition: o.Disposition,
		Subphase: o.Subphase, FailureClass: o.FailureClass, WaitsFor: o.WaitsFor, Fingerprint: o.Fingerprint, Actionable: o.Actionable, Accepted: o.Accepted,
		Owner: o.Scope.Owner, Purpose: o.Stated.Purpose,
		Reading: lane.Freshness(*o, asOf), LastObserved: values.Time(tables.Known(o.LastObserved)),
		Turns: map[sessions.TurnStatus]int{}, ToolCalls: f.calls[o.Lane], Errors: f.errors[o.Lane]}
	of := among(f.sessions, o)
	for _, session := range o.Sessions {
		r.Sessions = append(r.Sessions, session.Session)
	}
	r.FirstObserved = of.First.At
	for _, root := range of.Roots {
		for status, n := range root.CountTurns() {
			r.Turns[status] += n
		}
	}
	if of.Oldest != nil {
		source, _ := of.oldestID.Split()
		r.Agent = cmp.Or(of.Oldest.Text("agent"), source)
		r.Title = maybe[domain.ShortLabel](of.Oldest, sessions.FieldTitle)
		r.Opening = of.Oldest.Opening.Text
		r.Workspace = maybe[domain.Path](of.Oldest, sessions.FieldWorkspace)
		r.Repo, r.Branch, r.Model = tables.RepoOf(of.Oldest).Text(), tables.BranchOf(of.Oldest).Text(), of.Oldest.Text("model")
	}
	return r
}
