package cli

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// column is a column of a table.
type column struct {
	name  string
	right bool // numbers
	// rank says which columns go first when the terminal is narrow: the highest; 0 never goes.
	rank int
	// least is the width below which the column is not squeezed; 0: not squeezed at all.
	least int
}

// cell is a text with a style.
type cell struct {
	text  string
	style style
}

func plain(s string) cell { return cell{text: s} }

// table writes rows under column names. When it is wider than the page, columns
// with a least width shrink, widest first; then columns leave by rank; what is
// left out is named below the table. One that left comes back where those that left after
// it made room enough. Without rows nothing is written.
func (p *page) table(cols []column, rows [][]cell) {
	if len(rows) == 0 {
		return
	}
	for _, row := range rows {
		for i := range row {
			row[i].text = printable(row[i].text)
		}
	}
	keep := make([]int, len(cols))
	for i := range keep {
		keep[i] = i
	}
	widths := naturalWidths(cols, rows)
	var left []int
	for p.width > 0 && !fit(cols, keep, widths, p.width) {
		drop := highestRank(cols, keep)
		if drop < 0 {
			squeeze(keep, widths, p.width)
			break
		}
		left = append(left, keep[drop])
		keep = append(keep[:drop:drop], keep[drop+1:]...)
		widths = naturalWidths(cols, rows)
	}
	for at, i := range slices.Backward(left) {
		if taken(keep, widths)+gutter+widths[i] <= p.width {
			keep = slices.Sorted(slices.Values(append(keep, i)))
			left = slices.Delete(left, at, at+1)
		}
	}
	p.row(cols, keep, widths, header(cols))
	for _, row := range rows {
		p.row(cols, keep, widths, row)
	}
	if len(left) > 0 {
		names := make([]string, len(left))
		for at, i := range left {
			names[at] = strings.ToLower(cols[i].name)
		}
		p.styled(styleDim, "left out here: "+strings.Join(names, ", "))
	}
}

func header(cols []column) []cell {
	cells := make([]cell, len(cols))
	for i, c := range cols {
		cells[i] = cell{c.name, styleDim}
	}
	return cells
}

func naturalWidths(cols []column, rows [][]cell) []int {
	widths := make([]int, len(cols))
	for i, c := range cols {
		widths[i] = runewidth.StringWidth(c.name)
		for _, row := range rows {
			widths[i] = max(widths[i], runewidth.StringWidth(row[i].text))
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
func fit(cols []column, keep, widths []int, width int) bool {
	total := taken(keep, widths)
	for total > width {
		widest := -1
		for _, i := range keep {
			if cols[i].least > 0 && widths[i] > cols[i].least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
		total--
	}
	return true
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

func highestRank(cols []column, keep []int) int {
	best := -1
	for at, i := range keep {
		if cols[i].rank > 0 && (best < 0 || cols[i].rank > cols[keep[best]].rank) {
			best = at
		}
	}
	return best
}

func (p *page) row(cols []column, keep, widths []int, cells []cell) {
	var b strings.Builder
	for at, i := range keep {
		text := runewidth.Truncate(cells[i].text, widths[i], "…")
		pad := strings.Repeat(" ", widths[i]-runewidth.StringWidth(text))
		last := at == len(keep)-1
		switch {
		case cols[i].right:
			b.WriteString(pad + p.paint(cells[i].style, text))
		case last:
			b.WriteString(p.paint(cells[i].style, text))
		default:
			b.WriteString(p.paint(cells[i].style, text) + pad)
		}
		if !last {
			b.WriteString(strings.Repeat(" ", gutter))
		}
	}
	p.raw(strings.TrimRight(b.String(), " ") + "\n")
}
