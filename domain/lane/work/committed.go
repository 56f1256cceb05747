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
	made := slices.DeleteFunc(slices.Clone(w.commits), func(n int) bool { return !w.nodes[n].commitsSome() })
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
	cited := []int{last}
	for _, p := range w.demanded() {
		state, by := w.held(p)
		switch {
		case state == CommittedAll:
			continue
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

// demanded are the files that commits have to hold: those written and not removed again, without
// what repositories leave to tools.
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
	for name, nodes := range by {
		last := w.last(nodes)
		gone := slices.ContainsFunc(removed[name], func(r int) bool { return len(w.before(r, last)) == len(last) })
		if !gone {
			out = append(out, file{name, last})
		}
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return out
}

// held tells whether a commit that follows the last writes of a file holds it: the file was put
// into the index between the two, git was told to commit all, or said that nothing was left.
// Where nothing tells what such a commit holds, the answer is unknown. It also returns what the
// answer rests on beside the writes.
func (w *Work) held(f file) (CommittedState, []int) {
	var behind, blind, staging []int // commits behind the writes, those that nothing tells about, and what the others hold
	for _, c := range w.commits {
		if !w.follows(c, f.by) {
			continue
		}
		behind = append(behind, c)
		if slices.ContainsFunc(w.nodes[c].work().Commits, func(c domain.ObservedCommit) bool { return c.Clean || c.All }) {
			return CommittedAll, nil
		}
		staged := slices.DeleteFunc(append(w.before(c, w.stages), c), func(s int) bool { return len(w.nodes[s].work().Staged) == 0 })
		for _, s := range staged {
			holds := slices.ContainsFunc(w.nodes[s].work().Staged, func(p domain.Path) bool { return w.tree.covers(p, f.name) })
			if holds && w.follows(s, f.by) {
				return CommittedAll, nil
			}
		}
		if staging = append(staging, staged...); len(staged) == 0 {
			blind = append(blind, c)
		}
	}
	if len(blind) > 0 {
		return CommittedUnknown, blind[:1]
	}
	return CommittedNone, append(behind, staging...)
}

// follows reports whether node n follows all of nodes, or is the only one.
func (w *Work) follows(n int, nodes []int) bool {
	others := slices.DeleteFunc(slices.Clone(nodes), func(o int) bool { return o == n })
	return len(w.before(n, others)) == len(others)
}
