package lane

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// claim is one or more equal endings: the same kind and the same material payload.
type claim struct {
	kind     domain.Kind
	class    domain.FailureClass
	material []byte
	facts    []int // by id
}

// claims groups endings into claims, sorted by kind and payload: the order does not depend on ids.
func (fs factList) claims(some []int) []*claim {
	byContent := map[string]*claim{}
	var out []*claim
	for _, i := range some {
		f := fs[i]
		k := claimText(f)
		c := byContent[k]
		if c == nil {
			c = &claim{kind: f.Kind, class: classOf(f), material: f.Payload.Material}
			byContent[k] = c
			out = append(out, c)
		}
		c.facts = append(c.facts, i)
	}
	sortClaims(out)
	for _, c := range out {
		fs.byID(c.facts)
	}
	return out
}

// claimText returns a text that is equal for equal endings: kind and material payload.
func claimText(f *fact.Fact) string { return string(f.Kind) + "\x00" + string(f.Payload.Material) }

// sortClaims sorts by kind and payload.
func sortClaims(some []*claim) {
	slices.SortFunc(some, func(a, b *claim) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), bytes.Compare(a.material, b.material))
	})
}

// equals reports whether two claims say the same.
func (c *claim) equals(o *claim) bool { return c.kind == o.kind && bytes.Equal(c.material, o.material) }

// standingClaims returns the claims that stand. Y overrules X when some event of Y
// follows one of X, and none of X follows that. X stands when every claim that
// overrules it, directly or through others, is overruled by it in the same way.
// So a repeat of an overruled claim, by an emitter that saw nothing else, contests nothing.
func standingClaims(ord *causal.Order, all []*claim) []*claim {
	if len(all) < 2 {
		return all
	}
	o := causal.FromEdges(overruling(ord, all))
	every := make([]int, len(all))
	for i := range every {
		every[i] = i
	}
	var out []*claim
	for _, i := range o.First(every) {
		out = append(out, all[i])
	}
	return out
}

// overruling returns for each claim which claims it overrules.
func overruling(ord *causal.Order, all []*claim) [][]int {
	edges := make([][]int, len(all))
	whole := make([][]int, len(all))
	var every, of []int // facts of all claims, and whose each is
	for y, c := range all {
		whole[y] = c.facts
		every = append(every, c.facts...)
		for range c.facts {
			of = append(of, y)
		}
	}
	after, before := ord.Relate(whole, causal.Singles(every)), ord.Relate(causal.Singles(every), whole)
	for n, y := range of {
		for x := range all {
			if x != y && after.Precedes(x, n) && !before.Precedes(n, x) {
				edges[y] = append(edges[y], x)
			}
		}
	}
	return edges
}

// byID sorts facts by id.
func (fs factList) byID(some []int) {
	slices.SortStableFunc(some, func(a, b int) int { return fs[a].ID.Compare(fs[b].ID) })
}

// classOf returns the failure class of a failure: unknown when it is erased, absent or not known to
// this program.
func classOf(f *fact.Fact) domain.FailureClass {
	if f.Kind != domain.KindLaneFailed {
		return ""
	}
	return knownClass(f.Payload.Class)
}

func knownClass(c domain.FailureClass) domain.FailureClass {
	if slices.Contains(c.Enum(), string(c)) {
		return c
	}
	return domain.FailUnknown
}

// result returns the status that an ending of a kind claims.
func result(kind domain.Kind) Result {
	switch kind {
	case domain.KindLaneFinished:
		return ResultFinished
	case domain.KindLaneFailed:
		return ResultFailed
	}
	return ResultCanceled
}
