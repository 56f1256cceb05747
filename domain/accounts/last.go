package accounts

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// lastTurns returns the turns of an account that are the last of every emitter that records them;
// where there is none, those that are the last of one emitter.
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

// notOvertaken returns turns, without those that another of the last turns follows: by an emitter
// that records both, a word of the one precedes a word of the other and none the other way. finals
// are the words that no other follows.
func (r *reading) notOvertaken(some []*turn, finals map[int]bool) []*turn {
	var out []*turn
	for _, t := range some {
		leads := slices.ContainsFunc(t.words, func(i int) bool { return !finals[i] })
		if !leads || !slices.ContainsFunc(some, func(o *turn) bool { return o != t && r.leads(t, o) && !r.leads(o, t) }) {
			out = append(out, t)
		}
	}
	return out
}

// leads reports whether one emitter numbers a word of a turn before a word of another.
func (r *reading) leads(t, o *turn) bool {
	return slices.ContainsFunc(t.words, func(i int) bool {
		return slices.ContainsFunc(o.words, func(k int) bool { return r.words[i].precedes(&r.words[k]) })
	})
}

// precedes reports whether one emitter numbers w before o.
func (w *Word) precedes(o *Word) bool {
	if w.Emitter == "" || w.Emitter != o.Emitter || w.Epoch.IsZero() != o.Epoch.IsZero() {
		return false
	}
	return cmp.Or(w.Epoch.Compare(o.Epoch), w.compareNumber(o)) < 0
}

// compareNumber compares numbers; an unknown number equals every number.
func (w *Word) compareNumber(o *Word) int {
	if w.Seq == 0 || o.Seq == 0 {
		return 0
	}
	return cmp.Compare(w.Seq, o.Seq)
}
