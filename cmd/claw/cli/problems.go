package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	importing "github.com/clawable/claw/commands/import"
)

// listed is how many problems of one sort are listed for people; the document has all.
const listed = 10

// listProblems says which lines were not taken, and why.
func listProblems(p *page, of *importing.Problems) {
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
		return fmt.Sprintf("%s%s %s", at(l.File, 0, ""), many(l.Lines, "line"), l.Fate)
	})
}

// at is where a problem is, for people: a row is found by its name, whatever line it is.
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

// listFew writes a titled list, the first few of it.
func listFew[T any](p *page, title string, all []T, say func(T) string) {
	if len(all) == 0 {
		return
	}
	p.line("  %s", title)
	for _, one := range all[:min(len(all), listed)] {
		p.line("    %s", say(one))
	}
	if more := len(all) - listed; more > 0 {
		p.line("    and %d more (all of them: --json)", more)
	}
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

// bytesText is a size for people.
func bytesText(n int64) string {
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
