package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Clone is a repository on this machine: its worktrees share refs and objects.
type Clone struct {
	git     gitexec.Git
	dir     string // the git folder that was named, of one worktree
	common  string // the one that all worktrees share
	format  string // of object names: sha1 or sha256
	remotes remotes
	scratch *scratch
	repo    domain.RepoID // as the last look named it
}

// Open opens the repository that path is in: a worktree or a folder of it, a git folder,
// a bare repository.
//
// Errors: kind [domain.ErrNotFound] when there is none, [domain.ErrUnavailable] when git
// cannot read it. Close the clone.
func Open(ctx context.Context, git gitexec.Git, path string) (*Clone, error) {
	c := &Clone{git: git}
	out, _, err := git.Output(ctx, nil, nil, "-C", path, "rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-object-format")
	if err != nil {
		return nil, notOpen(path, err)
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if len(lines) != 3 {
		return nil, notOpen(path, errors.New("its path has a line break"))
	}
	c.dir, c.common, c.format = lines[0], lines[1], lines[2]
	if c.remotes, err = c.readRemotes(ctx); err != nil {
		return nil, notOpen(path, err)
	}
	if c.scratch, err = newScratch(c); err != nil {
		return nil, err
	}
	return c, nil
}

func notOpen(path string, err error) error {
	var f *gitexec.Failure
	if errors.As(err, &f) && (strings.Contains(f.Said, "not a git repository") || strings.Contains(f.Said, "cannot change to")) {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "open repository", Target: path,
			Message: "is no git repository", Hint: "name a worktree or a git folder"}
	}
	if errors.As(err, &f) {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open repository", Target: path,
			Message: f.Error(), Hint: "git says why it cannot read this repository"}
	}
	return err
}

// Close removes what reading needed.
func (c *Clone) Close() error { return os.RemoveAll(c.scratch.dir) }

// Place is where the clone is: its main worktree, else its git folder.
func (c *Clone) Place() domain.Path {
	return domain.Path(strings.ToValidUTF8(strings.TrimSuffix(c.common, string(filepath.Separator)+".git"), "\uFFFD"))
}

// GitDir is the git folder that all worktrees of the clone share.
func (c *Clone) GitDir() string { return c.common }

// Repo is the name of the repository as the last [Clone.Read] determined it; "" before,
// and where nothing has happened yet.
func (c *Clone) Repo() domain.RepoID { return c.repo }

// own is the environment of a call that asks the repository itself.
func (c *Clone) own() []string { return []string{"GIT_DIR=" + c.dir} }

// zeros is the name of no object, in a format of object names.
func zeros(format string) domain.CommitID {
	if format == "sha256" {
		return domain.CommitID(strings.Repeat("0", 64))
	}
	return domain.CommitID(strings.Repeat("0", 40))
}

// readShallow returns the commits whose parents a shallow clone was not given, one a line
// of the file shallow of its git folder.
func readShallow(dir string) (map[domain.CommitID]bool, error) {
	text, err := os.ReadFile(filepath.Join(dir, "shallow"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read where the clone ends: %w", err)
	}
	ends := map[domain.CommitID]bool{}
	for line := range strings.Lines(string(text)) {
		if id := objectName(strings.TrimSpace(line)); id != "" {
			ends[domain.CommitID(id)] = true
		}
	}
	return ends, nil
}
