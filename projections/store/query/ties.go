package query

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"

	"zombiezen.com/go/sqlite"
)

// commitsOf lists the commits that came of sessions.
func commitsOf(s Model, sessions []domain.SessionID) ([]index.Tie, error) {
	var out []index.Tie
	from, names := ties(s), resolver{reader: s}
	for _, session := range sessions {
		out = append(out, index.CommitsOf(from.Load, names.whole, session)...)
	}
	return out, cmp.Or(from.Err, names.err)
}

// resolver finds the commits of the log that calls name by a beginning. It keeps the first error.
type resolver struct {
	reader selection.Reader
	err    error
}

// whole implements [index.Resolver].
func (r *resolver) whole(begins domain.CommitID) domain.CommitID {
	var found []domain.CommitID
	err := r.reader.Read("SELECT key FROM commits WHERE key >= ?1 AND key < ?1 || 'g' LIMIT 2", []any{string(begins)}, func(stmt *sqlite.Stmt) error {
		found = append(found, domain.CommitID(stmt.ColumnText(0)))
		return nil
	})
	if r.err = cmp.Or(r.err, err); err != nil || len(found) != 1 {
		return ""
	}
	return found[0]
}

// madeCommits lists the commits that calls of a session made.
func madeCommits(s selection.Reader, e *sessions.Session) (made []domain.CommitID, err error) {
	names := resolver{reader: s}
	for _, begins := range e.Work.Commits {
		made = append(made, cmp.Or(names.whole(domain.CommitID(begins)), domain.CommitID(begins)))
	}
	slices.Sort(made)
	return slices.Compact(made), names.err
}

// ties returns a loader of what ties commits to sessions, which is not queried for single events.
func ties(s Model) *tables.Loader {
	return s.Facts(func(domain.EventID) (domain.Event, bool, error) { return domain.Event{}, false, nil })
}

// madeBy lists, as a JSON array, the sessions that the commits came of whose names begin like this,
// also those of commits that no repository of the log holds.
func madeBy(s Model, commit domain.CommitID) (string, error) {
	first := string(index.CommitKey(commit))
	from, names, sessions := ties(s), resolver{reader: s}, []domain.SessionID{}
	var commits []domain.CommitID
	err := s.Read("SELECT DISTINCT key FROM packs WHERE key >= ?1 AND key < ?2", []any{first, first + "\x7f"}, func(stmt *sqlite.Stmt) error {
		commits = append(commits, commit+domain.CommitID(stmt.ColumnText(0)[len(first):]))
		return nil
	})
	for _, c := range commits {
		for _, t := range index.SessionsOf(from.Load, names.whole, c) {
			sessions = append(sessions, t.Session)
		}
	}
	for _, f := range index.MadeBy(from.Load, commit) {
		sessions = append(sessions, f.Session)
	}
	text, failed := json.Marshal(sessions)
	return string(text), cmp.Or(err, from.Err, names.err, failed)
}

// CommitTies lists the sessions that a commit came of.
func CommitTies(s Model, commit domain.CommitID) ([]index.Tie, error) {
	from, names := ties(s), resolver{reader: s}
	return index.SessionsOf(from.Load, names.whole, commit), cmp.Or(from.Err, names.err)
}

// LaneOf is the lane that a session works for, "" when the log does not know it.
func LaneOf(s selection.Reader, session domain.SessionID) (id domain.LaneID, err error) {
	err = s.Read("SELECT lane FROM lane_sessions WHERE session = ?", []any{string(session)}, func(stmt *sqlite.Stmt) error {
		id = domain.LaneID(stmt.ColumnText(0))
		return nil
	})
	return id, err
}
