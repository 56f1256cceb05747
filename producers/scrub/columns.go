package scrub

import "bytes"

// Limits of what is taken for a table.
const (
	longestHeader = 1024
	longestRow    = 8192
	mostColumns   = 64
)

// lines is a range of a text.
type lines struct{ start, end int }

func (l *lines) hold(at int) bool { return l.start <= at && at < l.end }

// table is the lines under a header of which a name is a cell.
type table struct {
	text   []byte
	at     int // next row
	sep    byte
	column int
	width  int
}

// tableOf reads the header in which the name is a whole cell: name,token,role. Cells are
// separated by a comma, a semicolon, a bar, a tab or, as S, two blanks and more.
func tableOf(text []byte, n secretName) (table, bool) {
	after := cursor{text: text, at: n.end}
	after.quote()
	if !after.any(",;|\t\r\n") && (!after.any(" ") || !after.any(" |")) {
		return table{}, false
	}
	from := max(0, n.start-longestHeader)
	start := from + bytes.LastIndexByte(text[from:n.start], '\n') + 1
	rest := text[n.end:min(len(text), n.end+longestHeader)]
	length := bytes.IndexByte(rest, '\n')
	if length < 0 || start == 0 && from > 0 {
		return table{}, false
	}
	header := text[start : n.end+length]
	for _, sep := range []byte{',', ';', '|', '\t', 'S'} {
		if t := (table{text: text, at: n.end + length + 1, sep: sep, column: -1}); t.reads(header, n.start-start, n.end-start) {
			return t, true
		}
	}
	return table{}, false
}

// reads reports whether header is one, with the name that it holds from start until end as a cell.
func (t *table) reads(header []byte, start, end int) bool {
	for at := 0; at <= len(header); t.width++ {
		from, until, next := t.cell(header, at)
		if until-from > 40 || bytes.ContainsAny(header[from:until], `=:(){}[]<>@/\`) {
			return false
		}
		if from <= start && end <= until {
			if t.column = t.width; until != end {
				return false
			}
		}
		at = next
	}
	return t.column >= 0 && t.width > 1 && t.width <= mostColumns
}

// cell is the range of the cell at index at of a line without its quotes and blanks, and the
// index at which the next one begins.
func (t *table) cell(line []byte, at int) (from, until, next int) {
	until = len(line)
	next = until + 1
	search := at
	if rest := bytes.TrimLeft(line[min(at, len(line)):], ` "`); bytes.HasPrefix(rest, []byte(markerHead)) {
		search = len(line) - len(rest) + max(0, bytes.Index(rest, []byte(markerTail)))
	} else if at < len(line) && line[at] == '"' {
		if n := bytes.IndexByte(line[at+1:], '"'); n >= 0 {
			search = at + 1 + n
		}
	}
	sep := []byte{t.sep}
	if t.sep == 'S' {
		sep = []byte("  ")
	}
	if n := bytes.Index(line[search:], sep); n >= 0 {
		until = search + n
		for next = until + len(sep); t.sep == 'S' && next < len(line) && line[next] == ' '; next++ {
			continue
		}
	}
	from = at
	for from < until && bytes.IndexByte([]byte(" \"'\r`"), line[from]) >= 0 {
		from++
	}
	for until > from && bytes.IndexByte([]byte(" \"'\r`"), line[until-1]) >= 0 {
		until--
	}
	return from, until, next
}

// next returns the cell of the table's column in its next row. It is false behind the last row,
// which is the one before a line with another number of cells.
func (t *table) next() (value, bool) {
	if t.at >= len(t.text) {
		return value{}, false
	}
	line := t.text[t.at:min(len(t.text), t.at+longestRow)]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	var v value
	width := 0
	for at := 0; at <= len(line); width++ {
		from, until, next := t.cell(line, at)
		if width == t.column {
			v = value{start: t.at + from, end: t.at + until, quoted: true, strict: true}
		}
		at = next
	}
	if width != t.width {
		return v, false
	}
	t.at += len(line) + 1
	return v, true
}

// inColumn appends the secrets of the table in whose header a name is a cell.
// The rows of a table are not treated as headers.
func (s *ruleSet) inColumn(found []span, rows *lines, r *rule, text []byte, n secretName) []span {
	if rows.hold(n.start) {
		return found
	}
	t, ok := tableOf(text, n)
	if ok {
		rows.start = t.at
		defer func() { rows.end = t.at }()
	}
	for ok {
		var v value
		if v, ok = t.next(); ok && v.start < v.end && n.believed(text, v) {
			found = append(found, span{v.start, v.end, r})
		}
	}
	return found
}
