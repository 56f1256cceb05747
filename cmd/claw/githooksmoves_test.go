package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// branchMove is what a hook reported about a branch, in the subjects of commits.
type branchMove struct {
	Ref, Cause, Old, New string
	Rewritten            []string // "old > new"
}

// branchMoves lists what hooks reported about branches, in the order of the log.
func (y *yard) branchMoves() (all []branchMove) {
	y.t.Helper()
	out, err := y.wrapped("", "log", "export").Output()
	if err != nil {
		y.t.Fatal(err)
	}
	subject := func(id string) string {
		if id == "" {
			return ""
		}
		return y.git("work", "show", "--no-patch", "--format=%s", id)
	}
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, `"kind":"ref.moved"`) || !strings.Contains(line, `"channel":"hook:git"`) {
			continue
		}
		var e struct {
			Correlation string
			Data        struct {
				Ref, Cause, Old, New string
				Rewritten            []struct{ Old, New string }
			}
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			y.t.Fatal(err)
		}
		if e.Correlation == "" {
			y.t.Errorf("a move of %s names no run", e.Data.Ref)
		}
		one := branchMove{Ref: e.Data.Ref, Cause: e.Data.Cause, Old: subject(e.Data.Old), New: subject(e.Data.New)}
		for _, r := range e.Data.Rewritten {
			one.Rewritten = append(one.Rewritten, subject(r.Old)+" > "+subject(r.New))
		}
		all = append(all, one)
	}
	return all
}

// rewritten lists the commits that hooks say others took the place of.
func (y *yard) rewritten() (all []string) {
	y.t.Helper()
	for _, m := range y.branchMoves() {
		all = append(all, m.Rewritten...)
	}
	return all
}

// TestABranchThatIsWrittenAnewIsTold amends, rebases and merges by hand. What git then
// forgets is in the log, once, and an import of the repository records no move of it again.
func TestABranchThatIsWrittenAnewIsTold(t *testing.T) {
	const main = "refs/heads/main"
	several := branchMove{main, "rebase", "six", "six", nil}
	for _, s := range []string{"four", "five", "six"} {
		several.Rewritten = append(several.Rewritten, s+" > "+s)
	}
	for name, row := range map[string]struct {
		do   func(y *yard)
		want []branchMove
	}{
		"an amended commit": {func(y *yard) { y.hand("work", "commit", "--quiet", "--amend", "-m", "three again") },
			[]branchMove{{main, "commit", "three", "three again", []string{"three > three again"}}}},
		"amended twice": {func(y *yard) {
			y.hand("work", "commit", "--quiet", "--amend", "-m", "3b")
			y.hand("work", "commit", "--quiet", "--amend", "-m", "3c")
		}, []branchMove{{main, "commit", "three", "3b", []string{"three > 3b"}}, {main, "commit", "3b", "3c", []string{"3b > 3c"}}}},
		"amended without another word": {func(y *yard) { y.hand("work", "commit", "--quiet", "--amend", "--no-edit", "--allow-empty") }, nil},
		"amended on no branch": {func(y *yard) {
			y.git("work", "checkout", "--quiet", "--detach")
			y.hand("work", "commit", "--quiet", "--amend", "-m", "3b")
		}, []branchMove{{"HEAD", "commit", "three", "3b", []string{"three > 3b"}}}},
		"a rebase of several commits": {func(y *yard) {
			for _, s := range []string{"four", "five", "six"} {
				y.commit("work", s)
			}
			y.hand("work", "rebase", "--quiet", "--onto", "HEAD~4", "HEAD~3")
		}, []branchMove{several}},
		"a rebase that makes one of two": {func(y *yard) {
			y.git("work", "commit", "--quiet", "--allow-empty", "-m", "fixup! three")
			if out, err := y.byHand("work", []string{"GIT_SEQUENCE_EDITOR=true"}, "rebase", "--quiet", "-i", "--autosquash", "--onto", "HEAD~3", "HEAD~2"); err != nil {
				y.t.Fatal(out)
			}
		}, []branchMove{{main, "rebase", "fixup! three", "three", []string{"three > three", "fixup! three > three"}}}},
		"a rebase with nothing to do": {func(y *yard) { y.hand("work", "rebase", "--quiet", "HEAD~2") }, nil},
		"a rebase that git moves the branch after": {func(y *yard) { y.hand("work", "rebase", "--quiet", "--apply", "--onto", "HEAD~2", "HEAD~1") },
			[]branchMove{{"HEAD", "rebase", "", "three", []string{"three > three"}}}},
		"a merge": {func(y *yard) {
			y.aside()
			y.hand("work", "merge", "--quiet", "-m", "merged", "topic")
		}, []branchMove{{main, "merge", "three", "merged", nil}}},
		"a merge that only goes on": {func(y *yard) {
			y.git("work", "checkout", "--quiet", "-b", "behind", "HEAD~1")
			y.hand("work", "merge", "--quiet", "main")
		}, []branchMove{{"refs/heads/behind", "merge", "two", "three", nil}}},
		"a merge that is squashed": {func(y *yard) {
			y.aside()
			y.hand("work", "merge", "--quiet", "--squash", "topic")
		}, nil},
		"a pull": {func(y *yard) {
			y.git("", "clone", "--quiet", "bare.git", "theirs")
			y.commit("theirs", "theirs")
			y.git("theirs", "push", "--quiet", "origin", "main")
			y.hand("work", "pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main")
		}, []branchMove{{main, "merge", "three", "Merge branch 'main' of ../bare", nil}}},
		"in a worktree beside": {func(y *yard) {
			y.git("work", "worktree", "add", "--quiet", "-b", "side", "../beside")
			y.hand("beside", "commit", "--quiet", "--amend", "-m", "3b")
			y.hand("beside", "rebase", "--quiet", "--onto", "HEAD~2", "HEAD~1")
		}, []branchMove{{"refs/heads/side", "commit", "three", "3b", []string{"three > 3b"}}, {"refs/heads/side", "rebase", "3b", "3b", []string{"3b > 3b"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := hooked(t)
			y.must("import", "--from", "git", "work")
			row.do(y)
			if diff := cmp.Diff(row.want, y.branchMoves()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			y.must("import", "--from", "git", "work")
			y.wantToldOnce()
		})
	}
}

// aside makes a branch topic beside main.
func (y *yard) aside() {
	y.git("work", "checkout", "--quiet", "-b", "topic", "HEAD~1")
	y.commit("work", "aside")
	y.git("work", "checkout", "--quiet", "main")
}

// wantToldOnce holds that no move of a ref of work is in the log twice.
func (y *yard) wantToldOnce() {
	y.t.Helper()
	out, err := y.wrapped("", "log", "export").Output()
	if err != nil {
		y.t.Fatal(err)
	}
	times := map[string]int{}
	for line := range strings.Lines(string(out)) {
		var e struct {
			Kind string
			Data struct{ Ref, Old, New string }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			y.t.Fatal(err)
		}
		if e.Kind == "ref.moved" {
			times[fmt.Sprint(e.Data)]++
		}
	}
	for move, n := range times {
		if n > 1 {
			y.t.Errorf("told %d times: %s", n, move)
		}
	}
}

// TestAShipNamesWhatGitWroteAnew amends and rebases what is pushed then: one commit represents
// all that it was before.
func TestAShipNamesWhatGitWroteAnew(t *testing.T) {
	y := hooked(t)
	was := []string{y.git("work", "rev-parse", "HEAD")}
	y.hand("work", "commit", "--quiet", "--amend", "-m", "3b")
	was = append(was, y.git("work", "rev-parse", "HEAD"))
	y.hand("work", "rebase", "--quiet", "--onto", "HEAD~2", "HEAD~1")
	y.push("work", "origin", "main")
	head := y.git("work", "rev-parse", "HEAD")
	got := map[string]any{}
	for _, one := range y.must("ship", "show", head)["supersedes"].([]any) {
		s := one.(map[string]any)
		got[s["commit"].(string)] = []any{s["by"], s["how"]}
	}
	want := map[string]any{}
	for _, id := range was {
		want[id] = []any{head, "rewritten"}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestRefsInTablesTellTheSame pushes and amends where git keeps refs in reftables.
func TestRefsInTablesTellTheSame(t *testing.T) {
	y := newYard(t)
	cmd := exec.Command("git", "init", "--quiet", "--ref-format=reftable", "--initial-branch=main", filepath.Join(y.dir, "tables"))
	if out, err := cmd.CombinedOutput(); err != nil && strings.Contains(string(out), "unknown option") {
		t.Skip("this git is older than 2.45 and knows no reftables; TestABranchThatIsWrittenAnewIsTold and TestAPushIsRecordedAsItHappened hold the same of refs in files")
	} else if err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	if err := os.RemoveAll(filepath.Join(y.dir, "work")); err != nil {
		t.Fatal(err)
	}
	y.move("tables", "work")
	y.git("work", "remote", "add", "origin", "../bare.git")
	y.git("work", "config", "claw.repo", "example.org/yard")
	y.git("work", "pull", "--quiet", "origin", "main")
	y.hooks("work", "install")
	y.commit("work", "two")
	y.hand("work", "commit", "--quiet", "--amend", "-m", "2b")
	y.push("work", "origin", "main")
	if diff := cmp.Diff([]pushed{toMain("one", "2b", "2b")}, y.ships("work")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]branchMove{{"refs/heads/main", "commit", "two", "2b", []string{"two > 2b"}}}, y.branchMoves()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
