package search

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/values"
)

// Found is an event that contains the words.
type Found struct {
	Event    domain.EventID   `json:"event"`
	Position uint64           `json:"position"`
	Kind     domain.Kind      `json:"event_kind"`
	At       values.Time      `json:"at,omitzero"`
	Session  domain.SessionID `json:"session,omitzero"`
	// Lane is the lane of the event, else that for which its session works; Outcome says how it ended.
	Lane    domain.LaneID `json:"lane,omitzero"`
	Outcome lane.Result   `json:"outcome,omitzero"`
	Repo    string        `json:"repo,omitzero"`   // of the session
	Branch  string        `json:"branch,omitzero"` // of the session
	Role    domain.Role   `json:"role,omitzero"`   // of a message: who said it
	Tool    string        `json:"tool,omitzero"`   // of a call
	Item    domain.ItemID `json:"item,omitzero"`
	Snippet string        `json:"snippet"`
	Hits    []Hit         `json:"hits"` // in Snippet
}

// Hit is a part of a snippet, in bytes, half-open.
type Hit struct {
	From  int `json:"from"`
	Until int `json:"until"`
}

// List is a page of what was found, the newest in the log first.
type List struct {
	Found []Found `json:"found"`
	Total int     `json:"total"`
	Next  string  `json:"next_cursor,omitzero"`
	// Stale reports that another process was at work on the index and had not reached the head in
	// time.
	Stale bool `json:"-"`
}

// Search finds the events that contain all words of text: words, "phrases", prefix*, -word. Case and
// accents do not count. The index is brought to the head of the log first; tell receives its
// progress. CatchUp comes first.
//
// Errors: kind usage for a text that names no word and for a cursor that is none; those of CatchUp.
func Search(ctx context.Context, s Model, text string, f selection.Filter, p selection.Page, tell func(domain.Position)) (list List, err error) {
	expression, err := matchExpression(text)
	if err != nil {
		return list, err
	}
	path, patience := s.Index()
	x, err := openOrReplace(ctx, path, s.Log())
	if err != nil {
		return list, err
	}
	defer func() { err = x.distrust(errors.Join(err, x.close())) }()
	head, err := s.Log().Head(ctx)
	if err != nil {
		return list, fmt.Errorf("read the head of the log: %w", err)
	}
	if list.Stale, err = x.catchUp(ctx, head, patience, tell); err != nil {
		return list, err
	}
	if err := dropReplaced(ctx, s, x); err != nil {
		return list, err
	}
	q, err := matching(s, expression, &f)
	if err != nil {
		return list, err
	}
	if err := x.find(&list, q, p); err != nil {
		return list, err
	}
	return list, x.show(ctx, s, list.Found, expression)
}

// dropReplaced removes from the index the words of statements that later editions replaced.
func dropReplaced(ctx context.Context, s Model, x *textIndex) error {
	by, err := s.Amendments()
	if err != nil {
		return err
	}
	for _, edition := range by.Editions() {
		for _, id := range []domain.EventID{edition.Of, edition.ID} {
			if err := dropIfReplaced(ctx, s, x, by, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func dropIfReplaced(ctx context.Context, s Model, x *textIndex, by *feed.Amendments, id domain.EventID) error {
	if held, err := x.holds(id); err != nil || !held {
		return err
	}
	e, held, err := origin.Find(ctx, s.Log(), id, s.At().Position)
	if err != nil || !held {
		return err
	}
	if by.Amend(&e); !e.Replaced {
		return nil
	}
	return x.drop(id)
}

// matching selects matches by what the index holds; what only the read model knows about a session
// is queried there first.
func matching(s selection.Reader, expression string, f *selection.Filter) (*selection.Query, error) {
	q := &selection.Query{Table: "texts JOIN docs ON docs.position = texts.rowid", Time: "texts.rowid", Newest: true}
	q.And("texts MATCH ?", expression)
	q.AndText("kind = (SELECT id FROM names WHERE name = ?)", f.Kind)
	if f.Since.Known() {
		q.And("at >= ?", int64(f.Since))
	}
	if f.Session == "" && f.Lane == "" && f.Repo == "" && f.Branch == "" && f.Agent == "" {
		return q, nil
	}
	of := selection.Query{Table: "sessions"}
	of.ThroughSession("key", f)
	var names []string
	err := s.Read("SELECT key FROM sessions WHERE "+of.Condition(), of.Args, func(stmt *sqlite.Stmt) error {
		names = append(names, stmt.ColumnText(0))
		return nil
	})
	condition := "session IN (SELECT id FROM names WHERE name IN (" + strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ") + "))"
	args := make([]any, len(names), len(names)+1)
	for i, n := range names {
		args[i] = n
	}
	if f.Lane != "" {
		condition, args = "("+condition+" OR lane = (SELECT id FROM names WHERE name = ?))", append(args, string(f.Lane))
	}
	q.And(condition, args...)
	return q, err
}

// find reads a page.
func (x *textIndex) find(list *List, q *selection.Query, p selection.Page) error {
	list.Found = []Found{}
	err := x.read("SELECT count(*) FROM "+q.Table+" WHERE "+q.Condition(), q.Args, func(stmt *sqlite.Stmt) error {
		list.Total = stmt.ColumnInt(0)
		return nil
	})
	if err != nil {
		return err
	}
	mark := q.Mark()
	if p.Cursor != "" {
		c, err := selection.ParseCursor(p.Cursor, mark)
		if err != nil {
			return err
		}
		q.And("texts.rowid < ?", c.At)
	}
	limit := p.Rows()
	sql := fmt.Sprintf(`SELECT docs.position, event, %s, %s, %s, at FROM %s WHERE %s ORDER BY texts.rowid DESC LIMIT ?`,
		nameOf("kind"), nameOf("session"), nameOf("lane"), q.Table, q.Condition())
	return x.read(sql, append(q.Args, limit+1), func(stmt *sqlite.Stmt) error {
		if n := len(list.Found); n == limit {
			list.Next = selection.Cursor{At: int64(list.Found[n-1].Position)}.Text(mark)
			return nil
		}
		row := Found{Position: uint64(stmt.ColumnInt64(0)), Kind: domain.Kind(stmt.ColumnText(2)), Session: domain.SessionID(stmt.ColumnText(3)),
			Lane: domain.LaneID(stmt.ColumnText(4)), At: values.Time(stmt.ColumnInt64(5)), Hits: []Hit{}}
		stmt.ColumnBytes(1, row.Event[:])
		list.Found = append(list.Found, row)
		return nil
	})
}

// nameOf selects the name of which a column of docs has the id, "" for none.
func nameOf(column string) string {
	return "coalesce((SELECT name FROM names WHERE id = docs." + column + "), '')"
}

func (x *textIndex) read(sql string, args []any, row func(*sqlite.Stmt) error) error {
	if err := sqlitex.Execute(x.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: row}); err != nil {
		return fmt.Errorf("read the search index: %w", err)
	}
	return nil
}
