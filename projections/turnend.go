package projections

import (
	"maps"
	"slices"
	"strings"
)

// joined returns the session with each end that names no turn put to the turn that it
// ends, and the names that those ends had as turns of their own, sorted, by the turn.
//
// Such an end is of the turn that its emitter started last before it, so that the turns
// before that one stay as they are. It is a turn of its own where its emitter started
// none, or several of which none is known to be the last.
func (s *Session) joined() (all *Session, from map[string][]string) {
	ends := s.namelessEnds()
	if len(ends) == 0 {
		return s, nil
	}
	out := *s
	out.Turns, from = maps.Clone(s.Turns), map[string][]string{}
	for _, name := range ends {
		end := s.Turns[name].Ends[0]
		id := lastBefore(s.startsOf(end.Emitter), &end)
		if id == "" {
			continue
		}
		t := out.Turns[id]
		t.Ends = slices.Clone(t.Ends)
		t.Ends.add(end)
		out.Turns[id] = t
		delete(out.Turns, name)
		from[id] = append(from[id], name)
	}
	return &out, from
}

// JoinedTurns are the turns of the session, where an end that names no turn is one of the
// turn that it ends.
func (s *Session) JoinedTurns() map[string]Turn {
	all, _ := s.joined()
	return all.Turns
}

// namelessEnds lists the turns that are only an end, of an event that names no turn.
func (s *Session) namelessEnds() (ends []string) {
	for id, t := range s.Turns {
		if strings.HasPrefix(id, eventKey) && len(t.Starts) == 0 && len(t.Ends) == 1 {
			ends = append(ends, id)
		}
	}
	slices.Sort(ends)
	return ends
}

// lastBefore returns the turn of the last of an emitter's starts, in their order, that comes
// before an end; "" when none is known to.
func lastBefore(starts []startOf, end *Said) string {
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
