package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// opening returns what makes the highest attempt that attempt: its openers, the ends that
// these came after, and the openers of the attempts before.
func (d *derivation) opening() []int {
	out := d.where(func(i int, _ *fact.Fact) bool { return d.opens[i] == d.top })
	seen := map[int]bool{}
	for n := 0; n < len(out); n++ {
		if i := out[n]; !seen[i] {
			seen[i] = true
			out = append(out, openedBy(d, i)...)
		}
	}
	return append(out, unheardAmong(d, out)...)
}

// unheardAmong returns the openers that lie between some facts and are not heard, and the
// events for which they are not.
func unheardAmong(d *derivation, some []int) (out []int) {
	if len(d.voidBy) == 0 {
		return nil
	}
	between := d.ord.Between(some)
	for i, by := range d.voidBy {
		if between(i) {
			out = append(out, i, by)
		}
	}
	return out
}

// openedBy returns what opener or end i came after: an opener of the attempt before, and
// the ends without which i would open nothing.
func openedBy(d *derivation, i int) (out []int) {
	before, f := d.before[i], d.facts[i]
	if d.opens[i] == 1 || d.opens[i] == 0 && before.opened < 2 {
		return nil
	}
	if before.opened > 1 || f.Kind == domain.KindLaneStarted && before.opened > 0 {
		out = append(out, before.openedBy)
	}
	if d.opens[i] == 0 || f.Kind == domain.KindLaneRestarted || f.Kind == domain.KindLaneStarted && before.opened > 0 {
		return out
	}
	if r := before.endedFor(f); r >= 0 {
		out = append(out, before.endedBy[r])
	}
	if f.Kind == domain.KindTurnStarted {
		for _, c := range f.Causes {
			out = append(out, endsCalled(d, c)...)
		}
	}
	return out
}

// endsCalled returns the ends with an id.
func endsCalled(d *derivation, id domain.EventID) (out []int) {
	at, _ := slices.BinarySearchFunc(d.facts, id, func(f *fact.Fact, id domain.EventID) int { return f.ID.Compare(id) })
	for ; at < len(d.facts) && d.facts[at].ID == id; at++ {
		if d.ends(at) {
			out = append(out, at)
		}
	}
	return out
}
