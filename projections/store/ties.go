package store

import (
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"

	"zombiezen.com/go/sqlite"
)

// commitsOf lists the commits that came of sessions.
func (s *Store) commitsOf(sessions []SessionRow) ([]index.Tie, error) {
	var out []index.Tie
	from := s.ties()
	for i := range sessions {
		out = append(out, index.CommitsOf(from.load, sessions[i].Session)...)
	}
	return out, from.err
}

// ties is a loader of what ties commits to sessions, which no single event is asked for.
func (s *Store) ties() *loader {
	return newLoader(&tableWriter{conn: s.conn}, nil, func(domain.EventID) (domain.Event, bool, error) { return domain.Event{}, false, nil })
}

// madeBy lists, as a JSON array, the sessions that the commits came of whose names
// begin like this.
func (s *Store) madeBy(commit domain.CommitID) (string, error) {
	first := string(index.CommitKey(commit))
	from, sessions := s.ties(), []domain.SessionID{}
	var commits []domain.CommitID
	err := s.read("SELECT DISTINCT key FROM packs WHERE key >= ?1 AND key < ?2", []any{first, first + "\x7f"}, func(stmt *sqlite.Stmt) error {
		commits = append(commits, commit+domain.CommitID(stmt.ColumnText(0)[len(first):]))
		return nil
	})
	for _, c := range commits {
		for _, t := range index.SessionsOf(from.load, c) {
			sessions = append(sessions, t.Session)
		}
	}
	if err == nil {
		err = from.err
	}
	text, failed := json.Marshal(sessions)
	if err == nil {
		err = failed
	}
	return string(text), err
}

// CommitTies lists the sessions that a commit came of.
func (s *Store) CommitTies(commit domain.CommitID) ([]index.Tie, error) {
	from := s.ties()
	return index.SessionsOf(from.load, commit), from.err
}

// LaneOf is the lane that a session works for, "" when the log does not know it.
func (s *Store) LaneOf(session domain.SessionID) (id domain.LaneID, err error) {
	err = s.read("SELECT lane FROM lane_sessions WHERE session = ?", []any{string(session)}, func(stmt *sqlite.Stmt) error {
		id = domain.LaneID(stmt.ColumnText(0))
		return nil
	})
	return id, err
}
