package gitpush_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitpush "github.com/clawable/claw/git/push"
)

const main = domain.Ref("refs/heads/main")

// pair is a clone and the bare repository that it pushes to.
type pair struct {
	t           *testing.T
	clone, bare string
}

func newPair(t *testing.T) *pair {
	p := &pair{t: t, clone: filepath.Join(t.TempDir(), "clone"), bare: filepath.Join(t.TempDir(), "bare.git")}
	p.git("", "init", "--quiet", "--bare", "--initial-branch=main", p.bare)
	p.git("", "init", "--quiet", "--initial-branch=main", p.clone)
	p.git(p.clone, "remote", "add", "origin", p.bare)
	return p
}

func environ() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=1767225600 +0000", "GIT_COMMITTER_DATE=1767225600 +0000")
}

func (p *pair) git(dir string, args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (p *pair) commit(message string) domain.CommitID {
	p.git(p.clone, "commit", "--quiet", "--allow-empty", "-m", message)
	return domain.CommitID(p.git(p.clone, "rev-parse", "HEAD"))
}

func (p *pair) hook(dir, name, script string) {
	p.t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pair) remote(name string) (*gitpush.Remote, error) {
	p.t.Helper()
	git, err := gitexec.AsPerson(os.Getenv, environ())
	if err != nil {
		p.t.Fatal(err)
	}
	return gitpush.Find(context.Background(), git, p.clone, name)
}

// TestPush pushes b, which is based on a, to a main that holds a.
func TestPush(t *testing.T) {
	for name, row := range map[string]struct {
		before func(p *pair, push *gitpush.Push)
		want   domain.ErrorKind
		lands  bool
	}{
		"a push":                    {func(*pair, *gitpush.Push) {}, "", true},
		"a base that moved":         {func(p *pair, push *gitpush.Push) { push.Base = push.Head }, domain.ErrConflict, false},
		"a base that was not there": {func(p *pair, push *gitpush.Push) { push.Base = "" }, domain.ErrConflict, false},
		"a new ref":                 {func(p *pair, push *gitpush.Push) { push.Ref, push.Base = "refs/heads/next", "" }, "", true},
		"a hook of the remote": {func(p *pair, _ *gitpush.Push) {
			p.hook(filepath.Join(p.bare, "hooks"), "pre-receive", "echo 'not on a Friday' >&2\nexit 1\n")
		}, domain.ErrPolicy, false},
		"a hook here": {func(p *pair, _ *gitpush.Push) {
			p.hook(filepath.Join(p.clone, ".git", "hooks"), "pre-push", "exit 1\n")
		}, domain.ErrPolicy, false},
		"a remote that is gone": {func(p *pair, _ *gitpush.Push) {
			if err := os.Rename(p.bare, p.bare+".away"); err != nil {
				p.t.Fatal(err)
			}
		}, domain.ErrNotFound, false},
		"a push that is to bring tags along": {func(p *pair, _ *gitpush.Push) {
			p.git(p.clone, "config", "push.followTags", "true")
			p.git(p.clone, "tag", "-a", "-m", "v1", "v1")
		}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t)
			push := gitpush.Push{Ref: main, Base: p.commit("a")}
			p.git(p.clone, "push", "--quiet", "origin", "main")
			push.Head = p.commit("b")
			r, err := p.remote("origin")
			if err != nil {
				t.Fatal(err)
			}
			row.before(p, &push)
			err = r.Push(context.Background(), push)
			if domain.KindOf(err) != row.want || (err == nil) != (row.want == "") {
				t.Errorf("error %v, want kind %q", err, row.want)
			}
			if row.want == domain.ErrNotFound {
				return
			}
			tip, err := r.Tip(context.Background(), push.Ref)
			if err != nil || (tip == push.Head) != row.lands {
				t.Errorf("tip %s %v, pushed %s", tip, err, push.Head)
			}
			if tags := p.git(p.bare, "tag"); tags != "" {
				t.Errorf("tags %q went along", tags)
			}
		})
	}
}

func TestTheRefusalSaysWhatTheRemoteSaid(t *testing.T) {
	p := newPair(t)
	push := gitpush.Push{Ref: main, Head: p.commit("a")}
	p.hook(filepath.Join(p.bare, "hooks"), "pre-receive", "echo 'not on a Friday' >&2\nexit 1\n")
	r, err := p.remote("origin")
	if err != nil {
		t.Fatal(err)
	}
	var e *domain.Error
	if err := r.Push(context.Background(), push); !errors.As(err, &e) || !strings.Contains(strings.Join(e.Cause, "\n"), "not on a Friday") {
		t.Errorf("%v", err)
	}
}

func TestFind(t *testing.T) {
	p := newPair(t)
	p.git(p.clone, "remote", "add", "both", p.bare)
	p.git(p.clone, "remote", "set-url", "--add", "--push", "both", p.bare)
	p.git(p.clone, "remote", "set-url", "--add", "--push", "both", p.bare+"2")
	for name, want := range map[string]domain.ErrorKind{"origin": "", "nobody": domain.ErrNotFound, "both": domain.ErrUsage, "-x": domain.ErrNotFound} {
		if _, err := p.remote(name); domain.KindOf(err) != want {
			t.Errorf("%s: %v, want kind %q", name, err, want)
		}
	}
}

// TestWhereOneReadsAndWhereOnePushesMayDiffer asks the place that is pushed to.
func TestWhereOneReadsAndWhereOnePushesMayDiffer(t *testing.T) {
	p := newPair(t)
	a := p.commit("a")
	p.git(p.clone, "remote", "set-url", "--push", "origin", p.bare)
	p.git(p.clone, "remote", "set-url", "origin", p.clone)
	r, err := p.remote("origin")
	if err != nil {
		t.Fatal(err)
	}
	if tip, err := r.Tip(context.Background(), main); err != nil || tip != "" {
		t.Errorf("tip %q %v of an empty place", tip, err)
	}
	if err := r.Push(context.Background(), gitpush.Push{Ref: main, Head: a}); err != nil {
		t.Fatal(err)
	}
	if tip, err := r.Tip(context.Background(), main); err != nil || tip != a {
		t.Errorf("tip %q %v, pushed %s", tip, err, a)
	}
}

func TestBringMovesNothingHere(t *testing.T) {
	p := newPair(t)
	p.commit("a")
	p.git(p.clone, "push", "--quiet", "origin", "main")
	p.git(p.clone, "push", "--quiet", "origin", "main:refs/heads/next")
	before := p.git(p.clone, "for-each-ref")
	r, err := p.remote("origin")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	p.git("", "clone", "--quiet", p.bare, other)
	p.git(other, "commit", "--quiet", "--allow-empty", "-m", "c")
	p.git(other, "push", "--quiet", "origin", "main")
	tip, err := r.Tip(context.Background(), main)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Bring(context.Background(), main); err != nil {
		t.Fatal(err)
	}
	p.git(p.clone, "cat-file", "-e", string(tip))
	if after := p.git(p.clone, "for-each-ref"); after != before {
		t.Errorf("refs were\n%s\nand are\n%s", before, after)
	}
}
