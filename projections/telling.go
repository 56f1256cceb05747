package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Sources that record one session do not always name its turns alike: a hook does not
// know the transcript's records. A telling is what emitters say that share the name of
// some turn. Of several tellings the one with the most turns counts, of these the one
// that knows how most of them ended, then of most of them when; the others say the same
// in other words, but for turns that began after all that it knows.

// telling returns the names of the turns that count.
func (s *Session) telling() map[string]bool {
	return s.most(s.tellings(), s.knows)
}

// Retold lists the turns that failed of which another telling tells too: of several
// tellings the one that knows of most failures counts, of as many the one that counts. An
// end that names no turn is listed by its event.
func (s *Session) Retold() []string {
	s, nameless := s.joined()
	failed := s.failed()
	if len(failed) < 2 {
		return nil
	}
	tellings := s.tellings()
	if len(tellings) < 2 {
		return nil
	}
	counts := s.most(tellings, func(told map[string]bool) []int {
		n := 0
		for _, id := range failed {
			if told[id] {
				n++
			}
		}
		return append([]int{n}, s.knows(told)...)
	})
	var out []string
	for _, id := range failed {
		if !counts[id] {
			out = append(append(out, id), nameless[id]...)
		}
	}
	return out
}

// failed lists the turns of which somebody told that they failed.
func (s *Session) failed() []string {
	var out []string
	for id, t := range s.Turns {
		if slices.ContainsFunc(t.Ends, func(end Said) bool { return end.Value == string(TurnFailed) }) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// most returns the turns of the telling that weighs most, of as many that of the least
// emitter, and those that began after all that it knows.
func (s *Session) most(tellings map[domain.EmitterID]map[string]bool, weigh func(told map[string]bool) []int) map[string]bool {
	var most domain.EmitterID
	var best []int
	for by, told := range tellings {
		weight := weigh(told)
		if c := cmp.Or(slices.Compare(weight, best), cmp.Compare(most, by)); best == nil || c > 0 {
			most, best = by, weight
		}
	}
	main := tellings[most]
	if len(tellings) > 1 {
		s.addLater(main)
	}
	return main
}

// knows counts the turns of a telling, those that it knows the end of, and the time.
func (s *Session) knows(told map[string]bool) []int {
	return []int{len(told), s.ended(told), s.timed(told)}
}

// ended counts the turns of a telling whose end is recorded.
func (s *Session) ended(told map[string]bool) (n int) {
	for id := range told {
		if len(s.Turns[id].Ends) > 0 {
			n++
		}
	}
	return n
}

// timed counts the turns of a telling of which a time is recorded.
func (s *Session) timed(told map[string]bool) (n int) {
	for id := range told {
		t := s.Turns[id]
		if slices.ContainsFunc(slices.Concat(t.Starts, t.Ends), func(said Said) bool { return said.At.Known() }) {
			n++
		}
	}
	return n
}

// addLater adds the turns that began after everything of those told.
func (s *Session) addLater(told map[string]bool) {
	var end Time
	for id := range told {
		t := s.Turns[id]
		for _, said := range slices.Concat(t.Starts, t.Ends) {
			latest(&end, said.At)
		}
	}
	for id, t := range s.Turns {
		if start := t.Starts.Last(); start != nil && end.Before(start.At) && start.At.Known() {
			told[id] = true
		}
	}
}

// tellings returns the names of the turns that each telling has, by its least emitter.
func (s *Session) tellings() map[domain.EmitterID]map[string]bool {
	group := map[domain.EmitterID]domain.EmitterID{}
	var first func(e domain.EmitterID) domain.EmitterID
	first = func(e domain.EmitterID) domain.EmitterID {
		if group[e] == "" || group[e] == e {
			return e
		}
		return first(group[e])
	}
	for _, t := range s.Turns {
		tellers := t.tellers()
		for _, e := range tellers[1:] {
			a, b := first(tellers[0]), first(e)
			group[max(a, b)] = min(a, b)
		}
	}
	turns := map[domain.EmitterID]map[string]bool{}
	for id, t := range s.Turns {
		by := first(t.tellers()[0])
		if turns[by] == nil {
			turns[by] = map[string]bool{}
		}
		turns[by][id] = true
	}
	return turns
}

// tellers lists who spoke of a turn, at least one.
func (t *Turn) tellers() []domain.EmitterID {
	var out []domain.EmitterID
	for _, said := range slices.Concat(t.Starts, t.Ends) {
		out = append(out, said.Emitter)
	}
	return out
}

// CountOnce counts a set of items, or of events that name none: an event without an
// item may be the item that another source names, so the greater number counts.
func CountOnce(keys []string) int {
	nameless := 0
	for _, key := range keys {
		if strings.HasPrefix(key, eventKey) {
			nameless++
		}
	}
	return max(nameless, len(keys)-nameless)
}
