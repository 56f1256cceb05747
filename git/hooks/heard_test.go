package githooks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	githooks "github.com/clawable/claw/git/hooks"
)

// three is a name as repositories have that hash by SHA-256.
var three = strings.Repeat("3", 64)

func TestWhatHooksLayDownIsTheMoveOfABranch(t *testing.T) {
	oneCommit, twoCommit := domain.CommitID(one), domain.CommitID(two)
	for name, row := range map[string]struct {
		text string
		want githooks.BranchMove
		ok   bool
	}{
		"a merge":  {"post-merge\n" + one + " " + two + " refs/heads/main\n.\n", githooks.BranchMove{Ref: "refs/heads/main", Old: oneCommit, New: twoCommit}, true},
		"an amend": {"post-rewrite amend\n- " + two + " refs/heads/a\n" + one + " " + two + "\n.\n", githooks.BranchMove{Ref: "refs/heads/a", Old: oneCommit, New: twoCommit, Rewritten: []domain.RewrittenCommit{{Old: oneCommit, New: twoCommit}}}, true},
		"a rebase of no branch": {"post-rewrite rebase\n- " + three + " HEAD\n" + one + " " + three + "\n" + two + " " + three + " more\n.\n",
			githooks.BranchMove{Ref: "HEAD", New: domain.CommitID(three), Rewritten: []domain.RewrittenCommit{{Old: oneCommit, New: domain.CommitID(three)}, {Old: twoCommit, New: domain.CommitID(three)}}}, true},
		"commits that stayed as they were, and no commits": {"post-rewrite rebase\n" + one + " " + two + " refs/heads/a\n" + one + " " + one + "\nx y\n\n.\n",
			githooks.BranchMove{Ref: "refs/heads/a", Old: oneCommit, New: twoCommit}, true},
		"no branch":       {"post-merge\n" + one + " " + two + " main\n.\n", githooks.BranchMove{}, false},
		"no commit":       {"post-merge\n" + one + " x refs/heads/main\n.\n", githooks.BranchMove{}, false},
		"nothing":         {"post-merge\n\n.\n", githooks.BranchMove{}, false},
		"without its end": {"post-merge\n" + one + " " + two + " refs/heads/main\n", githooks.BranchMove{}, false},
		"another hook":    {"pre-commit\n" + one + " " + two + " refs/heads/main\n.\n", githooks.BranchMove{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			h, ok := githooks.ParseHeard(row.text)
			var got githooks.BranchMove
			if ok {
				got, ok = h.BranchMove()
			}
			if diff := cmp.Diff(row.want, got); diff != "" || ok != row.ok {
				t.Errorf("%t, want %t: -want +got\n%s", ok, row.ok, diff)
			}
		})
	}
}

// TestWhatWaitsIsListedInItsOrder holds that worktrees are looked at, that what is not all
// there waits, and that what is old goes, whatever the folder is called.
func TestWhatWaitsIsListedInItsOrder(t *testing.T) {
	y := newYard(t)
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for i, name := range []string{"claw-heard.9.1", "worktrees/beside/claw-heard.8.1", "claw-heard.7.1"} {
		y.write(y.path("[g]it/"+name), "post-merge\n"+name+"\n.\n", 0o644)
		if err := os.Chtimes(y.path("[g]it/"+name), noon, noon.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	y.write(y.path("[g]it/claw-heard.6.1"), "post-merge\nhalf", 0o644)
	y.write(y.path("[g]it/claw-push.9"), "origin\n", 0o644)
	told := func() (all []string) {
		waiting, err := githooks.Waiting(y.path("[g]it"))
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range waiting {
			all = append(all, h.Told)
		}
		return all
	}
	if diff := cmp.Diff([]string{"claw-heard.9.1", "worktrees/beside/claw-heard.8.1", "claw-heard.7.1"}, told()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	waiting, _ := githooks.Waiting(y.path("[g]it"))
	if got, want := waiting[1].NoteFile(), y.path("[g]it/worktrees/beside/claw-push.8"); got != want {
		t.Errorf("note %s, want %s", got, want)
	}
	githooks.Sweep(y.path("[g]it"), noon.Add(90*time.Second))
	if diff := cmp.Diff([]string{"claw-heard.7.1"}, told()); diff != "" {
		t.Errorf("swept: -want +got\n%s", diff)
	}
	for _, stays := range []string{"claw-heard.6.1", "claw-push.9"} {
		if _, err := os.Stat(filepath.Join(y.path("[g]it"), stays)); err != nil {
			t.Error(err)
		}
	}
}

// FuzzHeard checks that a parsed file names refs and objects, or nothing.
func FuzzHeard(f *testing.F) {
	f.Add("post-rewrite amend\n- " + two + " refs/heads/a\n" + one + " " + two + "\n.\n")
	f.Add("post-merge\n\n.\n")
	f.Fuzz(func(t *testing.T, text string) {
		h, ok := githooks.ParseHeard(text)
		if m, moved := h.BranchMove(); ok && moved && (len(m.New) < 40 || m.Ref != "HEAD" && !strings.HasPrefix(string(m.Ref), "refs/")) {
			t.Errorf("%+v", m)
		}
	})
}
