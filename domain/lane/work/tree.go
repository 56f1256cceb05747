package work

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
)

// tree are the worktrees of a lane: folders with slashes, without one at the end. Where none is
// known every path is one of the lane.
type tree []string

// inside reports whether a path is in a worktree of the lane.
func (t tree) inside(p domain.Path) bool { _, ok := t.relative(p); return ok }

// isOwn reports whether what a program did in a folder may be about the lane's work: the folder is in
// one of its worktrees, or holds one, or is not known.
func (t tree) isOwn(folder domain.Path) bool {
	at := strings.TrimSuffix(evidence.Slashed(folder), "/")
	return at == "" || t.inside(domain.Path(at+"/any")) || slices.ContainsFunc(t, func(root string) bool { return strings.HasPrefix(root, at+"/") })
}

// isSeenClean reports whether git status said of the lane's one worktree that nothing was left. Of
// several it says nothing of the others, and a folder below may be a separate repository.
func (t tree) isSeenClean(c domain.ObservedCommit) bool {
	return c.Viewed && c.Clean && len(t) == 1 && strings.TrimSuffix(evidence.Slashed(c.Folder), "/") == t[0]
}

// relative is a path below the longest worktree that holds it; false for one outside of all.
func (t tree) relative(p domain.Path) (string, bool) { return evidence.Within(evidence.Slashed(p), t) }

// below is a folder below the worktree that holds it, "" for the worktree itself and for one outside.
func (t tree) below(folder domain.Path) string {
	rel, ok := t.relative(folder)
	if rel = strings.TrimSuffix(rel, "/"); !ok || rel == "." || strings.HasPrefix(rel, "/") || strings.Contains(rel, ":") {
		return ""
	}
	return rel
}

// covers reports whether what was staged holds a file of the worktree.
func (t tree) covers(staged domain.Path, name string) bool {
	at := strings.TrimSuffix(evidence.Slashed(staged), "/")
	if slices.Contains(t, at) {
		return true
	}
	rel, ok := t.relative(domain.Path(at))
	rel = strings.TrimSuffix(rel, "/.")
	if !ok {
		return false
	}
	if strings.ContainsAny(rel, "*?[") {
		matches, err := path.Match(rel, name)
		return matches && err == nil
	}
	return rel == "." || rel == "" || rel == name || strings.HasPrefix(name, rel+"/")
}

// matters reports whether a write may change what tests see: some file of it is in a worktree, and
// is neither a document nor made by tools.
func (t tree) matters(o *domain.Observed) bool {
	return slices.ContainsFunc(t.names(slices.Concat(o.Writes, o.Removes, o.Reverts)), seenByTests)
}

// seenByTests reports whether a file of a worktree is neither a document nor made by tools.
func seenByTests(name string) bool { return !isDocument(name) && !isMade(name) }

// isDocument reports whether a file is read by people only.
func isDocument(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".mdx", ".rst", ".adoc", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".drawio":
		return !strings.Contains(name, "requirements") && !strings.Contains(name, "testdata/") && !strings.Contains(name, "fixtures/")
	}
	switch path.Base(name) {
	case "LICENSE", "NOTICE", "AUTHORS", "CODEOWNERS", ".gitignore", ".editorconfig":
		return true
	}
	return false
}

// isMade reports whether a file is in a folder that repositories leave to tools.
func isMade(name string) bool {
	for _, folder := range strings.Split(path.Dir(name), "/") {
		switch folder {
		case ".git", "node_modules", "__pycache__", ".venv", "venv", ".pytest_cache", ".tox", ".nox", "target", ".next", ".cache", "coverage":
			return true
		}
	}
	return false
}
