package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// trees are the events of the highest trust that bind a worktree to the lane, and
// what they precede and follow of the events that name one.
type trees struct {
	bindings      []int
	place         map[int]int     // of facts that name a tree, among the related
	before, after causal.Relation // bindings that precede such a fact; that follow it
	among         causal.Relation // bindings that precede each other
}

// bound returns the trees bound to the lane.
func (d *derivation) bound() *trees {
	if d.filed.trees != nil {
		return d.filed.trees
	}
	t := &trees{place: map[int]int{}}
	t.bindings = d.binding((*fact.Fact).Trusted)
	placed := d.where(func(i int, f *fact.Fact) bool {
		return f.Kind == domain.KindBranchWorkspaceMismatch || f.Kind == domain.KindLaneCommitCreated || d.isEnding(i)
	})
	for n, i := range placed {
		t.place[i] = n
	}
	t.before = d.ord.Relate(causal.Singles(t.bindings), causal.Singles(placed))
	t.after = d.ord.Relate(causal.Singles(placed), causal.Singles(t.bindings))
	t.among = d.ord.Relate(causal.Singles(t.bindings), causal.Singles(t.bindings))
	d.filed.trees = t
	return t
}

// binding returns the facts of the highest trust that bind a worktree to the lane, of those
// that may.
func (d *derivation) binding(may func(*fact.Fact) bool) []int {
	return d.strongest(d.where(func(i int, f *fact.Fact) bool {
		switch f.Kind {
		case domain.KindLaneStarted, domain.KindLaneRestarted, domain.KindLaneOwnershipBound:
			return may(f) && !d.void[i] && f.Worktree != ""
		}
		return false
	}))
}

// boundFor returns the worktrees bound for fact i, and whether one of the bindings
// precedes it: of those before it the last, and those without order to it.
func (d *derivation) boundFor(i int) (paths []domain.Path, some bool) {
	t := d.bound()
	at := t.place[i]
	var earlier []int
	for n, b := range t.bindings {
		switch {
		case t.before.Precedes(n, at):
			earlier = append(earlier, n)
		case b != i && !t.after.Precedes(at, n):
			paths = append(paths, d.facts[b].Worktree)
		}
	}
	for _, n := range earlier {
		if !slices.ContainsFunc(earlier, func(next int) bool { return t.among.Precedes(n, next) }) {
			paths = append(paths, d.facts[t.bindings[n]].Worktree)
		}
	}
	return paths, len(earlier) > 0
}
