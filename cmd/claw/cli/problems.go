package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/commands"
)

// listed is how many problems of one sort are listed for people; the document has all.
const listed = 10

// listProblems says which lines were not taken, and why.
func listProblems(p *page, changed []commands.ChangedLine, skipped []commands.SkippedLines, unreadable []commands.UnreadableLine) {
	byReason := map[string]int{}
	for _, s := range skipped {
		byReason[s.Reason] += s.Lines
	}
	reasons := slices.SortedFunc(maps.Keys(byReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(byReason[b], byReason[a]), strings.Compare(a, b))
	})
	var lines []string
	for _, r := range reasons {
		lines = append(lines, fmt.Sprintf("%6d  %s", byReason[r], r))
	}
	p.list("skipped, by reason:", lines)
	lines = nil
	for _, c := range changed {
		lines = append(lines, at(c.File, c.Line)+"said something else when it was imported before")
	}
	p.list("changed:", lines)
	lines = nil
	for _, u := range unreadable {
		lines = append(lines, at(u.File, u.Line)+u.Reason)
	}
	p.list("unreadable:", lines)
}

func at(file string, line int) string {
	switch {
	case line == 0:
		return file + ": "
	case file == "":
		return fmt.Sprintf("line %d: ", line)
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

// list writes a titled list, the first few of it.
func (p *page) list(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	p.line("  %s", title)
	for _, l := range lines[:min(len(lines), listed)] {
		p.line("    %s", l)
	}
	if more := len(lines) - listed; more > 0 {
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
