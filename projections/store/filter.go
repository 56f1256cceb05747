package store

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// Filter selects rows of a list; a zero member selects all. A member that a list
// has no column for is looked up through the row's session.
type Filter struct {
	Since   projections.Time // last seen at or after
	Repo    string           // as in repo
	Branch  string
	Agent   string
	State   string // in the words of the list
	Session domain.SessionID
	Lane    domain.LaneID
	Commit  domain.CommitID // that came of the session, or the beginning of its name
	Tool    string          // a tool's name
	Kind    string          // of an error
	Origin  projections.ErrorOrigin
}

// throughSession adds the filters that a row's session answers; session is the
// expression for its id.
func (q *query) throughSession(session string, f *Filter) {
	q.andText(session+" = ?", string(f.Session))
	q.andText(session+" IN (SELECT session FROM lane_sessions WHERE lane = ?)", string(f.Lane))
	for _, by := range [][2]string{{"agent", f.Agent}, {"repo", f.Repo}, {"branch", f.Branch}} {
		q.andText(session+" IN (SELECT key FROM sessions WHERE "+by[0]+" = ?)", by[1])
	}
}

// since selects rows that were seen at or after a time. Where a row's own time is not
// known, which its column writes as unknown, its session answers.
func (q *query) since(column string, unknown int64, t projections.Time) {
	if t.Known() {
		q.and("CASE "+column+" WHEN ? THEN session IN (SELECT key FROM sessions WHERE last >= ?) ELSE "+column+" >= ? END",
			unknown, int64(t), int64(t))
	}
}
