package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/selection"
)

// above are the sessions of which a session is a subagent, directly or through others; the
// session is that of the row of the table sessions around it.
const above = `WITH RECURSIVE above (key, parent, standing) AS (
	SELECT p.key, p.parent, p.standing FROM sessions AS p WHERE p.key = sessions.parent
	UNION SELECT p.key, p.parent, p.standing FROM above JOIN sessions AS p ON p.key = above.parent) SELECT above.key FROM above WHERE above.standing = 'ended'`

// standingNow is the state of a session in its table: a subagent is over with its parent.
const standingNow = "iif(EXISTS (" + above + "), 'ended', standing)"

// StandingOf is the state of a session, and the events that decide it.
func StandingOf(s selection.Reader, id domain.SessionID, e *sessions.Session) (sessions.Standing, error) {
	own := e.Standing()
	if own.State == sessions.Ended || e.Text(sessions.FieldParent) == "" {
		return own, nil
	}
	var over domain.SessionID
	err := s.Read("SELECT ("+above+" ORDER BY key LIMIT 1) FROM sessions WHERE key = ?", []any{string(id)}, func(stmt *sqlite.Stmt) error {
		over = domain.SessionID(stmt.ColumnText(0))
		return nil
	})
	if err != nil || over == "" {
		return own, err
	}
	parent, err := SessionState(s, over)
	return parent.Standing(), err
}
