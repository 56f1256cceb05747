package evidence

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// writes returns the commits that show the claim's writes: at least one commit speaks for the claim,
// and the lane's commits together hold every path that was written. An imported lane.commit.created
// confirms nothing, nor does a commit in a worktree that is not the lane's.
func (e *examination) writes() []int {
	l := e.l
	speaking := slices.DeleteFunc(slices.Clone(e.speaks), func(i int) bool { return !l.isCommit(i) })
	if len(speaking) == 0 {
		return nil
	}
	w := l.written()
	some := w.some
	for _, i := range e.claim {
		any, all := w.look(l.facts[i].Payload.Paths)
		if !all {
			return nil
		}
		some = some || any
	}
	switch {
	case len(w.lost) > 0:
		return nil
	case some:
		return speaking
	}
	// Nothing is known to be written: a commit that is known to change nothing shows nothing.
	return slices.DeleteFunc(speaking, func(i int) bool { return l.facts[i].Payload.Stated && len(l.facts[i].Payload.Paths) == 0 })
}

func (l *Lane) isCommit(i int) bool {
	f := l.facts[i]
	switch f.Kind {
	case domain.KindCommitObserved:
		return true
	case domain.KindLaneCommitCreated:
		return !f.Imported && !f.Payload.Superseded && l.tree(i) != treeWrong && l.tree(i) != treeElsewhere
	}
	return false
}

// written holds the paths of the lane's commits and of the writes of its calls, relative to the
// lane's worktrees. Paths outside of them are left out: no commit can hold them.
type written struct {
	roots []string
	held  map[string]bool
	some  bool         // a call wrote something
	lost  []*fact.Fact // calls of which no commit holds all that they wrote
}

// written returns what the lane wrote, computed at the first call.
func (l *Lane) written() *written {
	if l.cached.written != nil {
		return l.cached.written
	}
	roots, _ := l.Roots()
	w := &written{roots: roots, held: map[string]bool{}}
	for i, f := range l.facts {
		if l.isCommit(i) && f.Trusted() {
			for _, p := range f.Payload.Paths {
				w.held[Slashed(p)] = true
			}
		}
	}
	for _, f := range l.tools {
		if f.Trusted() {
			any, all := w.look(f.Payload.Paths)
			w.some = w.some || any
			if !all {
				w.lost = append(w.lost, f)
			}
		}
	}
	l.cached.written = w
	return w
}

// look reports whether some of paths lie in the lane's worktrees, and whether the
// commits hold all that do.
func (w *written) look(paths []domain.Path) (some, all bool) {
	all = true
	for _, p := range paths {
		if rel, ok := Within(Slashed(p), w.roots); ok {
			some, all = true, all && holds(w.held, rel)
		}
	}
	return some, all
}

// Roots lists the worktrees that the lane's trusted events name, and for each a fact that does.
func (l *Lane) Roots() (roots []string, by []int) {
	seen := map[string]bool{}
	for i, f := range l.facts {
		if !f.Trusted() || fact.IsTransport(f.Kind) || fact.ShowsCommit(f.Kind) {
			continue
		}
		for _, p := range []domain.Path{f.Worktree, l.workspaceOf(f)} {
			root := strings.TrimSuffix(Slashed(p), "/")
			if p != "" && !seen[root] {
				seen[root], roots, by = true, append(roots, root), append(by, i)
			}
		}
	}
	slices.Sort(roots)
	return roots, by
}

// workspaceOf returns the folder that a session was created in.
func (l *Lane) workspaceOf(f *fact.Fact) domain.Path {
	if f.Kind == domain.KindSessionCreated {
		return f.Payload.Expected
	}
	return ""
}

// Slashed returns a path with slashes, as git writes it.
func Slashed(p domain.Path) string { return strings.ReplaceAll(string(p), `\`, "/") }

func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// Within returns p relative to the longest of roots that holds it; false when p is
// absolute and roots are known and none holds it.
func Within(p string, roots []string) (string, bool) {
	if !isAbsolute(p) {
		return strings.TrimPrefix(p, "./"), true
	}
	best := ""
	for _, r := range roots {
		if len(r) > len(best) && strings.HasPrefix(p, r+"/") {
			best = r
		}
	}
	if best != "" {
		return p[len(best)+1:], true
	}
	return p, len(roots) == 0
}

// holds reports whether a commit holds path p, which is relative, or absolute
// where no worktree is known and then needs a tail that a commit holds.
func holds(held map[string]bool, p string) bool {
	if held[p] || !isAbsolute(p) {
		return held[p]
	}
	for i := range len(p) {
		if p[i] == '/' && held[p[i+1:]] {
			return true
		}
	}
	return false
}
