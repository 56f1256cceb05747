package writer

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
)

func newSessions(d *tables.Access, fresh bool, news *changes) *table[sessions.Session] {
	t := newTable(d, "sessions", []string{"first", "last", "agent", "repo", "branch", "parent", "standing", "failed"}, mostSessions, fresh, func(stmt *sqlite.Stmt, s *sessions.Session) {
		stmt.BindInt64(5, int64(s.First.At))
		stmt.BindInt64(6, int64(s.Last.At))
		stmt.BindText(7, s.Text("agent"))
		stmt.BindText(8, tables.RepoOf(s).Text())
		stmt.BindText(9, tables.BranchOf(s).Text())
		stmt.BindText(10, s.Text(sessions.FieldParent))
		stmt.BindText(11, string(s.Standing().State))
		stmt.BindText(12, tables.Lines(s.FailedTurns()))
	})
	t.also = func(key string, _ *sessions.Session) error {
		news.session(domain.SessionID(key))
		return nil
	}
	return t
}

func newMessages(d *tables.Access, fresh bool) *table[projections.Message] {
	return newTable(d, "messages", []string{"session", "role"}, mostItems, fresh, func(stmt *sqlite.Stmt, m *projections.Message) {
		stmt.BindText(5, string(m.Sessions.Owner().Session))
		stmt.BindText(6, string(m.Role))
	})
}

// callColumns are those of a call beside key, state and hash.
var callColumns = []string{"session", "started", "name", "status", "error_kind", "command", "files", "act", "held"}

func newTools(d *tables.Access, fresh bool, words func(key string)) *table[tools.Tool] {
	t := newTable(d, "tools", callColumns, mostItems, fresh, bindCall)
	t.also = func(key string, _ *tools.Tool) error {
		if entitykey.HoldsWords(key) {
			words(key)
		}
		return nil
	}
	return t
}

// bindCall binds the columns of a call; words are none.
func bindCall(stmt *sqlite.Stmt, t *tools.Tool) {
	if t.Words != nil {
		for i := range callColumns {
			stmt.BindNull(firstColumn + i)
		}
		return
	}
	stmt.BindText(5, string(t.Sessions.Owner().Session))
	stmt.BindInt64(6, tables.OldestFirst(t.StartedAt()))
	stmt.BindText(7, t.Name.Value)
	stmt.BindText(8, string(t.Status()))
	stmt.BindText(9, t.ErrorKind())
	stmt.BindText(10, t.Command.Value)
	stmt.BindText(11, tables.Lines(tables.FilesOf(t)))
	stmt.BindBool(12, !t.StoodBy())
	_, held := t.HeldBack()
	stmt.BindBool(13, held)
}

func newUsage(d *tables.Access, fresh bool) *table[projections.Response] {
	return newTable(d, "usage", []string{"session", "first", "model", "input", "cache_read", "cache_creation", "output", "reasoning", "kept_1h", "stated", "together"}, mostItems, fresh, func(stmt *sqlite.Stmt, r *projections.Response) {
		stmt.BindText(5, string(r.Sessions.Owner().Session))
		stmt.BindInt64(6, int64(r.First))
		stmt.BindText(7, r.Model.Value)
		stmt.BindInt64(8, r.Tokens.Input)
		stmt.BindInt64(9, r.Tokens.CacheRead)
		stmt.BindInt64(10, r.Tokens.CacheCreation)
		stmt.BindInt64(11, r.Tokens.Output)
		stmt.BindInt64(12, r.Tokens.Reasoning)
		stmt.BindInt64(13, r.Kept1h)
		stmt.BindInt64(14, int64(r.Stated))
		stmt.BindBool(15, r.Together)
	})
}

func newFailures(d *tables.Access, fresh bool) *table[projections.Failure] {
	return newTable(d, "errors", []string{"session", "first", "origin", "class", "turn"}, mostItems, fresh, func(stmt *sqlite.Stmt, f *projections.Failure) {
		owner := f.Sessions.Owner()
		stmt.BindText(5, string(owner.Session))
		stmt.BindInt64(6, tables.OldestFirst(f.First))
		stmt.BindText(7, string(f.Origin))
		stmt.BindText(8, f.Class.Value)
		stmt.BindText(9, string(owner.Turn))
	})
}

func newApprovals(d *tables.Access, fresh bool) *table[projections.Approval] {
	return newTable(d, "approvals", []string{"first", "last", "asked", "command", "actors", "act", "open"}, mostItems, fresh, func(stmt *sqlite.Stmt, a *projections.Approval) {
		stmt.BindInt64(5, int64(a.First))
		stmt.BindInt64(6, int64(a.Last))
		stmt.BindInt64(7, tables.OldestFirst(a.Asked))
		stmt.BindText(8, a.Command.Value)
		stmt.BindText(9, tables.Lines(a.Actors))
		stmt.BindBool(10, !a.Request.IsZero() && len(a.Calls) == 0)
		stmt.BindBool(11, !a.Request.IsZero() && !a.Closed)
	})
}

func newShips(d *tables.Access, fresh bool, news *changes) *table[projections.Ship] {
	t := newTable(d, "ships", []string{"first", "last", "repo", "ref", "method", "basis", "told"}, mostItems, fresh, func(stmt *sqlite.Stmt, s *projections.Ship) {
		target, told := s.Target(), &s.Provenance.Says
		stmt.BindInt64(5, int64(s.First))
		stmt.BindInt64(6, int64(s.Last))
		stmt.BindText(7, string(target.Repo))
		stmt.BindText(8, string(target.Ref))
		stmt.BindText(9, string(told.MergeMethod))
		stmt.BindText(10, string(told.Basis))
		stmt.BindBool(11, !s.Provenance.IsZero())
	})
	t.also = func(key string, s *projections.Ship) error {
		news.ships = true
		return tables.WriteShipWords(d, key, s)
	}
	return t
}

func newCommits(d *tables.Access, fresh bool) *table[projections.Commit] {
	return newTable(d, "commits", []string{"at", "patch"}, mostItems, fresh, func(stmt *sqlite.Stmt, c *projections.Commit) {
		stmt.BindInt64(5, int64(c.At))
		stmt.BindText(6, c.Patch)
	})
}
