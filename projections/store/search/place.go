package search

import (
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// says adds who said the words of an event: the role of a message, the tool of a call.
func (f *Found) says(s selection.Reader, e *domain.Event) error {
	if e.Kind == domain.KindMessageRecorded {
		f.Role = domain.Role(memberOf(e, "role"))
		return nil
	}
	if !strings.HasPrefix(string(e.Kind), "tool.") {
		return nil
	}
	if f.Tool = memberOf(e, "name"); f.Tool != "" || f.Item == "" {
		return nil
	}
	return f.toolOf(s, entitykey.Of(e))
}

// toolOf reads the tool of the call with a key. A session may use an id again: then the words of the id name
// its calls, which are of one tool as a rule.
func (f *Found) toolOf(s selection.Reader, key string) error {
	keys := []string{key}
	err := s.Read("SELECT call FROM call_words WHERE words = ? ORDER BY call LIMIT 1", []any{entitykey.WordsPrefix + key}, func(stmt *sqlite.Stmt) error {
		keys = append(keys, stmt.ColumnText(0))
		return nil
	})
	for _, key := range keys {
		if err == nil && f.Tool == "" {
			err = s.Read("SELECT name FROM tools WHERE hash = ? AND key = ?", []any{tables.HashOf(key), key}, func(stmt *sqlite.Stmt) error {
				f.Tool = stmt.ColumnText(0)
				return nil
			})
		}
	}
	return err
}

// memberOf is a text of the payload of an event, "" for none.
func memberOf(e *domain.Event, name string) string {
	members := payload.MembersOf(e.Data)
	for n, raw, ok := members.Next(); ok; n, raw, ok = members.Next() {
		if string(n) == name {
			return payload.TextOf(raw)
		}
	}
	return ""
}

// place adds where it was said: the lane for which the session works, how that ended, repository and branch.
func (f *Found) place(s selection.Reader) error {
	err := s.Read("SELECT coalesce(repo, ''), coalesce(branch, ''), coalesce((SELECT lane FROM lane_sessions WHERE session = key), '') FROM sessions WHERE key = ?",
		[]any{string(f.Session)}, func(stmt *sqlite.Stmt) error {
			f.Repo, f.Branch = stmt.ColumnText(0), stmt.ColumnText(1)
			if f.Lane == "" {
				f.Lane = domain.LaneID(stmt.ColumnText(2))
			}
			return nil
		})
	if err != nil || f.Lane == "" {
		return err
	}
	return s.Read("SELECT outcome FROM lanes WHERE key = ?", []any{string(f.Lane)}, func(stmt *sqlite.Stmt) error {
		f.Outcome = lane.Result(stmt.ColumnText(0))
		return nil
	})
}
