package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// telling is what recordings of one session that share the name of a turn say of its
// turns: two that name them otherwise tell of the same work twice (rule 5.tellings).
type telling struct {
	turns map[domain.TurnID][]int
	ends  map[Result]int // how many turns came to which end; those left open are in none
	last  []domain.TurnID
}

// retold are the last turns of the tellings of a session that say no more than another.
type retold map[domain.SessionID][]domain.TurnID

// toldOnce leaves out the turns of recordings that say no more than another recording of
// the session, from facts of one trust that all are recorded or all are live.
func (d *derivation) toldOnce(some []int) ([]int, retold) {
	if len(some) == 0 || !d.facts[some[0]].Imported {
		return some, nil
	}
	sessions := map[domain.SessionID][]int{}
	for _, i := range some {
		sessions[d.facts[i].Session] = append(sessions[d.facts[i].Session], i)
	}
	out, left := map[turnKey]bool{}, retold{}
	for session, facts := range sessions {
		all := d.tellings(facts)
		for _, t := range all {
			if !slices.ContainsFunc(all, func(o *telling) bool { return t.saysLess(o) }) {
				continue
			}
			left[session] = append(left[session], t.last...)
			for id := range t.turns {
				out[turnKey{session, id}] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return out[d.turnKey(i)] }), left
}

// tellings sorts the facts of a session's turns by who tells of them; nil where one
// emitter tells of all.
func (d *derivation) tellings(facts []int) []*telling {
	one := d.facts[facts[0]].Emitter
	if !slices.ContainsFunc(facts, func(i int) bool { return d.facts[i].Emitter != one }) {
		return nil
	}
	tellers := newTellers()
	for _, i := range facts {
		tellers.hear(d.facts[i].Emitter, d.facts[i].Turn)
	}
	groups := map[domain.EmitterID][]int{}
	for _, i := range facts {
		if f := d.facts[i]; f.Turn != "" {
			groups[tellers.first(f.Emitter)] = append(groups[tellers.first(f.Emitter)], i)
		}
	}
	var out []*telling
	for _, group := range groups {
		out = append(out, d.telling(group))
	}
	return out
}

// telling sums up what is told by some facts.
func (d *derivation) telling(facts []int) *telling {
	t := &telling{turns: map[domain.TurnID][]int{}, ends: map[Result]int{}}
	for _, i := range facts {
		t.turns[d.facts[i].Turn] = append(t.turns[d.facts[i].Turn], i)
	}
	for _, told := range t.turns {
		ends := slices.DeleteFunc(slices.Clone(told), func(i int) bool { return d.facts[i].Kind == "turn.started" })
		if results := d.endsOf(d.ord.last(ends)); len(results) > 0 {
			t.ends[oneResult(results)]++
		}
	}
	for _, last := range d.lastOf(facts, facts) {
		t.last = append(t.last, last.id)
	}
	return t
}

// saysLess reports whether another telling has all that t has, and more, or the same in
// an order where t has less of one.
func (t *telling) saysLess(o *telling) bool {
	return t != o && t.within(o) && (!o.within(t) || len(o.last) < len(t.last))
}

// within reports whether t tells of no more turns than another telling, and of no kind of
// end more often.
func (t *telling) within(o *telling) bool {
	for end, n := range t.ends {
		if n > o.ends[end] {
			return false
		}
	}
	return len(t.turns) <= len(o.turns)
}

// tellers joins the emitters that name a turn alike.
type tellers struct {
	said map[domain.EmitterID]domain.EmitterID // emitter → one that it is joined to, itself at last
	of   map[domain.TurnID]domain.EmitterID    // turn → one that tells of it
}

func newTellers() tellers {
	return tellers{map[domain.EmitterID]domain.EmitterID{}, map[domain.TurnID]domain.EmitterID{}}
}

// hear notes that an emitter tells of a turn, if the turn has a name.
func (t tellers) hear(e domain.EmitterID, turn domain.TurnID) {
	if turn == "" {
		return
	}
	if _, known := t.said[e]; !known {
		t.said[e] = e
	}
	if other, known := t.of[turn]; known {
		t.said[t.first(e)] = t.first(other)
	}
	t.of[turn] = e
}

// first is the one that stands for all that e is joined to.
func (t tellers) first(e domain.EmitterID) domain.EmitterID {
	for t.said[e] != e {
		e = t.said[e]
	}
	return e
}
