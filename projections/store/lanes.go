package store

import (
	"cmp"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
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
	Fingerprint  domain.Digest          `json:"outcome_fingerprint,omitzero"`
	Actionable   bool                   `json:"actionable"`
	lane.Reading
	Agent         string                          `json:"agent,omitzero"` // of the oldest root session, as the next six
	Title         domain.Maybe[domain.ShortLabel] `json:"title,omitzero"`
	Opening       string                          `json:"opening,omitzero"` // of the first prompt
	Workspace     domain.Maybe[domain.Path]       `json:"workspace,omitzero"`
	Repo          string                          `json:"repo,omitzero"`
	Branch        string                          `json:"branch,omitzero"`
	Model         string                          `json:"model,omitzero"`
	Sessions      []domain.SessionID              `json:"sessions,omitzero"`
	Turns         map[projections.TurnStatus]int  `json:"turns,omitzero"` // of root sessions, by status
	ToolCalls     map[string]int                  `json:"tool_calls,omitzero"`
	Errors        int                             `json:"errors"`
	FirstObserved projections.Time                `json:"first_observed,omitzero"`
	LastObserved  projections.Time                `json:"last_observed,omitzero"`
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
	Waits    *Waits                `json:"waits,omitzero"` // absent: nobody waits for a person here, and nothing was held back
	Sessions []SessionRow          `json:"session_list,omitzero"`
	Commits  []index.Tie           `json:"commits,omitzero"` // that came of the sessions
	Landed   []Landed              `json:"landed,omitzero"`  // of it, by which ships
	Ships    []projections.Shipped `json:"ships"`            // that brought something of it, the oldest first
}

// Lanes lists lanes; asOf is the time of reading, for freshness alone.
//
// Errors: kind usage for a cursor that is none.
func (s *Store) Lanes(f Filter, p Page, asOf domain.Instant) (LaneList, error) {
	q := laneQuery(&f)
	q.time = "first"
	list := LaneList{Lanes: []LaneRow{}}
	found, err := s.outcomes(q, p)
	list.Total, list.ByOutcome, list.Next = found.total, found.byOutcome, found.next
	for i := range found.outcomes {
		if err == nil {
			var row LaneRow
			row, err = s.laneRow(&found.outcomes[i], asOf)
			list.Lanes = append(list.Lanes, row)
		}
	}
	return list, err
}

// foundLanes is a page of outcomes, with the counts of all that the query selects.
type foundLanes struct {
	outcomes  []lane.Outcome
	total     int
	byOutcome map[string]int
	next      string
}

func (s *Store) outcomes(q query, p Page) (f foundLanes, err error) {
	f.total, f.next, err = s.list(q, p, func(at cursor, state []byte) error {
		var o lane.Outcome
		if err := projections.ReadState(state, &o); err != nil {
			return fmt.Errorf("read lane %s: %w", at.Key, err)
		}
		f.outcomes = append(f.outcomes, o)
		return nil
	})
	if err == nil {
		f.byOutcome, err = s.tally("SELECT outcome, count(*) FROM lanes WHERE "+q.condition()+" GROUP BY outcome", q.args...)
	}
	return f, err
}

func laneQuery(f *Filter) query {
	q := query{table: "lanes", newest: true}
	q.andText("key = ?", string(f.Lane))
	q.andText("key IN (SELECT lane FROM lane_sessions WHERE session = ?)", string(f.Session))
	for _, by := range [][2]string{{"agent", f.Agent}, {"repo", f.Repo}, {"branch", f.Branch}} {
		q.andText("key IN (SELECT l.lane FROM lane_sessions l JOIN sessions s ON s.key = l.session WHERE s."+by[0]+" = ?)", by[1])
	}
	if f.State != "" {
		q.and("(standing = ? OR outcome = ?)", f.State, f.State)
	}
	if f.Since.Known() {
		q.and("last >= ?", int64(f.Since))
	}
	return q
}

// Lane describes one lane; typed is its id, with or without "lane-", or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func (s *Store) Lane(typed string, asOf domain.Instant) (LaneDocument, error) {
	o, err := s.LaneOutcome(typed)
	if err != nil {
		return LaneDocument{}, err
	}
	doc := LaneDocument{Outcome: o}
	if doc.LaneRow, err = s.laneRow(&o, asOf); err != nil {
		return doc, err
	}
	sessions, err := s.Sessions(Filter{Lane: o.Lane}, Page{Limit: 1000})
	if err != nil {
		return doc, err
	}
	doc.Sessions = sessions.Sessions
	if doc.Commits, err = s.commitsOf(doc.Sessions); err != nil {
		return doc, err
	}
	if doc.Landed, err = s.landedOf(o.Lane, doc.Commits); err != nil {
		return doc, err
	}
	doc.Ships, err = s.carried(o.Lane, doc.Commits)
	return doc, err
}

// LaneOutcome returns the outcome of one lane; typed as for [Store.Lane].
//
// Errors: as [Store.Lane].
func (s *Store) LaneOutcome(typed string) (o lane.Outcome, err error) {
	key, err := s.find("lanes", "lane", trimLane(typed), false)
	if err != nil {
		return o, err
	}
	return s.outcome(domain.LaneID(key))
}

// outcome is the outcome of a lane, a zero one for a lane that the log does not know.
func (s *Store) outcome(id domain.LaneID) (o lane.Outcome, err error) {
	err = s.read("SELECT state FROM lanes WHERE key = ?", []any{string(id)}, func(stmt *sqlite.Stmt) error {
		return projections.ReadState(readBlob(stmt, 0, nil), &o)
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

// ofLane selects what counts for the sessions of a lane.
const ofLane = "session IN (SELECT session FROM lane_sessions WHERE lane = ?)"

// laneSessions is what the sessions of a lane say.
type laneSessions struct {
	roots    []projections.Session
	oldest   *projections.Session // of the roots, nil for none
	oldestID domain.SessionID
	first    projections.Moment // of all
}

func (s *Store) sessionsOf(o *lane.Outcome) (of laneSessions, err error) {
	for _, session := range o.Sessions {
		e, err := s.session(session.Session)
		if err != nil {
			return of, err
		}
		if e.First.At.Before(of.first.At) {
			of.first = e.First
		}
		if session.Parent != "" {
			continue
		}
		of.roots = append(of.roots, e)
		if of.oldest == nil || e.First.At.Before(of.oldest.First.At) {
			of.oldest, of.oldestID = &e, session.Session
		}
	}
	return of, nil
}

// laneRow joins an outcome with what its sessions say.
func (s *Store) laneRow(o *lane.Outcome, asOf domain.Instant) (r LaneRow, err error) {
	r = LaneRow{Lane: o.Lane, Attempt: o.Attempt, State: o.State, Outcome: o.Outcome, Disposition: o.Disposition,
		Subphase: o.Subphase, FailureClass: o.FailureClass, Fingerprint: o.Fingerprint, Actionable: o.Actionable,
		Reading: lane.Freshness(*o, asOf), LastObserved: projections.Time(known(o.LastObserved)),
		Turns: map[projections.TurnStatus]int{}}
	of, err := s.sessionsOf(o)
	if err != nil {
		return r, err
	}
	for _, session := range o.Sessions {
		r.Sessions = append(r.Sessions, session.Session)
	}
	r.FirstObserved = of.first.At
	for _, root := range of.roots {
		for status, n := range root.CountTurns() {
			r.Turns[status] += n
		}
	}
	if of.oldest != nil {
		source, _ := of.oldestID.Split()
		r.Agent = cmp.Or(of.oldest.Text("agent"), source)
		r.Title = maybe[domain.ShortLabel](of.oldest, projections.FieldTitle)
		r.Opening = of.oldest.Opening.Text
		r.Workspace = maybe[domain.Path](of.oldest, projections.FieldWorkspace)
		r.Repo, r.Branch, r.Model = repoOf(of.oldest).Text(), branchOf(of.oldest).Text(), of.oldest.Text("model")
	}
	if r.ToolCalls, err = s.tally("SELECT status, count(*) FROM tools WHERE "+ofLane+" GROUP BY status", string(o.Lane)); err != nil {
		return r, err
	}
	r.Errors, err = s.errorsOf(ofLane, string(o.Lane))
	return r, err
}

func earlier(span *projections.Time, t projections.Time) {
	if t.Before(*span) {
		*span = t
	}
}
