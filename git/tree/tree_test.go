package gittree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	gitexec "github.com/clawable/claw/git/exec"
	gittree "github.com/clawable/claw/git/tree"
)

// repository is a repository with a commit of a.txt, and git in it.
func repository(t *testing.T) (dir string, run func(args ...string) string, git gitexec.Git) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if git, err = gitexec.AsPerson(os.Getenv, os.Environ()); err != nil {
		t.Skip(err)
	}
	run("init", "--quiet", "--initial-branch=main")
	write(t, dir, "a.txt", "a\n")
	write(t, dir, ".gitignore", "*.log\n")
	run("add", ".")
	run("commit", "--quiet", "--message", "first")
	return dir, run, git
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTheTreeIsTheOneThatACommitOfAllWouldHave holds the tree of edited, new and deleted files to
// the tree of a later commit.
func TestTheTreeIsTheOneThatACommitOfAllWouldHave(t *testing.T) {
	dir, run, git := repository(t)
	clean, ok, err := gittree.Of(t.Context(), git, dir)
	if err != nil || !ok || clean.Tree != run("rev-parse", "HEAD^{tree}") || string(clean.Commit) != run("rev-parse", "HEAD") {
		t.Fatalf("a clean worktree: %+v, %v, %v", clean, ok, err)
	}
	write(t, dir, "a.txt", "edited\n")
	write(t, dir, "new one.txt", "new\n")
	write(t, dir, "ignored.log", "x\n")
	got, ok, err := gittree.Of(t.Context(), git, dir)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if staged := run("diff", "--cached", "--name-only"); staged != "" {
		t.Errorf("the index of the person holds %q", staged)
	}
	if kind := exec.Command("git", "-C", dir, "cat-file", "-e", got.Tree).Run(); kind == nil {
		t.Error("the tree was written into the repository")
	}
	run("add", "--all")
	run("commit", "--quiet", "--message", "second")
	want := gittree.Snapshot{Root: clean.Root, Tree: run("rev-parse", "HEAD^{tree}"), Files: []string{".gitignore", "a.txt", "new one.txt"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestWithoutAWorktreeThereIsNoTree asks in a folder of no repository, and in a bare one.
func TestWithoutAWorktreeThereIsNoTree(t *testing.T) {
	dir, run, git := repository(t)
	run("clone", "--quiet", "--bare", dir, filepath.Join(dir, "bare.git"))
	for _, folder := range []string{t.TempDir(), filepath.Join(dir, "bare.git")} {
		if s, ok, err := gittree.Of(t.Context(), git, folder); ok || err != nil {
			t.Errorf("%s: %+v, %v", folder, s, err)
		}
	}
}

// TestARepositoryWithoutACommitHasATree reads a worktree before its first commit.
func TestARepositoryWithoutACommitHasATree(t *testing.T) {
	dir, run, git := repository(t)
	run("checkout", "--quiet", "--orphan", "other")
	run("rm", "--quiet", "--cached", "-r", ".")
	if s, ok, err := gittree.Of(t.Context(), git, dir); err != nil || !ok || len(s.Files) != 2 || s.Commit != "" {
		t.Errorf("%+v, %v, %v", s, ok, err)
	}
}
