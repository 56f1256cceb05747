package accounts

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// turn combines the words about one turn.
type turn struct {
	id     domain.TurnID
	words  []int
	end    End
	by     int   // the index of the word that decides how it ended, -1 for none
	class  class // the highest of its words
	began  int64 // the earliest time that is known, 0 for none
	latest int64 // the latest
	back   bool  // it was withdrawn
}

// turnsOf groups words by turn, in the order of the turns' names.
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

// endOf returns how a turn ended, and the index of the word that decides it: of the words of the
// highest class the last of each emitter, of these the most serious, of several the latest.
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

// lastOf returns the words of some that no other of them follows. A word follows another of its
// emitter with a later epoch, or with a greater number in the same epoch.
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
