package app

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	importing "github.com/clawable/claw/commands/import"
)

// Listed is how many problems of one sort are listed for people; the document has all.
const Listed = 10

// ListProblems lists the lines that were not imported, and why.
func ListProblems(p *term.Page, of *importing.Problems) {
	byReason := map[string]int{}
	for _, s := range of.Skipped {
		byReason[s.Reason] += s.Lines
	}
	reasons := slices.SortedFunc(maps.Keys(byReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(byReason[b], byReason[a]), strings.Compare(a, b))
	})
	listFew(p, "skipped, by reason:", reasons, func(r string) string { return fmt.Sprintf("%6d  %s", byReason[r], r) })
	listFew(p, "corrected:", of.Corrected, func(c importing.CorrectedLine) string {
		return at(c.File, c.Line, c.Row) + "read better than when it was imported before"
	})
	listFew(p, "changed:", of.Changed, func(c importing.ChangedLine) string {
		return at(c.File, c.Line, c.Row) + "said something else when it was imported before"
	})
	listFew(p, "unreadable:", of.Unreadable, func(u importing.UnreadableLine) string { return at(u.File, u.Line, u.Row) + u.Reason })
	listFew(p, "more of the same, not named one by one:", of.LeftOut, func(l importing.LeftOutLines) string {
		return fmt.Sprintf("%s%s %s", at(l.File, 0, ""), term.Many(l.Lines, "line"), l.Fate)
	})
}

// at is the place of a problem, for people: a row is found by its name, regardless of the line.
func at(file string, line int, row string) string {
	switch {
	case row != "":
		return file + ": " + row + ": "
	case line == 0 && file == "":
		return ""
	case line == 0:
		return file + ": "
	case file == "":
		return fmt.Sprintf("line %d: ", line)
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

// listFew writes a title and the first few of a list.
func listFew[T any](p *term.Page, title string, all []T, say func(T) string) {
	if len(all) == 0 {
		return
	}
	p.Line("  %s", title)
	for _, one := range all[:min(len(all), Listed)] {
		p.Line("    %s", say(one))
	}
	if more := len(all) - Listed; more > 0 {
		p.Line("    and %d more (all of them: --json)", more)
	}
}

// JoinWords lists words, with commas.
func JoinWords(words []string) string { return strings.Join(words, ", ") }

// BytesText is a size for people.
func BytesText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	size, exp := float64(n)/unit, 0
	for ; size >= unit && exp < 4; exp++ {
		size /= unit
	}
	return fmt.Sprintf("%.1f %ciB", size, "KMGTP"[exp])
}
