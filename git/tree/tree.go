package gittree

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Snapshot is what a worktree holds.
type Snapshot struct {
	Root domain.Path // of the worktree
	Tree string      // the name of the tree object, which is written nowhere
	// Commit is what is checked out; "" where the worktree differs from it, or nothing is committed.
	Commit domain.CommitID
	// Files are the files of the worktree that git tracks or does not ignore, relative to Root, with
	// slashes.
	Files []string
}

// Of reads the worktree around a folder. It reports false where there is none.
//
// Errors: those of git, of the folder for temporary files, and the context's.
func Of(ctx context.Context, git gitexec.Git, folder string) (s Snapshot, ok bool, err error) {
	places, _, err := git.Output(ctx, nil, nil, "-C", folder, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-path", "index", "--git-path", "objects")
	var f *gitexec.Failure
	switch lines := strings.Split(strings.TrimSuffix(string(places), "\n"), "\n"); {
	case errors.As(err, &f):
		return s, false, nil // no repository, or one without a worktree
	case err != nil:
		return s, false, err
	case len(lines) == 3:
		s.Root = domain.Path(lines[0])
		err = s.read(ctx, git, lines[1], lines[2])
		return s, err == nil, err
	}
	return s, false, nil
}

// read reads the tree and the files by a copy of the index.
func (s *Snapshot) read(ctx context.Context, git gitexec.Git, index, objects string) (err error) {
	scratch, err := os.MkdirTemp("", "claw-tree-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	copied := filepath.Join(scratch, "index")
	if err := copyFile(index, copied); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	own := filepath.Join(scratch, "objects")
	if err := os.Mkdir(own, 0o700); err != nil {
		return err
	}
	env := []string{"GIT_INDEX_FILE=" + copied, "GIT_OBJECT_DIRECTORY=" + own, "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + strconv.Quote(objects)}
	run := func(args ...string) (string, error) {
		out, _, err := git.Output(ctx, env, nil, append([]string{"-C", string(s.Root), "-c", "core.fsmonitor=false", "-c", "core.splitIndex=false"}, args...)...)
		return strings.TrimSuffix(string(out), "\n"), err
	}
	if _, err = run("add", "--all", "."); err != nil {
		return err
	}
	if s.Tree, err = run("write-tree"); err != nil {
		return err
	}
	listed, err := run("ls-files", "-z")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(listed, "\x00") {
		if name != "" {
			s.Files = append(s.Files, name)
		}
	}
	if head, err := run("rev-parse", "HEAD^{commit}", "HEAD^{tree}"); err == nil {
		if commit, tree, _ := strings.Cut(head, "\n"); tree == s.Tree {
			s.Commit = domain.CommitID(commit)
		}
	}
	return ctx.Err()
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
