package accounts

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// turn is what some words say of one turn together.
type turn struct {
	id     domain.TurnID
	words  []int
	end    End
	by     int   // the place of the word that says how it ended, -1 for none
	class  class // the highest of its words
	began  int64 // the earliest time that is known, 0 for none
	latest int64 // the latest
	back   bool  // it was taken back
}

// turnsOf sorts words by the turn that they are about, in the order of its name.
func (r *reading) turnsOf(heard []int) []*turn {
	by := map[domain.TurnID]*turn{}
	var out []*turn
	for _, i := range heard {
		w := &r.words[i]
		t := by[w.Turn]
		if t == nil {
			t = &turn{id: w.Turn, back: r.withdrawn(w.Turn)}
			by[w.Turn] = t
			out = append(out, t)
		}
		t.words = append(t.words, i)
		t.class = max(t.class, w.class())
		if w.At != 0 && (t.began == 0 || w.At < t.began) {
			t.began = w.At
		}
		t.latest = max(t.latest, w.At)
	}
	for _, t := range out {
		t.end, t.by = r.endOf(t.words)
	}
	slices.SortFunc(out, func(a, b *turn) int { return cmp.Compare(a.id, b.id) })
	return out
}

// endOf says how a turn ended, and the place of the word that says so: of the highest
// class, of each emitter the last, of these the most serious, of several the latest.
func (r *reading) endOf(words []int) (End, int) {
	var best class
	for _, i := range words {
		if w := &r.words[i]; w.End != None {
			best = max(best, w.class())
		}
	}
	ends := slices.DeleteFunc(slices.Clone(words), func(i int) bool { return r.words[i].End == None || r.words[i].class() != best })
	by := -1
	for _, i := range r.lastOf(ends) {
		if by < 0 {
			by = i
			continue
		}
		w, held := &r.words[i], &r.words[by]
		if cmp.Or(slices.Index(severity, held.End)-slices.Index(severity, w.End), compareWords(w, held)) > 0 {
			by = i
		}
	}
	if by < 0 {
		return None, by
	}
	return r.words[by].End, by
}

// lastOf returns those of some words that no other of them follows: of one emitter, one
// of a later epoch or of a greater number within the epoch.
func (r *reading) lastOf(some []int) []int {
	type speaker struct {
		emitter domain.EmitterID
		booted  bool // it states its epoch
	}
	last := map[speaker]*Word{}
	key := func(w *Word) speaker { return speaker{w.Emitter, !w.Epoch.IsZero()} }
	for _, i := range some {
		w := &r.words[i]
		if held := last[key(w)]; held == nil || cmp.Or(w.Epoch.Compare(held.Epoch), cmp.Compare(w.Seq, held.Seq)) > 0 {
			last[key(w)] = w
		}
	}
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool {
		w, held := &r.words[i], last[key(&r.words[i])]
		return w.Emitter != "" && (w.Epoch != held.Epoch || w.Seq > 0 && w.Seq < held.Seq)
	})
}
