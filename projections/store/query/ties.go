package query

import (
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"

	"zombiezen.com/go/sqlite"
)

// commitsOf lists the commits that came of sessions.
func commitsOf(s Model, sessions []domain.SessionID) ([]index.Tie, error) {
	var out []index.Tie
	from := ties(s)
	for _, session := range sessions {
		out = append(out, index.CommitsOf(from.Load, session)...)
	}
	return out, from.Err
}

// ties is a loader of what ties commits to sessions, which no single event is asked for.
func ties(s Model) *tables.Loader {
	return s.Facts(func(domain.EventID) (domain.Event, bool, error) { return domain.Event{}, false, nil })
}

// madeBy lists, as a JSON array, the sessions that the commits came of whose names
// begin like this.
func madeBy(s Model, commit domain.CommitID) (string, error) {
	first := string(index.CommitKey(commit))
	from, sessions := ties(s), []domain.SessionID{}
	var commits []domain.CommitID
	err := s.Read("SELECT DISTINCT key FROM packs WHERE key >= ?1 AND key < ?2", []any{first, first + "\x7f"}, func(stmt *sqlite.Stmt) error {
		commits = append(commits, commit+domain.CommitID(stmt.ColumnText(0)[len(first):]))
		return nil
	})
	for _, c := range commits {
		for _, t := range index.SessionsOf(from.Load, c) {
			sessions = append(sessions, t.Session)
		}
	}
	if err == nil {
		err = from.Err
	}
	text, failed := json.Marshal(sessions)
	if err == nil {
		err = failed
	}
	return string(text), err
}

// CommitTies lists the sessions that a commit came of.
func CommitTies(s Model, commit domain.CommitID) ([]index.Tie, error) {
	from := ties(s)
	return index.SessionsOf(from.Load, commit), from.Err
}

// LaneOf is the lane that a session works for, "" when the log does not know it.
func LaneOf(s selection.Reader, session domain.SessionID) (id domain.LaneID, err error) {
	err = s.Read("SELECT lane FROM lane_sessions WHERE session = ?", []any{string(session)}, func(stmt *sqlite.Stmt) error {
		id = domain.LaneID(stmt.ColumnText(0))
		return nil
	})
	return id, err
}
