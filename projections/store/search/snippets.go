package search

import (
	"context"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/selection"
)

// The signs around a hit in a snippet: nothing that is indexed has them.
const (
	hitFrom  = "\x02"
	hitUntil = "\x03"
	// snippetWords is how many words a snippet has at most.
	snippetWords = 24
)

// shown is a full text table in memory, which holds the texts of one page of what was found.
const shown = `
ATTACH ':memory:' AS shown;
CREATE VIRTUAL TABLE shown.page USING fts5(text, tokenize = "` + tokenizer + `");
`

// show adds to what was found who said it and where, and the snippet, which it makes of the events. An event
// that the log lost, or that was erased meanwhile, has no snippet.
func (x *textIndex) show(ctx context.Context, s selection.Reader, found []Found, expression string) error {
	if len(found) == 0 {
		return nil
	}
	if err := sqlitex.ExecuteScript(x.conn, shown, nil); err != nil {
		return fmt.Errorf("make snippets: %w", err)
	}
	for i := range found {
		e, held, err := origin.Find(ctx, x.log, found[i].Event, x.at.Position)
		if err != nil {
			return err
		}
		if err := found[i].place(s); err != nil {
			return err
		}
		if !held {
			continue
		}
		found[i].Item = e.Subject.Item.Value
		if err := found[i].says(s, &e); err != nil {
			return err
		}
		err = sqlitex.Execute(x.conn, "INSERT INTO page (rowid, text) VALUES (?, ?)", &sqlitex.ExecOptions{Args: []any{i, apart(textOf(&e))}})
		if err != nil {
			return fmt.Errorf("make snippets: %w", err)
		}
	}
	sql := fmt.Sprintf("SELECT rowid, snippet(page, 0, '%s', '%s', '…', %d) FROM page WHERE page MATCH ?", hitFrom, hitUntil, snippetWords)
	return x.read(sql, []any{expression}, func(stmt *sqlite.Stmt) error {
		row := &found[stmt.ColumnInt(0)]
		row.Snippet, row.Hits = hits(stmt.ColumnText(1))
		return nil
	})
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
