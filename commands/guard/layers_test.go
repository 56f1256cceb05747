package guarding_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// TestLayersComeFromTheFoldersAbove holds which files apply, the person's first and then from
// within outwards, up to the home folder.
func TestLayersComeFromTheFoldersAbove(t *testing.T) {
	outside := newFront(t)
	outside.policy(noPush)
	home := filepath.Join(outside.dir, "home")
	inner := filepath.Join(home, "work", "inner")
	for _, dir := range []string{filepath.Join(home, "settings"), filepath.Join(home, ".claw"), filepath.Join(inner, ".claw")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, guarding.PolicyName), []byte(noPush), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	place := guarding.Place{Dir: inner, Home: home, Settings: filepath.Join(home, "settings")}
	var got [][2]string
	for _, l := range place.Layers(nil, nil) {
		if l.Err != nil {
			t.Error(l.Err)
		}
		got = append(got, [2]string{l.Name, l.Source})
	}
	want := [][2]string{{guarding.LayerUser, filepath.Join(home, "settings", guarding.PolicyName)},
		{guarding.LayerProject, filepath.Join(inner, ".claw", guarding.PolicyName)}, {guarding.LayerProject, filepath.Join(home, ".claw", guarding.PolicyName)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("layers (-want +got):\n%s", diff)
	}
}

// TestALogThatCannotBeReadDenies holds that a log may be missing, and may not be unreadable.
func TestALogThatCannotBeReadDenies(t *testing.T) {
	f := newFront(t)
	damaged := errors.New("damaged")
	for trouble, want := range map[error]policy.Decision{nil: policy.None, eventlog.ErrNotFound: policy.None, damaged: policy.Deny} {
		layers, known := f.place().LayersOf(context.Background(), nil, trouble)
		act := policy.Action{Tool: "shell", Argv: []string{"ls"}}
		if v := policy.Evaluate(layers, &act); v.Decision != want || known != nil {
			t.Errorf("%v: decided %q, want %q", trouble, v.Decision, want)
		}
	}
}

// TestGitIsAskedOncePerFolder checks what an action contains about checkouts.
func TestGitIsAskedOncePerFolder(t *testing.T) {
	f := newFront(t)
	f.stands = policy.Checkout{Known: true, Stale: true, Says: "behind"}
	act := policy.Action{}
	found := f.place().Checkouts(context.Background(), &act, []string{"a", "b"})
	if diff := cmp.Diff([]string{"a", "b"}, f.asked); diff != "" || len(found) != 2 || found[1].Folder != "b" {
		t.Errorf("asked %v, found %+v", f.asked, found)
	}
	if act.Checkouts["a"].Says != "behind" || !act.Checkouts["b"].Stale {
		t.Errorf("the action was told %+v", act.Checkouts)
	}
}

// TestSurroundNamesTheBranchOfAWorktree holds that the link of a worktree is followed.
func TestSurroundNamesTheBranchOfAWorktree(t *testing.T) {
	f := newFront(t)
	for name, text := range map[string]string{".git": "gitdir: real/worktrees/w\n", "real/worktrees/w/HEAD": "ref: refs/heads/topic/a\n"} {
		file := filepath.Join(f.dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	act := policy.Action{}
	f.place().Surround(&act, nil)
	if act.Branch != "topic/a" || act.CWD != f.dir || act.Home != f.dir {
		t.Errorf("surrounded: %+v", act)
	}
}

// TestSurroundFollowsTheLinksThatACommandNames: missing files, and files that are no links, are not listed.
func TestSurroundFollowsTheLinksThatACommandNames(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "secret"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("secret", filepath.Join(dir, "s")); err != nil {
		t.Skip(err)
	}
	p, err := policy.Parse("x", []byte("version = 1\n[[rule]]\nid = \"secrets\"\ndecision = \"deny\"\nreason = \"no\"\npath = \"./secret/**\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	layers := []policy.Layer{{Name: "adopted", Policy: p, MayAllow: true}}
	act := policy.Action{Tool: "Bash", Command: "cat s/key secret/key none/key", CWD: dir}
	place := guarding.Place{Dir: dir, Home: dir, Env: func(string) string { return "" }}
	place.Surround(&act, layers)
	want := map[string]string{filepath.ToSlash(filepath.Join(dir, "s", "key")): filepath.ToSlash(filepath.Join(dir, "secret", "key"))}
	if diff := cmp.Diff(want, act.Links); diff != "" {
		t.Error(diff)
	}
	act.Command = "cat s/key"
	if v := policy.Evaluate(layers, &act); v.Decision != policy.Deny {
		t.Errorf("%q, want deny", v.Decision)
	}
}
