package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// Found is an event in which the words stand.
type Found struct {
	Event    domain.EventID   `json:"event"`
	Position uint64           `json:"position"`
	Kind     domain.Kind      `json:"event_kind"`
	At       projections.Time `json:"at,omitzero"`
	Session  domain.SessionID `json:"session,omitzero"`
	Lane     domain.LaneID    `json:"lane,omitzero"`
	Item     domain.ItemID    `json:"item,omitzero"`
	Snippet  string           `json:"snippet"`
	Hits     []Hit            `json:"hits"` // in Snippet
}

// Hit is a part of a snippet, in bytes, half-open.
type Hit struct {
	From  int `json:"from"`
	Until int `json:"until"`
}

// SearchList is a page of what was found, the newest in the log first.
type SearchList struct {
	Found []Found `json:"found"`
	Total int     `json:"total"`
	Next  string  `json:"next_cursor,omitzero"`
	// Stale says that another process was at work on the index and had not come to the head in time.
	Stale bool `json:"-"`
}

// Search finds the events in which all words of text stand: words, "phrases", prefix*,
// -word. Case and accents do not count. The index is brought to the head of the log
// first; tell hears how far it is. CatchUp comes first.
//
// Errors: kind usage for a text that names no word and for a cursor that is none; those
// of CatchUp.
func (s *Store) Search(ctx context.Context, text string, f Filter, p Page, tell func(domain.Position)) (list SearchList, err error) {
	expression, err := matchExpression(text)
	if err != nil {
		return list, err
	}
	x, lock, err := s.searchIndex(ctx)
	if err != nil {
		return list, err
	}
	defer func() { err = x.distrust(errors.Join(err, x.close())) }()
	head, err := s.log.Head(ctx)
	if err != nil {
		return list, fmt.Errorf("read the head of the log: %w", err)
	}
	if list.Stale, err = x.catchUp(ctx, lock, head, s.options.Patience, tell); err != nil {
		return list, err
	}
	if err := s.dropReplaced(ctx, x); err != nil {
		return list, err
	}
	q, err := s.searchQuery(expression, &f)
	if err != nil {
		return list, err
	}
	return list, x.find(&list, q, p)
}

// dropReplaced takes the words of statements out of the index of which later editions stand.
func (s *Store) dropReplaced(ctx context.Context, x *textIndex) error {
	by, err := readAmendments(s.conn)
	if err != nil {
		return err
	}
	for _, edition := range by.Editions() {
		for _, id := range []domain.EventID{edition.Of, edition.ID} {
			if err := s.dropIfReplaced(ctx, x, by, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) dropIfReplaced(ctx context.Context, x *textIndex, by *projections.Amendments, id domain.EventID) error {
	if held, err := x.holds(id); err != nil || !held {
		return err
	}
	e, held, err := passed(ctx, s.log, id, s.at.position)
	if err != nil || !held {
		return err
	}
	if by.Amend(&e); !e.Replaced {
		return nil
	}
	return x.drop(id)
}

// searchIndex opens the index beside the read model, in memory where that is.
func (s *Store) searchIndex(ctx context.Context) (x *textIndex, lock string, err error) {
	if s.opened == 0 {
		x, err = openIndex(ctx, "", s.log)
		return x, "", err
	}
	path := s.files.Search()
	x, err = openIndex(ctx, path, s.log)
	if damagedFile(err) { // it is disposable
		if err = removeIndex(path); err == nil {
			x, err = openIndex(ctx, path, s.log)
		}
	}
	return x, path + ".lock", err
}

// searchQuery selects matches by what the index holds; what only the read model knows
// of a session is asked there first.
func (s *Store) searchQuery(expression string, f *Filter) (*query, error) {
	q := &query{table: "texts JOIN docs ON docs.position = texts.rowid", time: "texts.rowid", newest: true}
	q.and("texts MATCH ?", expression)
	q.andText("kind = ?", f.Kind)
	if f.Since.Known() {
		q.and("at >= ?", int64(f.Since))
	}
	if f.Session == "" && f.Lane == "" && f.Repo == "" && f.Branch == "" && f.Agent == "" {
		return q, nil
	}
	of := query{table: "sessions"}
	of.throughSession("key", f)
	var names []string
	err := s.read("SELECT key FROM sessions WHERE "+of.condition(), of.args, func(stmt *sqlite.Stmt) error {
		names = append(names, stmt.ColumnText(0))
		return nil
	})
	condition := "session IN (" + strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ") + ")"
	args := make([]any, len(names), len(names)+1)
	for i, n := range names {
		args[i] = n
	}
	if f.Lane != "" {
		condition, args = "("+condition+" OR lane = ?)", append(args, string(f.Lane))
	}
	q.and(condition, args...)
	return q, err
}

// The signs around a hit in a snippet: nothing that is indexed has them.
const (
	hitFrom  = "\x02"
	hitUntil = "\x03"
	// snippetWords is how many words a snippet has at most.
	snippetWords = 24
)

// find reads a page.
func (x *textIndex) find(list *SearchList, q *query, p Page) error {
	list.Found = []Found{}
	err := x.read("SELECT count(*) FROM "+q.table+" WHERE "+q.condition(), q.args, func(stmt *sqlite.Stmt) error {
		list.Total = stmt.ColumnInt(0)
		return nil
	})
	if err != nil {
		return err
	}
	mark := q.mark()
	if p.Cursor != "" {
		c, err := parseCursor(p.Cursor, mark)
		if err != nil {
			return err
		}
		q.and("texts.rowid < ?", c.At)
	}
	limit := p.rows()
	sql := fmt.Sprintf("SELECT docs.position, event, kind, session, item, lane, at, snippet(texts, 0, '%s', '%s', '…', %d) FROM %s WHERE %s ORDER BY texts.rowid DESC LIMIT ?",
		hitFrom, hitUntil, snippetWords, q.table, q.condition())
	return x.read(sql, append(q.args, limit+1), func(stmt *sqlite.Stmt) error {
		if n := len(list.Found); n == limit {
			list.Next = cursor{At: int64(list.Found[n-1].Position)}.text(mark)
			return nil
		}
		id, err := domain.ParseEventID(stmt.ColumnText(1))
		row := Found{Event: id, Position: uint64(stmt.ColumnInt64(0)), Kind: domain.Kind(stmt.ColumnText(2)), Session: domain.SessionID(stmt.ColumnText(3)),
			Item: domain.ItemID(stmt.ColumnText(4)), Lane: domain.LaneID(stmt.ColumnText(5)), At: projections.Time(stmt.ColumnInt64(6))}
		row.Snippet, row.Hits = hits(stmt.ColumnText(7))
		list.Found = append(list.Found, row)
		return err
	})
}

func (x *textIndex) read(sql string, args []any, row func(*sqlite.Stmt) error) error {
	if err := sqlitex.Execute(x.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: row}); err != nil {
		return fmt.Errorf("read the search index: %w", err)
	}
	return nil
}

// hits takes the signs out of a snippet and says where they stood; hits that touch are one.
func hits(marked string) (string, []Hit) {
	var b strings.Builder
	found := []Hit{}
	for _, r := range strings.Join(strings.Fields(marked), " ") {
		switch string(r) {
		case hitFrom:
			if n := len(found); n == 0 || found[n-1].Until != b.Len() {
				found = append(found, Hit{From: b.Len()})
			}
		case hitUntil:
			found[len(found)-1].Until = b.Len()
		case string(joint):
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), found
}
