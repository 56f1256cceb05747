package gitstate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Expected is what a person names beside the folder; "" is not named.
type Expected struct {
	Base string // the commit that the work is expected to be based on; else .claw-base names it
	Main string // the branch that the work goes to; else the base, else the HEAD of the remote
	// BaseFrom and MainFrom are where each was named, such as a flag; errors begin their target with it.
	BaseFrom, MainFrom string
}

// Read returns the state of the worktree around folder; nil when folder is in no repository.
//
// Errors: kind usage when want names no commit; those of git itself, and of files that cannot be read:
// then nothing is known.
func Read(ctx context.Context, git gitexec.Git, folder string, want Expected) (*State, error) {
	r := reader{ctx: ctx, git: git, folder: folder}
	return r.state(want, r.changes)
}

// Standing is [Read] without a look at the files of the worktree: Changes is nil. git runs no program
// for it that the repository configures, as filters and monitors of files.
//
// Errors: those of [Read].
func Standing(ctx context.Context, git gitexec.Git, folder string, want Expected) (*State, error) {
	r := reader{ctx: ctx, git: git, folder: folder}
	return r.state(want)
}

// state reads what every call reads, and then runs the steps of more.
func (r *reader) state(want Expected, more ...func(*State) error) (*State, error) {
	switch in, err := r.inRepository(); {
	case err != nil:
		return nil, err
	case !in:
		return nil, nil
	}
	s := &State{}
	steps := []func(*State) error{r.place, r.head, r.branch, r.upstream, r.operation,
		func(s *State) error { return r.base(s, want) }, func(s *State) error { return r.main(s, want) }}
	for _, step := range append(steps, more...) {
		if err := step(s); err != nil {
			return nil, err
		}
	}
	s.Advice = advice(s)
	return s, nil
}

// Root is the root of the worktree around folder, its git folder where there is none; "" when
// folder is in no repository.
//
// Errors: those of git.
func Root(ctx context.Context, git gitexec.Git, folder string) (domain.Path, error) {
	r := reader{ctx: ctx, git: git, folder: folder}
	in, err := r.inRepository()
	if err != nil || !in {
		return "", err
	}
	s := &State{}
	err = r.place(s)
	return s.Worktree, err
}

type reader struct {
	ctx    context.Context
	git    gitexec.Git
	folder string
}

// quiet keeps git from writing its index while it looks.
var quiet = []string{"GIT_OPTIONAL_LOCKS=0"}

func (r *reader) ask(args ...string) (string, error) {
	out, _, err := r.git.Output(r.ctx, quiet, nil, append([]string{"-C", r.folder}, args...)...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// inRepository distinguishes a folder without a repository from one that git cannot examine.
func (r *reader) inRepository() (bool, error) {
	_, err := r.ask("rev-parse", "--git-dir")
	var f *gitexec.Failure
	if errors.As(err, &f) && strings.HasPrefix(f.Said, "not a git repository (or any") && !r.hasGitFolder() {
		return false, nil
	}
	return err == nil, err
}

// hasGitFolder reports whether something calls the folder, or one around it, a
// repository: git denies one that is damaged.
func (r *reader) hasGitFolder() bool {
	for at := filepath.Clean(r.folder); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// place finds the folders.
func (r *reader) place(s *State) error {
	out, err := r.ask("rev-parse", "--path-format=absolute", "--is-bare-repository", "--is-shallow-repository", "--git-dir", "--git-common-dir")
	if err != nil {
		return err
	}
	lines := strings.SplitN(out, "\n", 4)
	if len(lines) != 4 {
		return errors.New("git rev-parse says " + strconv.Quote(out))
	}
	s.Bare, s.Shallow, s.GitDir, s.Linked = lines[0] == "true", lines[1] == "true", domain.Path(lines[2]), lines[2] != lines[3]
	if s.Worktree = s.GitDir; s.Bare {
		return nil
	}
	out, err = r.ask("rev-parse", "--path-format=absolute", "--show-toplevel")
	s.Worktree = domain.Path(out)
	return err
}

// changes finds what is not committed.
func (r *reader) changes(s *State) error {
	if s.Bare {
		return nil
	}
	out, err := r.ask("status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignore-submodules=none")
	if err != nil {
		return err
	}
	changes, err := parseStatus(out)
	s.Changes = &changes
	return err
}

// head finds the commit that is checked out.
func (r *reader) head(s *State) error {
	out, err := r.ask("rev-parse", "--quiet", "--verify", "HEAD")
	if gitexec.Answered(err, 1) {
		return nil // there is none yet
	}
	id := domain.CommitID(out)
	s.Head = &id
	return err
}

// branch queries the branch by its ref: a branch may have the name that git status prints for a commit.
func (r *reader) branch(s *State) error {
	out, err := r.ask("symbolic-ref", "--quiet", "HEAD")
	switch name, ok := strings.CutPrefix(out, "refs/heads/"); {
	case gitexec.Answered(err, 1):
		s.Detached = true
		return nil
	case err != nil:
		return err
	case ok:
		b := domain.Branch(name)
		s.Branch = &b
	}
	return nil
}

// upstream finds what the branch follows.
func (r *reader) upstream(s *State) error {
	if s.Branch == nil {
		return nil
	}
	out, err := r.ask("for-each-ref", "--format=%(upstream)", "refs/heads/"+string(*s.Branch))
	if err != nil || out == "" {
		return err
	}
	s.Upstream = &Upstream{Ref: domain.Ref(out)}
	tip, err := r.ask("rev-parse", "--quiet", "--verify", out+"^{commit}")
	if gitexec.Answered(err, 1) {
		return nil // it is gone
	}
	if err != nil {
		return err
	}
	id := domain.CommitID(tip)
	s.Upstream.Commit = &id
	s.Upstream.Distance, err = r.apart(s.Head, id)
	return err
}

// apart counts the commits that head and other have alone.
func (r *reader) apart(head *domain.CommitID, other domain.CommitID) (d Distance, err error) {
	between := string(other)
	if head != nil {
		between = string(*head) + "..." + between
	}
	out, err := r.ask("rev-list", "--count", "--left-right", between, "--")
	if err != nil {
		return d, err
	}
	left, right, _ := strings.Cut(out, "\t")
	if d.Ahead, err = strconv.Atoi(left); err != nil {
		return d, err
	}
	d.Behind, err = strconv.Atoi(right)
	if head == nil { // all of the other's commits are on no side
		d.Ahead, d.Behind = 0, d.Ahead+d.Behind
	}
	return d, err
}
