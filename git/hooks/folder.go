package githooks

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Folder is where git looks for the hooks of a repository.
type Folder struct {
	Path string // absolute, links resolved as far as the path exists
	// Common is the git folder that all worktrees of the repository share.
	Common string
	// Shared reports that the folder does not belong to this repository alone:
	// core.hooksPath names it, and it serves several repositories or is among the files
	// of the worktree.
	Shared bool
}

// Find asks git where the hooks of the repository at dir are.
//
// Errors: kind [domain.ErrNotFound] when there is no repository, [domain.ErrUnavailable]
// when git cannot read it.
func Find(ctx context.Context, git gitexec.Git, dir string) (Folder, error) {
	out, _, err := git.Output(ctx, nil, nil, "-C", dir, "rev-parse", "--path-format=absolute", "--git-path", "hooks", "--git-common-dir")
	var f *gitexec.Failure
	switch {
	case errors.As(err, &f) && (strings.Contains(f.Said, "not a git repository") || strings.Contains(f.Said, "cannot change to")):
		return Folder{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "find hooks", Target: dir, Message: "is no git repository",
			Hint: "name a worktree or a git folder"}
	case errors.As(err, &f):
		return Folder{}, &domain.Error{Kind: domain.ErrUnavailable, Operation: "find hooks", Target: dir, Message: f.Error(),
			Hint: "git says why it cannot read this repository"}
	case err != nil:
		return Folder{}, err
	}
	hooks, common, ok := strings.Cut(strings.TrimRight(string(out), "\r\n"), "\n")
	if !ok || strings.Contains(common, "\n") {
		return Folder{}, &domain.Error{Kind: domain.ErrUnavailable, Operation: "find hooks", Target: dir, Message: "its path has a line break",
			Hint: "move the repository"}
	}
	hooks, common = whole(hooks), whole(common)
	return Folder{Path: hooks, Common: common, Shared: !strings.HasPrefix(hooks, common+string(filepath.Separator))}, nil
}

// whole returns a path with its links resolved, as far as the path exists.
func whole(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(whole(parent), filepath.Base(path))
	}
	return path
}
