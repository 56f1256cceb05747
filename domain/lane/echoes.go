package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// boot is one boot of one emitter.
type boot struct {
	emitter domain.EmitterID
	epoch   domain.Epoch
}

// fenceAttempts moves what a replaced boot says to before the attempt that replaced it.
func fenceAttempts(d *derivation) {
	fencing := d.where(func(o int, f *fact.Fact) bool { return d.opens[o] > 1 && len(f.Payload.Fences) > 0 })
	if len(fencing) == 0 {
		return
	}
	boots := map[boot][]int{}
	for i, f := range d.facts {
		boots[boot{f.Emitter, f.Epoch}] = append(boots[boot{f.Emitter, f.Epoch}], i)
	}
	for _, o := range fencing {
		for _, fence := range d.facts[o].Payload.Fences {
			for _, i := range boots[boot{fence.Emitter, fence.Epoch}] {
				if d.opens[i] == 0 && d.facts[i].Rank() <= d.facts[o].Rank() {
					d.attempt[i] = min(d.attempt[i], d.opens[o]-1)
				}
			}
		}
	}
}

// adoptEchoes gives an ending that is not ordered to a later attempt's opening,
// and says what an ending of that attempt says, to the latest such attempt: it is
// a repeat. One whose like was said in its own attempt stays there.
func adoptEchoes(d *derivation) {
	if d.top == 1 {
		return
	}
	d.adopted = map[int]bool{}
	var loose []echo
	for _, c := range d.facts.claims(d.where(func(i int, _ *fact.Fact) bool { return d.isEnding(i) })) {
		loose = append(loose, isLoose(d, c)...)
	}
	endings := make([]int, len(loose))
	for n, e := range loose {
		endings[n] = e.ending
	}
	openers := make([][]int, d.top+1)
	for i, a := range d.opens {
		openers[a] = append(openers[a], i)
	}
	openers[0] = nil // what opens nothing
	related := d.ord.Relate(causal.Singles(endings), openers)
	for n, e := range loose {
		for _, a := range e.said {
			if !related.Precedes(n, a) {
				d.attempt[e.ending], d.adopted[e.ending] = a, true
				break
			}
		}
	}
}

// echo is an ending and the later attempts in which the same was said, from the latest.
type echo struct {
	ending int
	said   []int
}

// isLoose returns the endings of a claim that may be echoes: nothing of the claim that
// was said in their attempt precedes the opening of the next.
func isLoose(d *derivation, c *claim) []echo {
	said, anchored := []int{}, map[int]bool{}
	for _, i := range c.facts {
		a := d.attempt[i]
		said = append(said, a)
		anchored[a] = anchored[a] || a < d.top && d.reopened(i) == a+1
	}
	slices.Sort(said)
	said = slices.Compact(said)
	slices.Reverse(said)
	var out []echo
	for _, i := range c.facts {
		if later, _ := slices.BinarySearchFunc(said, d.attempt[i], func(s, a int) int { return a - s }); later > 0 && !anchored[d.attempt[i]] {
			out = append(out, echo{i, said[:later]})
		}
	}
	return out
}

// echoed adds to endings that were adopted one that they repeat.
func echoed(d *derivation, some []int) []int {
	out := slices.Clone(some)
	for _, i := range some {
		if !d.adopted[i] {
			continue
		}
		first := d.where(func(o int, f *fact.Fact) bool {
			return d.attempt[o] == d.attempt[i] && d.isEnding(o) && !d.adopted[o] && claimText(f) == claimText(d.facts[i])
		})
		out = append(out, first[:min(1, len(first))]...)
	}
	return out
}
