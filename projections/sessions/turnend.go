package sessions

import (
	"maps"
	"slices"

	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/values"
)

// joined returns the turns with each end that names no turn put to the turn that it
// ends, and the names that those ends had as turns of their own, sorted, by the turn.
//
// Such an end is of the turn that its emitter started last before it, so that the turns
// before that one stay as they are. It is a turn of its own where its emitter started
// none, or several of which none is known to be the last.
func (all Turns) joined() (joined Turns, from map[string][]string) {
	ends := all.namelessEnds()
	if len(ends) == 0 {
		return all, nil
	}
	joined, from = maps.Clone(all), map[string][]string{}
	for _, name := range ends {
		end := all[name].Ends[0]
		id := lastBefore(all.startsOf(end.Emitter), &end)
		if id == "" {
			continue
		}
		t := joined[id]
		t.Ends = slices.Clone(t.Ends)
		t.Ends.Add(end)
		joined[id] = t
		delete(joined, name)
		from[id] = append(from[id], name)
	}
	return joined, from
}

// JoinedTurns are the turns of the session, where an end that names no turn is one of the
// turn that it ends.
func (s *Session) JoinedTurns() Turns {
	joined, _ := s.Turns.joined()
	return joined
}

// namelessEnds lists the turns that are only an end, of an event that names no turn.
func (all Turns) namelessEnds() (ends []string) {
	for id, t := range all {
		if entitykey.NamesEvent(id) && len(t.Starts) == 0 && len(t.Ends) == 1 {
			ends = append(ends, id)
		}
	}
	slices.Sort(ends)
	return ends
}

// lastBefore returns the turn of the last of an emitter's starts, in their order, that comes
// before an end; "" when none is known to.
func lastBefore(starts []startOf, end *values.Said) string {
	n := 0
	for n < len(starts) && before(&starts[n].Said, end) {
		n++
	}
	switch {
	case n == 0, starts[n-1].Seq == 0, end.Seq == 0:
		return ""
	case n > 1 && !before(&starts[n-2].Said, &starts[n-1].Said):
		return ""
	}
	return starts[n-1].turn
}
