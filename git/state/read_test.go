package gitstate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
)

// place is a folder of repositories.
type place struct {
	t   *testing.T
	dir string
}

func newPlace(t *testing.T) *place {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &place{t, dir}
}

func (p *place) environ() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_EDITOR=true", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always"}
}

// try runs git in a folder of the place; what stops halfway ends with an error.
func (p *place) try(folder string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", filepath.Join(p.dir, folder)}, args...)...)
	cmd.Env = p.environ()
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (p *place) git(folder string, args ...string) string {
	p.t.Helper()
	out, err := p.try(folder, args...)
	if err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

func (p *place) write(file, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, file), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// repo makes a repository "work" on main with two commits of one file.
func (p *place) repo() {
	p.git("", "init", "--quiet", "--template=", "--initial-branch=main", "work")
	for n := range 2 {
		p.commit(fmt.Sprint(n))
	}
}

func (p *place) commit(text string) {
	p.write("work/f", text+"\n")
	p.git("work", "add", "f")
	p.git("work", "commit", "--quiet", "--message", text)
}

// conflict leaves two branches that changed the same line; topic is checked out.
func (p *place) conflict() {
	p.git("work", "checkout", "--quiet", "-b", "topic")
	p.commit("topic")
	p.git("work", "checkout", "--quiet", "main")
	p.commit("main")
	p.git("work", "checkout", "--quiet", "topic")
}

func (p *place) read(folder string, want gitstate.Expected) (*gitstate.State, error) {
	git, err := gitexec.AsPerson(os.Getenv, p.environ())
	if err != nil {
		p.t.Fatal(err)
	}
	return gitstate.Read(context.Background(), git, filepath.Join(p.dir, folder), want)
}

// standing reads the same without files, as a policy does.
func (p *place) standing(folder string, want gitstate.Expected) (*gitstate.State, error) {
	git, err := gitexec.Alone(os.Getenv)
	if err != nil {
		p.t.Fatal(err)
	}
	return gitstate.Standing(context.Background(), git, filepath.Join(p.dir, folder), want)
}

// told is a state in few words.
func told(s *gitstate.State) string {
	var b strings.Builder
	switch {
	case s.Bare:
		b.WriteString("bare ")
	case s.Linked:
		b.WriteString("linked ")
	}
	switch {
	case s.Branch != nil:
		b.WriteString("on " + string(*s.Branch))
	case s.Detached:
		b.WriteString("detached")
	}
	if s.Head == nil {
		b.WriteString(", no commit")
	}
	if c := s.Changes; c != nil && c.Dirty() {
		fmt.Fprintf(&b, ", %d staged %d unstaged %d untracked %d conflicted", c.Staged, c.Unstaged, c.Untracked, c.Conflicted)
	}
	if u := s.Upstream; u != nil {
		fmt.Fprintf(&b, ", follows %s +%d -%d", u.Ref, u.Ahead, u.Behind)
		if u.Commit == nil {
			b.WriteString(" gone")
		}
	}
	if s.Operation != nil {
		b.WriteString(", in " + string(s.Operation.Kind))
	}
	if s.Base.State != gitstate.BaseNone {
		fmt.Fprintf(&b, ", base of %s %s +%d -%d, %d missing", s.Base.Source, s.Base.State, s.Base.Ahead, s.Base.Behind, len(s.Base.Missing))
	}
	return b.String()
}

// TestRead makes each shape that a worktree can have with git itself.
func TestRead(t *testing.T) {
	for name, row := range map[string]struct {
		make   func(p *place)
		folder string
		base   string
		want   string
	}{
		"a clean branch":                      {(*place).repo, "work", "", "on main"},
		"a folder in it":                      {func(p *place) { p.repo(); p.git("work", "init", "-q", "--template=", "sub") }, "work/.git/../", "", "on main, 0 staged 0 unstaged 1 untracked 0 conflicted"},
		"before the first commit":             {func(p *place) { p.git("", "init", "-q", "--template=", "-b", "trunk", "work"); p.write("work/f", "x") }, "work", "", "on trunk, no commit, 0 staged 0 unstaged 1 untracked 0 conflicted"},
		"a commit is checked out":             {func(p *place) { p.repo(); p.git("work", "checkout", "-q", "--detach") }, "work", "", "detached"},
		"a branch with the name of no branch": {func(p *place) { p.repo(); p.git("work", "checkout", "-q", "-b", "(detached)") }, "work", "", "on (detached)"},
		"a branch with dots and a slash":      {func(p *place) { p.repo(); p.git("work", "checkout", "-q", "-b", "feat.ui/x") }, "work", "", "on feat.ui/x"},
		"a bare repository":                   {func(p *place) { p.repo(); p.git("", "clone", "-q", "--bare", "work", "bare") }, "bare", "", "bare on main"},
		"an empty bare repository":            {func(p *place) { p.git("", "init", "-q", "--bare", "-b", "main", "bare") }, "bare", "", "bare on main, no commit"},
		"a linked worktree":                   {func(p *place) { p.repo(); p.git("work", "worktree", "add", "-q", "-b", "side", "../side") }, "side", "", "linked on side"},
		"a submodule": {func(p *place) {
			p.repo()
			p.git("", "init", "-q", "--template=", "-b", "main", "outer")
			p.git("outer", "submodule", "--quiet", "add", "../work", "inner")
		}, "outer/inner", "", "on main, follows refs/remotes/origin/main +0 -0"},
		"each kind of change": {func(p *place) {
			p.repo()
			p.write("work/new", "x")
			p.git("work", "add", "new")
			p.write("work/new", "y")
			p.write("work/f", "changed")
			p.write("work/other", "x")
			p.git("work", "mv", "f", "g")
		}, "work", "", "on main, 2 staged 2 unstaged 1 untracked 0 conflicted"},
		"ahead and behind": {func(p *place) {
			p.repo()
			p.git("", "clone", "-q", "work", "clone")
			p.commit("there")
			p.git("clone", "commit", "-q", "--allow-empty", "-m", "here")
			p.git("clone", "commit", "-q", "--allow-empty", "-m", "here")
			p.git("clone", "fetch", "-q")
		}, "clone", "", "on main, follows refs/remotes/origin/main +2 -1"},
		"an upstream that is gone": {func(p *place) {
			p.repo()
			p.git("", "clone", "-q", "work", "clone")
			p.git("clone", "update-ref", "-d", "refs/remotes/origin/main")
		}, "clone", "", "on main, follows refs/remotes/origin/main +0 -0 gone"},
		"a merge":             {func(p *place) { p.repo(); p.conflict(); _, _ = p.try("work", "merge", "main") }, "work", "", "on topic, 0 staged 0 unstaged 0 untracked 1 conflicted, in merge"},
		"a rebase":            {func(p *place) { p.repo(); p.conflict(); _, _ = p.try("work", "rebase", "main") }, "work", "", "detached, 0 staged 0 unstaged 0 untracked 1 conflicted, in rebase"},
		"a rebase by patches": {func(p *place) { p.repo(); p.conflict(); _, _ = p.try("work", "rebase", "--apply", "main") }, "work", "", "detached, 0 staged 0 unstaged 0 untracked 1 conflicted, in rebase"},
		"a cherry-pick":       {func(p *place) { p.repo(); p.conflict(); _, _ = p.try("work", "cherry-pick", "main") }, "work", "", "on topic, 0 staged 0 unstaged 0 untracked 1 conflicted, in cherry_pick"},
		"a revert":            {func(p *place) { p.repo(); p.commit("3"); _, _ = p.try("work", "revert", "HEAD~1") }, "work", "", "on main, 0 staged 0 unstaged 0 untracked 1 conflicted, in revert"},
		"a bisection":         {func(p *place) { p.repo(); p.git("work", "bisect", "start") }, "work", "", "on main, in bisect"},
		"mail that does not apply": {func(p *place) {
			p.repo()
			p.conflict()
			p.git("work", "format-patch", "-q", "-1", "main", "-o", p.dir)
			_, _ = p.try("work", "am", filepath.Join(p.dir, "0001-main.patch"))
		}, "work", "", "on topic, in am"},
		"a merge in a linked worktree": {func(p *place) {
			p.repo()
			p.conflict()
			p.git("work", "checkout", "-q", "main")
			p.git("work", "worktree", "add", "-q", "../side", "topic")
			_, _ = p.try("side", "merge", "main")
		}, "side", "", "linked on topic, 0 staged 0 unstaged 0 untracked 1 conflicted, in merge"},
		"a base that it stands on": {(*place).repo, "work", "main~1", "on main, base of flag matches +1 -0, 0 missing"},
		"a base that has gone on":  {func(p *place) { p.repo(); p.conflict() }, "work", "main", "on topic, base of flag diverged +1 -1, 1 missing"},
		"a base behind the edge of a shallow clone": {func(p *place) {
			p.repo()
			p.conflict()
			p.git("", "clone", "-q", "--depth=1", "--no-single-branch", "file://"+filepath.Join(p.dir, "work"), "clone")
		}, "clone", "origin/main", "on topic, follows refs/remotes/origin/topic +0 -0, base of flag unknown +1 -1, 0 missing"},
		"a base in a file":     {func(p *place) { p.repo(); p.write("work/.claw-base", "main~1\n") }, "work", "", "on main, 0 staged 0 unstaged 1 untracked 0 conflicted, base of file matches +1 -0, 0 missing"},
		"a flag before a file": {func(p *place) { p.repo(); p.write("work/.claw-base", "main~1\n") }, "work", "HEAD", "on main, 0 staged 0 unstaged 1 untracked 0 conflicted, base of flag matches +0 -0, 0 missing"},
		"a base before the first commit": {func(p *place) {
			p.repo()
			p.git("work", "checkout", "-q", "--orphan", "fresh")
			p.git("work", "rm", "-q", "-f", "f")
		}, "work", "main", "on fresh, no commit, base of flag diverged +0 -2, 2 missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			row.make(p)
			s, err := p.read(row.folder, gitstate.Expected{Base: row.base})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, told(s)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			standing, err := p.standing(row.folder, gitstate.Expected{Base: row.base})
			if s.Changes = nil; err != nil || !cmp.Equal(s, standing) {
				t.Errorf("without its files it stands otherwise: %v\n%s", err, cmp.Diff(s, standing))
			}
			if s.Head != nil && string(*s.Head) != p.git(row.folder, "rev-parse", "HEAD") {
				t.Errorf("HEAD is %s", *s.Head)
			}
		})
	}
}

// TestOutsideOfARepositoryThereIsNoState holds that nothing is never clean.
func TestOutsideOfARepositoryThereIsNoState(t *testing.T) {
	if s, err := newPlace(t).read("", gitstate.Expected{}); s != nil || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestWhatGitCannotSayIsAnError damages a repository.
func TestWhatGitCannotSayIsAnError(t *testing.T) {
	for name, damage := range map[string]func(p *place){
		"no repository any more": func(p *place) { p.write("work/.git/HEAD", "nonsense") },
		"a broken index":         func(p *place) { p.write("work/.git/index", "nonsense") },
		"a broken configuration": func(p *place) { p.write("work/.git/config", "[") },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.repo()
			damage(p)
			if s, err := p.read("work", gitstate.Expected{}); err == nil {
				t.Errorf("got %s", told(s))
			}
		})
	}
}

// TestABaseIsACommit gives what names none.
func TestABaseIsACommit(t *testing.T) {
	p := newPlace(t)
	p.repo()
	for _, said := range []string{"nowhere", "--all", "-h", "main:f", "main..HEAD", strings.Repeat("0", 40), "main\nmain"} {
		for target, want := range map[string]gitstate.Expected{
			said:              {Base: said},
			"base is " + said: {Base: said, BaseFrom: "base is", MainFrom: "main is"},
			"main is " + said: {Main: said, BaseFrom: "base is", MainFrom: "main is"},
		} {
			_, err := p.read("work", want)
			var typed *domain.Error
			if !errors.As(err, &typed) || typed.Kind != domain.ErrUsage || typed.Hint == "" || typed.Target != target {
				t.Errorf("%+v: %v", want, err)
			}
		}
	}
	p.write("work/.claw-base", "")
	if _, err := p.read("work", gitstate.Expected{}); err == nil {
		t.Error("an empty file names a base")
	}
}

// TestLookingChangesNothing compares the index of a worktree whose times are stale.
func TestLookingChangesNothing(t *testing.T) {
	p := newPlace(t)
	p.repo()
	p.write("work/f", "1\n") // as it was, and newer
	index := func() string {
		b, err := os.ReadFile(filepath.Join(p.dir, "work/.git/index"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := index()
	if s, err := p.read("work", gitstate.Expected{}); err != nil || s.Changes.Dirty() {
		t.Errorf("%+v, %v", s, err)
	}
	if index() != before {
		t.Error("git's index was written")
	}
}

func FuzzParseStatus(f *testing.F) {
	f.Add("# branch.oid (initial)\x00# branch.head main\x00# branch.ab +1 -2\x001 M. N... 1 2 3 a b f\x002 R. N... 1 2 3 a b R100 g\x00f\x00? x\x00u UU N... 1 2 3 4 a b c f\x00")
	f.Fuzz(func(t *testing.T, out string) {
		if c, err := gitstate.ParseStatus(out); err == nil && (c.Staged < 0 || c.Untracked > strings.Count(out, "?")) {
			t.Errorf("%+v", c)
		}
	})
}
