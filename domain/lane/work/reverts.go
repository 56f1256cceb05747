package work

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// names returns the files of the lane's worktrees among paths.
func (t tree) names(paths []domain.Path) (out []string) {
	for _, p := range paths {
		if rel, ok := t.relative(p); ok {
			out = append(out, rel)
		}
	}
	return out
}

// reverts returns the files that are as if the lane had not written them since its last commit, each
// with its writes: git gave them back what they held, behind all writes. One that was put into the
// index and not committed is none: git gave back what stood there.
func (w *Work) reverts() map[string][]int {
	out := map[string][]int{}
	if len(w.reverted) == 0 {
		return out
	}
	writes := map[string][]int{}
	for _, n := range w.writes {
		for _, name := range w.tree.names(w.nodes[n].work().Writes) {
			writes[name] = append(writes[name], n)
		}
	}
	for _, r := range w.reverted {
		for _, name := range w.tree.names(w.nodes[r].work().Reverts) {
			if by := writes[name]; len(by) > 0 && w.follows(r, by) && !w.isInIndex(name, r) {
				out[name] = by
			}
		}
	}
	return out
}

// isInIndex reports whether a file may have stood in the index, in no commit, when node r came.
func (w *Work) isInIndex(name string, r int) bool {
	return slices.ContainsFunc(w.stages, func(s int) bool {
		o := w.nodes[s].work()
		if len(o.Commits) > 0 || !o.MayStage && !(inGit{w}).covered(s, name) || len(w.before(s, []int{r})) > 0 {
			return false
		}
		return !slices.ContainsFunc(w.before(r, w.everMade), func(c int) bool { return len(w.before(c, []int{s})) > 0 })
	})
}

// notIdle returns the writes for which what node n did to files that were reverted matters to tests of
// node g: those that do not follow g.
func notIdle(w *Work, g, n int, reverts map[string][]int) (out []int) {
	o := w.nodes[n].work()
	for _, name := range w.tree.names(slices.Concat(o.Writes, o.Removes, o.Reverts)) {
		out = append(out, without(reverts[name], w.after(g, reverts[name]))...)
	}
	return out
}

// matterTo returns those of nodes that may have changed what tests of node g see. A file that was
// written only behind g, and then reverted, is for g what it was.
func (w *Work) matterTo(g int, nodes []int, reverts map[string][]int) []int {
	if len(reverts) == 0 {
		return nodes
	}
	idle := map[string]bool{}
	for name, by := range reverts {
		idle[name] = len(w.after(g, by)) == len(by)
	}
	return slices.DeleteFunc(slices.Clone(nodes), func(n int) bool {
		o := w.nodes[n].work()
		names := w.tree.names(slices.Concat(o.Writes, o.Removes, o.Reverts))
		return !slices.ContainsFunc(names, func(name string) bool { return !idle[name] && seenByTests(name) })
	})
}
