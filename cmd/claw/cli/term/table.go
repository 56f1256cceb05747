package term

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// Column is a column of a table.
type Column struct {
	Name  string
	Right bool // numbers
	// rank says which columns go first when the terminal is narrow: the highest; 0 never goes.
	Rank int
	// least is the width below which the column is not squeezed; 0: not squeezed at all.
	Least int
	// Yields means that the column shrinks to Least before others do.
	Yields bool
	// Optional means that the column is shown only when a row has a value in it.
	Optional bool
}

// Cell is a text with a style.
type Cell struct {
	Text  string
	Style Style
	// Tail means that a cell of a table keeps its end where it is too long, as of a path.
	Tail bool
}

// Styled is a cell in a style.
func Styled(text string, s Style) Cell { return Cell{Text: text, Style: s} }

// Plain is a cell without a style.
func Plain(s string) Cell { return Cell{Text: s} }

// Table writes rows under column names. When it is wider than the page, columns
// with a least width shrink, those that yield first, widest first; then columns leave by rank; what is
// left out is named below the table. One that left comes back where those that left after
// it made room enough. Without rows nothing is written.
func (p *Page) Table(cols []Column, rows [][]Cell) {
	if len(rows) == 0 {
		return
	}
	for _, row := range rows {
		for i := range row {
			row[i].Text = cell(row[i].Text)
		}
	}
	keep := make([]int, 0, len(cols))
	for i := range cols {
		if !cols[i].Optional || slices.ContainsFunc(rows, func(row []Cell) bool { return row[i].Text != "" }) {
			keep = append(keep, i)
		}
	}
	widths := naturalWidths(cols, rows)
	var left []int
	for p.Width > 0 && !fit(cols, keep, widths, p.Width) {
		drop := highestRank(cols, keep)
		if drop < 0 {
			squeeze(keep, widths, p.Width)
			break
		}
		left = append(left, keep[drop])
		keep = append(keep[:drop:drop], keep[drop+1:]...)
		widths = naturalWidths(cols, rows)
	}
	for at, i := range slices.Backward(left) {
		if taken(keep, widths)+gutter+widths[i] <= p.Width {
			keep = slices.Sorted(slices.Values(append(keep, i)))
			left = slices.Delete(left, at, at+1)
		}
	}
	writeRow(p, cols, keep, widths, header(cols))
	for _, row := range rows {
		writeRow(p, cols, keep, widths, row)
	}
	if len(left) > 0 {
		names := make([]string, len(left))
		for at, i := range left {
			names[at] = strings.ToLower(cols[i].Name)
		}
		p.Styled(StyleDim, "left out here: "+strings.Join(names, ", "))
	}
}

func header(cols []Column) []Cell {
	cells := make([]Cell, len(cols))
	for i, c := range cols {
		cells[i] = Cell{Text: c.Name, Style: StyleDim}
	}
	return cells
}

func naturalWidths(cols []Column, rows [][]Cell) []int {
	widths := make([]int, len(cols))
	for i, c := range cols {
		widths[i] = runewidth.StringWidth(c.Name)
		for _, row := range rows {
			widths[i] = max(widths[i], runewidth.StringWidth(row[i].Text))
		}
	}
	return widths
}

const gutter = 2

// taken is the width of a row of the columns that are kept.
func taken(keep, widths []int) int {
	total := -gutter
	for _, i := range keep {
		total += widths[i] + gutter
	}
	return total
}

// fit squeezes the columns that may shrink and reports whether all fit then.
func fit(cols []Column, keep, widths []int, width int) bool {
	total := taken(keep, widths)
	for total > width {
		widest := widestOf(cols, keep, widths, true)
		if widest < 0 {
			widest = widestOf(cols, keep, widths, false)
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
		total--
	}
	return true
}

// widestOf is the widest column that may shrink, of those that yield or of all; -1 for none.
func widestOf(cols []Column, keep, widths []int, yields bool) int {
	widest := -1
	for _, i := range keep {
		if cols[i].Least > 0 && widths[i] > cols[i].Least && (cols[i].Yields || !yields) && (widest < 0 || widths[i] > widths[widest]) {
			widest = i
		}
	}
	return widest
}

// squeeze makes columns that may not shrink fit all the same, the widest first.
func squeeze(keep, widths []int, width int) {
	for total := taken(keep, widths); total > width; total-- {
		widest := keep[0]
		for _, i := range keep {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		widths[widest]--
	}
}

func highestRank(cols []Column, keep []int) int {
	best := -1
	for at, i := range keep {
		if cols[i].Rank > 0 && (best < 0 || cols[i].Rank > cols[keep[best]].Rank) {
			best = at
		}
	}
	return best
}

// within is the text of a cell in a width; a mark stands where it is cut.
func (c Cell) within(width int) string {
	over := runewidth.StringWidth(c.Text) - width
	if !c.Tail || over <= 0 {
		return runewidth.Truncate(c.Text, width, "…")
	}
	return runewidth.Truncate("…"+runewidth.TruncateLeft(c.Text, over+1, ""), width, "")
}

func writeRow(p *Page, cols []Column, keep, widths []int, cells []Cell) {
	var b strings.Builder
	for at, i := range keep {
		text := cells[i].within(widths[i])
		pad := strings.Repeat(" ", widths[i]-runewidth.StringWidth(text))
		last := at == len(keep)-1
		switch {
		case cols[i].Right:
			b.WriteString(pad + p.Paint(cells[i].Style, text))
		case last:
			b.WriteString(p.Paint(cells[i].Style, text))
		default:
			b.WriteString(p.Paint(cells[i].Style, text) + pad)
		}
		if !last {
			b.WriteString(strings.Repeat(" ", gutter))
		}
	}
	p.Raw(strings.TrimRight(b.String(), " ") + "\n")
}
