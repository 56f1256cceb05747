package search

import (
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/store/selection"
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
	// A session may use an id again: then the keys of its calls have a number.
	return s.Read("SELECT name FROM tools WHERE session = ?1 AND (key = ?2 OR substr(key, 1, length(?2) + 1) = ?2 || '#') LIMIT 1",
		[]any{string(f.Session), entitykey.Of(e)}, func(stmt *sqlite.Stmt) error {
			f.Tool = stmt.ColumnText(0)
			return nil
		})
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
