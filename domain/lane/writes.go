package lane

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// writes returns the commits that show the claim's writes: some commit speaks for
// it, and the lane's commits together hold every path that was written. A
// recording confirms nothing, nor does a commit in a wrong tree.
func (e *examination) writes() []int {
	d := e.d
	speaking := slices.DeleteFunc(slices.Clone(e.speaks), func(i int) bool { return !e.isCommit(i) })
	if len(speaking) == 0 {
		return nil
	}
	held := map[string]bool{}
	for i, f := range d.facts {
		if e.isCommit(i) && f.trusted() {
			for _, p := range f.Said.Paths {
				held[slashed(p)] = true
			}
		}
	}
	written := e.written()
	for _, p := range written {
		if !holds(held, p) {
			return nil
		}
	}
	if len(written) > 0 {
		return speaking
	}
	// Nothing is known to be written: a commit that is known to change nothing shows nothing.
	return slices.DeleteFunc(speaking, func(i int) bool { return d.facts[i].Said.Stated && len(d.facts[i].Said.Paths) == 0 })
}

func (e *examination) isCommit(i int) bool {
	f := e.d.facts[i]
	switch f.Kind {
	case "commit.observed":
		return true
	case "lane.commit.created":
		return !f.Imported && !f.Said.Superseded && e.d.tree(i) != treeWrong
	}
	return false
}

// written lists the paths that the lane's calls wrote and that the claim names,
// relative to the lane's worktree; what lies outside of it no commit can hold.
func (e *examination) written() []string {
	var out []string
	roots := e.d.roots()
	add := func(paths []domain.Path) {
		for _, p := range paths {
			if rel, ok := within(slashed(p), roots); ok {
				out = append(out, rel)
			}
		}
	}
	for _, f := range e.d.tools {
		if f.trusted() {
			add(f.Said.Paths)
		}
	}
	for _, i := range e.claim.facts {
		add(e.d.facts[i].Said.Paths)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// roots lists the worktrees that the lane's trusted events name.
func (d *derivation) roots() []string {
	var out []string
	for _, f := range d.facts {
		if !f.trusted() || isTransport(f.Kind) || isShown(f.Kind) {
			continue
		}
		for _, p := range []domain.Path{f.Worktree, d.workspaceOf(f)} {
			if p != "" {
				out = append(out, strings.TrimSuffix(slashed(p), "/"))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// workspaceOf returns the folder that a session was created in.
func (d *derivation) workspaceOf(f *Fact) domain.Path {
	if f.Kind == "session.created" {
		return f.Said.Expected
	}
	return ""
}

func slashed(p domain.Path) string { return strings.ReplaceAll(string(p), `\`, "/") }

func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// within returns p relative to the longest of roots that holds it; false when p is
// absolute and roots are known and none holds it.
func within(p string, roots []string) (string, bool) {
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
