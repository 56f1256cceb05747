package page

import "fmt"

// arrow leads from the mark of an entry to the mark of one that it led to.
type arrow struct{ Path, Class, Says string }

// maxArrows is how many arrows stay legible. Beyond it only those to what failed, to tests and to approvals
// are drawn; the list names all causes.
const maxArrows = 150

// markGap is how far from the middle of a mark an arrow begins and ends, in pixels.
const markGap = 7

// nameCauses fills in, for each entry, the entries that led to it, as far as the page shows them. That a
// prompt led to the end of its turn is not named: a turn is drawn as one.
func nameCauses(entries []entry) {
	tells := map[string]int{}
	for i := range entries {
		for _, id := range entries[i].Events {
			tells[id] = i
		}
	}
	for i := range entries {
		e := &entries[i]
		for _, id := range e.Causes {
			at, told := tells[id]
			if !told || entries[at].What == "prompt" && e.What == "turn" && entries[at].Turn == e.Turn {
				continue
			}
			e.Because = append(e.Because, because{at, entries[at].name()})
		}
	}
}

// arrows are the causes of entries between their marks.
func arrows(entries []entry, marks []mark) []arrow {
	total := 0
	for i := range entries {
		total += len(entries[i].Because)
	}
	var out []arrow
	for i := range entries {
		e := &entries[i]
		matters := e.Failed || e.What == "test" || e.What == "check" || e.What == "approval"
		if total > maxArrows && !matters {
			continue
		}
		for _, b := range e.Because {
			a := arrow{arc(marks[b.Entry], marks[i]), "arrow", b.Says + " → " + e.name()}
			if e.Failed {
				a.Class += " failed"
			}
			out = append(out, a)
		}
	}
	return out
}

// arc returns the path of an arrow: straight between bands, and bowed where both marks are in one band.
func arc(from, to mark) string {
	if from.Y == to.Y {
		bow := from.Y - bandHeight/2
		return fmt.Sprintf("M%d %dQ%d %d %d %d", from.X, from.Y-markGap, (from.X+to.X)/2, bow-markGap, to.X, to.Y-markGap)
	}
	down := markGap
	if to.Y < from.Y {
		down = -markGap
	}
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", from.X, from.Y+down, from.X, (from.Y+to.Y)/2, to.X, (from.Y+to.Y)/2, to.X, to.Y-down)
}
