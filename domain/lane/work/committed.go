package work

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// CommittedState is how much of what a lane wrote is in commits.
type CommittedState string

// The states.
const (
	CommittedAll     CommittedState = "all"
	CommittedPart    CommittedState = "part"
	CommittedNone    CommittedState = "none"
	CommittedUnknown CommittedState = "unknown"
)

// Enum lists the values.
func (CommittedState) Enum() []string {
	return []string{string(CommittedAll), string(CommittedPart), string(CommittedNone), string(CommittedUnknown)}
}

// Committed says how much of what a lane wrote is in commits.
type Committed struct {
	State CommittedState `json:"state"`
	// Commit is the last one, as git printed it: a prefix.
	Commit  domain.CommitID  `json:"commit,omitzero"`
	Branch  domain.Branch    `json:"branch,omitzero"`
	Missing []string         `json:"missing,omitzero"` // written and in no commit, below the worktree
	Because []domain.EventID `json:"because,omitzero"`
}

// committed tells how much of what was written is in commits.
func (w *Work) committed() Committed {
	if len(w.commits) == 0 {
		return Committed{State: CommittedNone}
	}
	made := madeBy(w)
	last := w.newest(w.last(w.commits))
	out := Committed{State: CommittedAll}
	if len(made) > 0 {
		last = w.newest(w.last(made))
		for _, c := range w.nodes[last].work().Commits {
			if !c.Clean {
				out.Commit, out.Branch = c.Commit, c.Branch
			}
		}
	}
	cited, seen := []int{last}, []int(nil)
	for _, p := range w.demanded() {
		state, by := w.held(p)
		switch {
		case state == CommittedAll:
			seen = append(seen, by...)
		case state == CommittedUnknown && out.State == CommittedAll:
			out.State, cited = CommittedUnknown, slices.Concat(cited, by, p.by)
		case state == CommittedNone && out.State != CommittedPart:
			out.State, cited = CommittedPart, slices.Concat([]int{last}, by, p.by)
		}
		if state == CommittedNone {
			out.Missing = append(out.Missing, p.name)
		}
	}
	if len(made) == 0 && out.State != CommittedAll {
		out.State = CommittedNone
	}
	if out.State == CommittedAll {
		cited = append(cited, seen...)
	}
	out.Because = w.ids(cited...)
	return out
}

// commitsSome reports whether a fact tells of a commit, and not only of a clean worktree.
func (x node) commitsSome() bool {
	return slices.ContainsFunc(x.work().Commits, func(c domain.ObservedCommit) bool { return !c.Clean })
}

// file is a path that the lane wrote, and the last facts that say so.
type file struct {
	name string // below the worktree
	by   []int
}

// demanded are the files that commits have to hold: those written and neither removed again nor
// reverted, without what git said that it ignores and what repositories leave to tools.
func (w *Work) demanded() (out []file) {
	by := map[string][]int{}
	removed := map[string][]int{}
	add := func(to map[string][]int, n int, paths []domain.Path) {
		for _, p := range paths {
			if rel, ok := w.tree.relative(p); ok && !isMade(rel) {
				to[rel] = append(to[rel], n)
			}
		}
	}
	for _, n := range w.writes {
		add(by, n, w.nodes[n].work().Writes)
	}
	for _, n := range w.removes {
		add(removed, n, w.nodes[n].work().Removes)
	}
	reverts, ignored := w.reverts(), map[string]bool{}
	for _, x := range w.nodes {
		for _, name := range w.tree.names(x.work().Ignored) {
			ignored[name] = true
		}
	}
	for name, nodes := range by {
		if ignored[name] {
			continue
		}
		last := w.last(nodes)
		_, reverted := reverts[name]
		gone := reverted || slices.ContainsFunc(removed[name], func(r int) bool { return len(w.before(r, last)) == len(last) })
		if !gone {
			out = append(out, file{name, last})
		}
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return out
}

// held tells whether a commit that follows the last writes of a file holds it: the file was put
// into the index between the two and not taken out of it, git was told to commit all files that it
// tracks and this was one, or it said that nothing was left, then or when it was asked later. Where nothing tells what such a commit
// holds, or whether it is still part of the branch, the answer is unknown. It also returns what the
// answer rests on beside the writes.
func (w *Work) held(f file) (CommittedState, []int) {
	var behind, blind, undone, staging []int // commits behind the writes, those that nothing tells about, what may have undone some, and what the others hold
	for _, c := range w.cleans {
		if w.follows(c, f.by) {
			return CommittedAll, []int{c}
		}
	}
	for _, c := range w.commits {
		if !w.follows(c, f.by) {
			continue
		}
		behind = append(behind, c)
		made := w.nodes[c].work().Commits
		if slices.ContainsFunc(made, func(c domain.ObservedCommit) bool { return c.Clean }) {
			return CommittedAll, nil
		}
		if by := without(w.undoes, append(w.before(c, w.undoes), c)); len(by) > 0 {
			blind, undone = append(blind, c), append(undone, by...)
			continue
		}
		staged := append(w.before(c, w.stages), c)
		holding := slices.DeleteFunc(slices.Clone(staged), func(s int) bool { return !w.covered(s, f.name) })
		all := slices.ContainsFunc(made, func(c domain.ObservedCommit) bool { return c.All })
		if all && len(holding) > 0 {
			return CommittedAll, []int{c, w.newest(holding)}
		}
		if slices.ContainsFunc(holding, func(s int) bool { return w.follows(s, f.by) && !w.isUnstaged(s, staged) }) {
			return CommittedAll, nil
		}
		told := slices.ContainsFunc(staged, func(s int) bool { return len(w.nodes[s].work().Staged) > 0 })
		if staging = append(staging, staged...); all || !told || w.isChangedUntold(f, staged) {
			blind = append(blind, c)
		}
	}
	if len(blind) > 0 {
		return CommittedUnknown, append(blind[:1], undone...)
	}
	return CommittedNone, append(behind, staging...)
}

// covered reports whether what node n put into the index holds a file.
func (w *Work) covered(n int, name string) bool {
	return slices.ContainsFunc(w.nodes[n].work().Staged, func(p domain.Path) bool { return w.tree.covers(p, name) })
}

// isUnstaged reports whether one of nodes may have taken out of the index what node n put into it.
func (w *Work) isUnstaged(n int, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(m int) bool {
		return m != n && w.nodes[m].work().MayUnstage && len(w.before(n, []int{m})) == 0
	})
}

// isChangedUntold reports whether one of nodes that does not precede the writes of a file may have
// put it into the index, or taken it out.
func (w *Work) isChangedUntold(f file, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(m int) bool {
		o := w.nodes[m].work()
		return (o.MayStage || o.MayUnstage && w.wasStaged(f, nodes)) && !slices.ContainsFunc(f.by, func(by int) bool { return len(w.before(by, []int{m})) > 0 })
	})
}

// wasStaged reports whether one of nodes put a file into the index behind its writes.
func (w *Work) wasStaged(f file, nodes []int) bool {
	return slices.ContainsFunc(nodes, func(s int) bool { return w.covered(s, f.name) && w.follows(s, f.by) })
}
