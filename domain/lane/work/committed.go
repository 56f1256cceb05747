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
	Shown
}

// committed returns how much of what was written is in commits.
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
		state, by := inGit{w}.held(p)
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
	out.Because, out.Shown = w.ids(cited...), w.shown.commits(w.nodesAt(cited))
	return out
}

// commitsSome reports whether a fact records a commit, and not only a clean worktree.
func (x node) commitsSome() bool {
	return slices.ContainsFunc(x.work().Commits, func(c domain.ObservedCommit) bool { return !c.Clean })
}

// file is a path that the lane wrote, and the last facts that say so.
type file struct {
	name string // below the worktree
	by   []int
}

// written are the files that the lane wrote, by what wrote and removed them and what gave them back.
type written struct {
	names               []string // in the order of the writes
	by, removed, undone map[string][]int
}

func (w *Work) written() *written {
	out := &written{by: map[string][]int{}, removed: map[string][]int{}, undone: w.reverts()}
	for _, n := range w.writes {
		for _, name := range w.demandable(w.nodes[n].work().Writes) {
			out.names = append(out.names, name)
			out.by[name] = append(out.by[name], n)
		}
	}
	for _, n := range w.removes {
		for _, name := range w.demandable(w.nodes[n].work().Removes) {
			out.removed[name] = append(out.removed[name], n)
		}
	}
	return out
}

// demandable returns the files among paths that commits may have to hold: those of the worktrees, without what
// git said that it ignores and what repositories leave to tools.
func (w *Work) demandable(paths []domain.Path) []string {
	return slices.DeleteFunc(w.tree.names(paths), func(name string) bool { return w.ignored[name] || isMade(name) })
}

// demands returns a file that was written; false where no commit has to hold it, because it was removed
// again or reverted.
func (w *Work) demands(name string, of *written) (file, bool) {
	last := w.last(of.by[name])
	_, reverted := of.undone[name]
	gone := reverted || slices.ContainsFunc(of.removed[name], func(r int) bool { return len(w.before(r, last)) == len(last) })
	return file{name, last}, !gone
}

// demanded are the files that commits have to hold, see [Work.demands].
func (w *Work) demanded() (out []file) {
	of := w.written()
	for name := range of.by {
		if f, is := w.demands(name, of); is {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return out
}

// left returns a file that commits have to hold, and of which none is known to hold it; "" for none. It looks
// at first before all others, and then at what was written last.
func (w *Work) left(first string) string {
	of, tried := w.written(), map[string]bool{}
	isLeft := func(name string) bool {
		if tried[name] || len(of.by[name]) == 0 {
			return false
		}
		tried[name] = true
		f, is := w.demands(name, of)
		if !is {
			return false
		}
		state, _ := inGit{w}.held(f)
		return len(w.commits) == 0 || state != CommittedAll
	}
	if isLeft(first) {
		return first
	}
	for _, name := range slices.Backward(of.names) {
		if isLeft(name) {
			return name
		}
	}
	return ""
}
