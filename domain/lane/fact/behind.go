package fact

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// numbering is where the numbers of facts compare.
type numbering struct {
	emitter domain.EmitterID
	epoch   domain.Epoch
	kind    domain.SeqKind
}

func numberingOf(f *Fact) numbering { return numbering{f.Emitter, f.Epoch, f.SeqKind} }

// NotNumberedBefore returns facts, without those of which the emitter gave one of others a greater number.
func NotNumberedBefore(some, others []*Fact) []*Fact {
	return slices.DeleteFunc(slices.Clone(some), func(f *Fact) bool {
		return slices.ContainsFunc(others, func(o *Fact) bool { return isNumberedBefore(f, o) })
	})
}

// isNumberedBefore reports whether one emitter gave f a smaller number than o.
func isNumberedBefore(f, o *Fact) bool {
	return f.Emitter != "" && f.Seq > 0 && numberingOf(f) == numberingOf(o) && f.Seq < o.Seq
}

// Behind returns the facts of calls that follow one of the answers, and of those that no numbering of an
// answer covers: their time relative to the answers cannot be determined.
func Behind(calls, answers []*Fact) (out []*Fact) {
	first := map[numbering]uint64{}
	for _, a := range answers {
		if seq, there := first[numberingOf(a)]; !there || a.Seq < seq {
			first[numberingOf(a)] = a.Seq
		}
	}
	type told struct {
		by   numbering
		item domain.ItemID
	}
	before, times := map[told]bool{}, map[domain.ItemID]int{}
	for _, f := range calls {
		t := told{numberingOf(f), f.Item}
		if seq, numbered := first[t.by]; numbered && f.Seq <= seq && !before[t] {
			before[t] = true
			times[f.Item]++
		}
	}
	for _, f := range calls {
		if seq, numbered := first[numberingOf(f)]; numbered && f.Seq > seq || times[f.Item] < len(first) {
			out = append(out, f)
		}
	}
	return out
}
