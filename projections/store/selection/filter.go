package selection

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/values"
)

// Filter selects rows of a list; a zero member selects all. A member that a list
// has no column for is looked up through the row's session.
type Filter struct {
	Since   values.Time // last seen at or after
	Repo    string      // as in repo
	Branch  string
	Agent   string
	State   string // in the words of the list
	Session domain.SessionID
	Lane    domain.LaneID
	Commit  domain.CommitID // that came of the session, or the beginning of its name
	Tool    string          // a tool's name
	Kind    string          // of an error
	Command string          // a part of the command of an error, from the beginning of a word
	Origin  projections.ErrorOrigin
	// Owner and Workflow are those of a lane's scope; Actionable selects lanes whose outcome
	// requires action.
	Owner, Workflow string
	Actionable      bool
}

// ThroughSession adds the filters that a row's session answers; session is the
// expression for its id.
func (q *Query) ThroughSession(session string, f *Filter) {
	q.AndText(session+" = ?", string(f.Session))
	q.ThroughLane(session, f)
	for _, by := range [][2]string{{"agent", f.Agent}, {"repo", f.Repo}, {"branch", f.Branch}} {
		q.AndText(session+" IN (SELECT key FROM sessions WHERE "+by[0]+" = ?)", by[1])
	}
}

// ThroughLane adds the filters that the lane of a session answers.
func (q *Query) ThroughLane(session string, f *Filter) {
	q.AndText(session+" IN (SELECT session FROM lane_sessions WHERE lane = ?)", string(f.Lane))
	q.AndText(session+" IN ("+OfOwner+")", f.Owner)
}

// OfOwner selects the sessions of the lanes of an owner.
const OfOwner = "SELECT s.session FROM lanes AS l JOIN lane_sessions AS s ON s.lane = l.key WHERE l.owner = ?"

// Since selects rows that were seen at or after a time. Where a row's own time is not
// known, which its column writes as unknown, its session answers.
func (q *Query) Since(column string, unknown int64, t values.Time) {
	if t.Known() {
		q.And("CASE "+column+" WHEN ? THEN session IN (SELECT key FROM sessions WHERE last >= ?) ELSE "+column+" >= ? END",
			unknown, int64(t), int64(t))
	}
}
