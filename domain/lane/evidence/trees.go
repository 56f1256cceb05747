package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// trees holds the facts of the highest trust that bind a worktree to the lane, and their order
// relative to the facts that name a worktree.
type trees struct {
	bindings      []int
	place         map[int]int     // of facts that name a tree, among the related
	before, after causal.Relation // bindings that precede such a fact; that follow it
	among         causal.Relation // bindings that precede each other
}

// bound returns the trees bound to the lane.
func (l *Lane) bound() *trees {
	if l.cached.trees != nil {
		return l.cached.trees
	}
	t := &trees{place: map[int]int{}}
	t.bindings = l.Bindings((*fact.Fact).Trusted)
	placed := l.where(func(i int, f *fact.Fact) bool {
		return f.Kind == domain.KindBranchWorkspaceMismatch || f.Kind == domain.KindLaneCommitCreated || l.isEnding(i)
	})
	for n, i := range placed {
		t.place[i] = n
	}
	t.before = l.order.Relate(causal.Singles(t.bindings), causal.Singles(placed))
	t.after = l.order.Relate(causal.Singles(placed), causal.Singles(t.bindings))
	t.among = l.order.Relate(causal.Singles(t.bindings), causal.Singles(t.bindings))
	l.cached.trees = t
	return t
}

// Bindings returns the facts of the highest trust that bind a worktree to the lane, of those
// that may.
func (l *Lane) Bindings(may func(*fact.Fact) bool) []int {
	return fact.Strongest(l.facts, l.where(func(i int, f *fact.Fact) bool {
		switch f.Kind {
		case domain.KindLaneStarted, domain.KindLaneRestarted, domain.KindLaneOwnershipBound:
			return may(f) && !l.void[i] && f.Worktree != ""
		}
		return false
	}))
}

// boundFor returns the worktrees that are bound for fact i: by the last bindings that precede it and
// by those without order to it. some reports whether a binding precedes it.
func (l *Lane) boundFor(i int) (paths []domain.Path, some bool) {
	t := l.bound()
	at := t.place[i]
	var earlier []int
	for n, b := range t.bindings {
		switch {
		case t.before.Precedes(n, at):
			earlier = append(earlier, n)
		case b != i && !t.after.Precedes(at, n):
			paths = append(paths, l.facts[b].Worktree)
		}
	}
	for _, n := range earlier {
		if !slices.ContainsFunc(earlier, func(next int) bool { return t.among.Precedes(n, next) }) {
			paths = append(paths, l.facts[t.bindings[n]].Worktree)
		}
	}
	return paths, len(earlier) > 0
}
