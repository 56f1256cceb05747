package gitstate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/gitexec"
)

// Read says how the worktree around folder stands; nil when folder is in no repository.
// base names the commit that it is expected to stand on; "" asks the file .claw-base.
//
// Errors: kind usage when base, or what the file says, names no commit; of git itself, and of files that
// cannot be read: then nothing is known.
func Read(ctx context.Context, git gitexec.Git, folder, base string) (*State, error) {
	r := reader{ctx: ctx, git: git, folder: folder}
	switch in, err := r.inRepository(); {
	case err != nil:
		return nil, err
	case !in:
		return nil, nil
	}
	s := &State{}
	for _, step := range []func(*State) error{r.place, r.checkedOut, r.upstream, func(s *State) error { return r.base(s, base) }} {
		if err := step(s); err != nil {
			return nil, err
		}
	}
	var err error
	s.Operation, err = operationIn(string(s.GitDir))
	return s, err
}

type reader struct {
	ctx    context.Context
	git    gitexec.Git
	folder string
	status branchStatus
}

// quiet keeps git from writing its index while it looks.
var quiet = []string{"GIT_OPTIONAL_LOCKS=0"}

func (r *reader) ask(args ...string) (string, error) {
	out, _, err := r.git.Output(r.ctx, quiet, nil, append([]string{"-C", r.folder}, args...)...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// inRepository tells a folder without a repository from one of which git cannot speak.
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

// checkedOut finds what is checked out and what is not committed.
func (r *reader) checkedOut(s *State) error {
	if s.Bare {
		return r.checkedOutBare(s)
	}
	out, err := r.ask("status", "--porcelain=v2", "--branch", "-z", "--untracked-files=normal", "--ignore-submodules=none")
	if err != nil {
		return err
	}
	if r.status, err = parseStatus(out); err != nil {
		return err
	}
	s.Head, s.Changes = r.status.head(), &r.status.changes
	return r.branch(s)
}

func (r *reader) checkedOutBare(s *State) error {
	out, err := r.ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
	if err == nil {
		id := domain.CommitID(out)
		s.Head = &id
	} else if !gitexec.Answered(err, 1) {
		return err
	}
	return r.branch(s)
}

// branch asks for the branch by its ref: a branch may be named like what git status says
// of a commit.
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

// baseFile names the expected base in the root of a worktree.
const baseFile = ".claw-base"

// base finds the expected base, and how HEAD stands to it.
func (r *reader) base(s *State, flag string) error {
	b := &s.Base
	b.State, b.Missing = BaseNone, []domain.CommitID{}
	if b.Said = flag; flag != "" {
		b.Source = BaseFlag
	} else if !s.Bare {
		text, err := os.ReadFile(filepath.Join(string(s.Worktree), baseFile))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		b.Said, b.Source = strings.TrimSpace(string(text)), BaseFile
	}
	if b.Source == "" {
		return nil
	}
	id, err := r.commit(b)
	if err != nil {
		return err
	}
	b.Expected = &id
	if b.Distance, err = r.apart(s.Head, id); err != nil {
		return err
	}
	switch b.State = BaseMatches; {
	case b.Behind > 0 && s.Shallow:
		b.State = BaseUnknown
	case b.Behind > 0:
		b.State = BaseDiverged
		b.Missing, err = r.missing(s.Head, id)
	}
	return err
}

// commit is the commit that a base names.
func (r *reader) commit(b *Base) (domain.CommitID, error) {
	target, hint := "--base "+b.Said, "name a commit, branch or tag of this repository"
	if b.Source == BaseFile {
		target = baseFile
	}
	refuse := func(message string) error {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "find base", Target: target, Message: message, Hint: hint}
	}
	if b.Said == "" || strings.HasPrefix(b.Said, "-") || strings.ContainsAny(b.Said, "\n\x00") {
		return "", refuse("names no commit")
	}
	out, err := r.ask("rev-parse", "--quiet", "--verify", "--end-of-options", b.Said+"^{commit}")
	if gitexec.Answered(err, 1) || gitexec.Answered(err, 128) {
		return "", refuse(strconv.Quote(b.Said) + " names no commit of this repository")
	}
	return domain.CommitID(out), err
}

// missing names the commits of other that head lacks.
func (r *reader) missing(head *domain.CommitID, other domain.CommitID) ([]domain.CommitID, error) {
	args := []string{"rev-list", "--max-count=" + strconv.Itoa(MostMissing), string(other)}
	if head != nil {
		args = append(args, "^"+string(*head))
	}
	out, err := r.ask(append(args, "--")...)
	ids := []domain.CommitID{}
	for _, id := range strings.Fields(out) {
		ids = append(ids, domain.CommitID(id))
	}
	return ids, err
}
