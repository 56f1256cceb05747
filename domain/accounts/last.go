package accounts

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// lastTurns returns the turns of an account that all who tell of them tell of last; where
// there is none, those that one of them tells of last.
func (r *reading) lastTurns(a *account) []*turn {
	stands := slices.DeleteFunc(slices.Clone(a.turns), func(t *turn) bool { return t.back })
	var words []int
	for _, t := range stands {
		words = append(words, t.words...)
	}
	type teller struct {
		turn    domain.TurnID
		emitter domain.EmitterID
	}
	last, finals := map[teller]bool{}, map[int]bool{}
	for _, i := range r.lastOf(words) {
		last[teller{r.words[i].Turn, r.words[i].Emitter}], finals[i] = true, true
	}
	var ofAll, ofOne []*turn
	for _, t := range stands {
		n := 0
		for _, i := range t.words {
			if last[teller{t.id, r.words[i].Emitter}] {
				n++
			}
		}
		if n == len(t.words) {
			ofAll = append(ofAll, t)
		}
		if n > 0 {
			ofOne = append(ofOne, t)
		}
	}
	if len(ofAll) == 0 {
		return ofOne
	}
	return r.notOvertaken(ofAll, finals)
}

// notOvertaken leaves out the turns that began before another of some last turns did, by one
// who tells of both. finals are the words that no other follows.
func (r *reading) notOvertaken(some []*turn, finals map[int]bool) []*turn {
	earlier := func(i int) bool { return !finals[i] }
	late := map[domain.EmitterID]bool{} // tell of a turn of which nothing is earlier
	for _, t := range some {
		if slices.ContainsFunc(t.words, earlier) {
			continue
		}
		for _, i := range t.words {
			if w := &r.words[i]; w.Emitter != "" && w.Seq > 0 {
				late[w.Emitter] = true
			}
		}
	}
	return slices.DeleteFunc(some, func(t *turn) bool {
		return slices.ContainsFunc(t.words, func(i int) bool { return earlier(i) && late[r.words[i].Emitter] })
	})
}
