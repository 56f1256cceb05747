package work

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// inGit answers what of a work stood in git's index and in commits.
type inGit struct{ *Work }

// held returns whether a commit that follows the last writes of a file holds it, or git reported that nothing
// was left, then or when it was queried later. Where no fact shows what such a commit holds, or whether it is
// still part of the branch, the answer is unknown. It also returns what the answer rests on beside the
// writes.
func (w inGit) held(f file) (CommittedState, []int) {
	for _, c := range w.cleans {
		if w.follows(c, f.by) {
			return CommittedAll, []int{c}
		}
	}
	var none, blind []int // commits that do not hold it with what shows that, and the first whose content no fact shows
	stagings := make([]bool, len(w.nodes))
	for _, c := range w.commits {
		h := w.holding(c, f)
		switch h.state {
		case CommittedAll:
			return CommittedAll, h.by
		case CommittedUnknown:
			if len(blind) == 0 {
				blind = []int{c}
			}
			blind = append(blind, h.by...)
		case CommittedNone, CommittedPart:
			none = append(none, c)
			for _, s := range h.by {
				stagings[s] = true
			}
		}
	}
	if len(blind) > 0 {
		return CommittedUnknown, blind
	}
	for s, is := range stagings {
		if is {
			none = append(none, s)
		}
	}
	return CommittedNone, none
}

// holding is what is known of a commit and a file: the state is empty for a commit that does not follow the
// last writes. by is what it rests on: for a commit that does not hold the file what it put into the index.
type holding struct {
	state CommittedState
	by    []int
}

// heldKey names a file as one write left it, and a commit.
type heldKey struct {
	name          string
	write, commit int
}

// holding returns whether commit c holds a file: the file was put into the index between its last writes and
// the commit and not taken out of it, git was instructed to commit all files that it tracks and this was one,
// or it reported that nothing was left. The answer depends on the whole work, whatever part is examined.
func (w inGit) holding(c int, f file) holding {
	*w.looked++
	switch {
	case !w.follows(c, f.by):
		return holding{}
	case len(f.by) != 1:
		return w.findHolding(c, f)
	}
	key := heldKey{f.name, f.by[0], c}
	h, known := w.holds[key]
	if !known {
		h = w.findHolding(c, f)
		w.holds[key] = h
	}
	return h
}

// findHolding is holding for a commit that follows the last writes.
func (w inGit) findHolding(c int, f file) holding {
	made := w.nodes[c].work().Commits
	if slices.ContainsFunc(made, func(c domain.ObservedCommit) bool { return c.Clean }) {
		return holding{CommittedAll, nil}
	}
	if by := without(w.undoes, append(w.before(c, w.undoes), c)); len(by) > 0 {
		return holding{CommittedUnknown, by}
	}
	staged := w.stagedFor(c)
	holds := slices.DeleteFunc(slices.Clone(staged), func(s int) bool { return !w.covered(s, f.name) })
	all := slices.ContainsFunc(made, func(c domain.ObservedCommit) bool { return c.All })
	if all && len(holds) > 0 {
		return holding{CommittedAll, []int{c, w.newest(holds)}}
	}
	if slices.ContainsFunc(holds, func(s int) bool { return w.follows(s, f.by) && !w.isUnstaged(s, staged) }) {
		return holding{CommittedAll, nil}
	}
	told := slices.ContainsFunc(staged, func(s int) bool { return len(w.nodes[s].work().Staged) > 0 })
	if all || !told || w.isChangedUntold(f, staged) {
		return holding{CommittedUnknown, nil}
	}
	return holding{CommittedNone, staged}
}

// stagedFor returns what may have put files into the index for commit c, and the commit.
func (w inGit) stagedFor(c int) []int {
	staged, known := w.stagings[c]
	if !known {
		staged = append(w.before(c, w.stages), c)
		w.stagings[c] = staged
	}
	return staged
}

// covered reports whether what node n put into the index holds a file.
func (w inGit) covered(n int, name string) bool {
	return slices.ContainsFunc(w.nodes[n].work().Staged, func(p domain.Path) bool { return w.tree.covers(p, name) })
}

// isUnstaged reports whether one of nodes may have taken out of the index what node n put into it.
func (w inGit) isUnstaged(n int, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(m int) bool {
		return m != n && w.nodes[m].work().MayUnstage && len(w.before(n, []int{m})) == 0
	})
}

// isChangedUntold reports whether one of nodes that does not precede the writes of a file may have
// put it into the index, or taken it out.
func (w inGit) isChangedUntold(f file, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(m int) bool {
		o := w.nodes[m].work()
		return (o.MayStage || o.MayUnstage && w.wasStaged(f, nodes)) && !slices.ContainsFunc(f.by, func(by int) bool { return len(w.before(by, []int{m})) > 0 })
	})
}

// wasStaged reports whether one of nodes put a file into the index behind its writes.
func (w inGit) wasStaged(f file, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(s int) bool { return w.covered(s, f.name) && w.follows(s, f.by) })
}
