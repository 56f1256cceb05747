package top

import (
	"slices"
	"strings"
)

// list is the lanes on the screen: which of the board, and which of them the cursor is on.
type list struct {
	rows    []int    // of the board, in its order
	lines   []string // one a row
	head    string   // the names of the columns
	at, top int      // indexes of rows: the cursor, and the first on the screen
	lane    string   // under the cursor, "" for none
	words   string   // that rows must hold
	needs   bool     // only lanes that need a person
	failed  bool     // only lanes that failed
}

// isFiltered reports whether lanes are left out.
func (l *list) isFiltered() bool { return l.words != "" || l.needs || l.failed }

// shows reports whether a row passes the filters: each word is in it.
func (l *list) shows(r *Row) bool {
	if l.needs && !r.NeedsPerson || l.failed && !r.Failed {
		return false
	}
	for _, word := range strings.Fields(strings.ToLower(l.words)) {
		if !strings.Contains(r.Words, word) {
			return false
		}
	}
	return true
}

// arrange takes the rows of a board. The cursor stays on its lane, which stays on its line of the screen; where
// the lane is gone, the cursor stays where it is.
func (l *list) arrange(b *Board, width, height int) {
	l.rows = l.rows[:0]
	for i := range b.Rows {
		if l.shows(&b.Rows[i]) {
			l.rows = append(l.rows, i)
		}
	}
	lines := b.Table(width, l.rows)
	l.head, l.lines = "", nil
	if len(l.rows) > 0 && len(lines) > len(l.rows) {
		l.head, l.lines = lines[0], lines[1:len(l.rows)+1]
	}
	if now := slices.IndexFunc(l.rows, func(i int) bool { return b.Rows[i].Lane == l.lane }); now >= 0 {
		l.top, l.at = l.top+now-l.at, now
	}
	l.move(b, 0, height)
}

// move moves the cursor by some rows, and the screen with it.
func (l *list) move(b *Board, by, height int) {
	n := len(l.rows)
	l.at = min(max(l.at+by, 0), max(n-1, 0))
	l.top = min(l.top, l.at, max(n-height, 0))
	l.top = max(l.top, l.at-height+1, 0)
	l.lane = ""
	if n > 0 {
		l.lane = b.Rows[l.rows[l.at]].Lane
	}
}

// row is the row under the cursor, nil for none.
func (l *list) row(b *Board) *Row {
	if len(l.rows) == 0 {
		return nil
	}
	return &b.Rows[l.rows[l.at]]
}
