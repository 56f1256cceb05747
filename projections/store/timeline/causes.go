package timeline

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// passedOver is how many events without an entry are followed from one entry to its causes. It bounds
// the work for a log that was made to be slow; recordings have a few between two entries.
const passedOver = 1000

// caused keeps what an event names as its causes, and which turn it begins.
func caused(n *narrator, e *domain.Event) {
	if len(e.Causes) > 0 {
		n.causes[e.ID] = slices.Clone(e.Causes)
	}
	if e.Kind == domain.KindTurnStarted {
		n.begins[e.ID] = query.TurnKey{Session: e.Session(), Turn: e.Subject.Turn.Value}
	}
}

// nameCauses gives each entry the events of other entries that led to it: the call that it is about, and
// what its events name as their causes. A cause without an entry is replaced by its own causes.
func nameCauses(n *narrator) {
	tells := tellers(n)
	for i := range n.entries {
		at := causesOf(n, i, tells)
		if call, known := n.items[item{n.entries[i].Session, n.entries[i].about}]; known && n.entries[i].about != "" {
			at = append(at, call)
		}
		slices.Sort(at)
		for _, cause := range slices.Compact(at) {
			if events := n.entries[cause].Events; cause != i && len(events) > 0 {
				n.entries[i].Causes = append(n.entries[i].Causes, events[len(events)-1])
			}
		}
	}
}

// tellers finds the entry for each event. The entry for the beginning of a turn is its prompt.
func tellers(n *narrator) map[domain.EventID]int {
	tells := make(map[domain.EventID]int, len(n.entries))
	prompts := map[query.TurnKey]int{}
	for i := len(n.entries) - 1; i >= 0; i-- {
		x := &n.entries[i]
		for _, id := range x.Events {
			tells[id] = i
		}
		if x.Call != nil {
			n.items[item{x.Session, x.Call.Item}] = i // its index now
		}
		if x.What == Prompt {
			prompts[query.TurnKey{Session: x.Session, Turn: x.Turn}] = i
		}
	}
	for id, turn := range n.begins {
		at, prompted := prompts[turn]
		if _, told := tells[id]; prompted && !told {
			tells[id] = at
		}
	}
	return tells
}

// causesOf follows what the events of an entry name as their causes up to the first events that have
// entries, and returns these entries.
func causesOf(n *narrator, entry int, tells map[domain.EventID]int) []int {
	var causes []int
	var next []domain.EventID
	seen := map[domain.EventID]bool{}
	for _, id := range n.entries[entry].Events {
		next = append(next, n.causes[id]...)
	}
	for len(next) > 0 && len(seen) < passedOver {
		id := next[0]
		next = next[1:]
		if seen[id] {
			continue
		}
		seen[id] = true
		if at, told := tells[id]; told {
			causes = append(causes, at)
		} else {
			next = append(next, n.causes[id]...)
		}
	}
	return causes
}
