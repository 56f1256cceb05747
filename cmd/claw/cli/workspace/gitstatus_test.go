package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestGitStatusClaimsNothingWhereGitSaysNothing asks in a folder without a repository and of a
// base that the work lacks.
func TestGitStatusClaimsNothingWhereGitSaysNothing(t *testing.T) {
	w := clitest.New(t)
	w.Folder("plain")
	for name, row := range map[string]struct {
		args []string
		want []string
	}{
		"no repository":        {[]string{"plain"}, []string{`"repository": null`, `"dirty": null`, `"freshness": "unknown"`, `"no_repository"`}},
		"nobody expects":       {[]string{"repo.git"}, []string{`"state": "no_expected_base"`, `"freshness": "unknown"`, `"bare": true`}},
		"a base that it has":   {[]string{"repo.git", "--base", "main~1"}, []string{`"state": "matches"`, `"freshness": "current"`}},
		"a base that it lacks": {[]string{"repo.git", "--base", "refs/pull/7/head"}, []string{`"freshness"`, `"source": "flag"`}},
	} {
		out := w.Must(append([]string{"git", "status", "--json"}, row.args...)...).Out
		for _, want := range row.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %s in\n%s", name, want, out)
			}
		}
	}
}

// TestAStaleWorktreeIsSaidToBe has a worktree that lacks a commit of its expected base.
func TestAStaleWorktreeIsSaidToBe(t *testing.T) {
	s := clitest.NewShop(clitest.New(t))
	s.Git("checkout", "--quiet", "-b", "topic")
	s.Git("checkout", "--quiet", "main")
	s.Write()
	missing := s.Git("rev-parse", "main")
	s.Git("checkout", "--quiet", "topic")
	s.File("work/.claw-base", "main\n")
	out := s.Must("git", "status", "work", "--json").Out
	for _, want := range []string{`"state": "diverged"`, `"freshness": "stale"`, `"behind": 1`, missing, `"dirty": true`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if text := s.Must("git", "status", "work").Out; !strings.Contains(text, "stale") {
		t.Errorf("text:\n%s", text)
	}
}

// TestAStaleBranchIsOneFact records the state of a branch, which no later run on the same state
// records again, and which moves no lane when none is named.
func TestAStaleBranchIsOneFact(t *testing.T) {
	s := clitest.NewShop(clitest.New(t))
	s.Write()
	s.Git("checkout", "--quiet", "-b", "topic", "main~1")
	lanes := s.Must("lanes", "--json").Out
	recorded := func(args ...string) []any {
		t.Helper()
		return clitest.Documents(t, s.Must(append([]string{"git", "status", "work", "--json", "--main", "main"}, args...)...).Out)[0]["recorded"].([]any)
	}
	if got := recorded(); len(got) != 0 {
		t.Errorf("a look records %v", got)
	}
	first := recorded("--record")
	if len(first) != 1 {
		t.Fatalf("recorded %v", first)
	}
	if got := recorded("--record"); len(got) != 0 {
		t.Errorf("the same is told again: %v", got)
	}
	event := s.Must("log", "read", "--kind", "branch.stale_against_main").Out
	for _, want := range []string{first[0].(string), s.Git("rev-parse", "main"), `"recommended_action":"merge"`, `"commits_behind":1`, `"healthcheck"`} {
		if !strings.Contains(event, want) {
			t.Errorf("no %s in\n%s", want, event)
		}
	}
	if now := s.Must("lanes", "--json").Out; listed(t, now) != listed(t, lanes) {
		t.Errorf("it made a lane:\n%s", now)
	}
	s.Git("merge", "--quiet", "--ff-only", "main")
	if got := recorded("--record"); len(got) != 1 {
		t.Errorf("that it is fresh again is told as %v", got)
	}
}

func listed(t *testing.T, lanes string) float64 {
	return clitest.Documents(t, lanes)[0]["total"].(float64)
}

// TestMainIsNeverGuessed asks in clones of which the remote's default branch is known, gone
// and not known, and without a log anywhere.
func TestMainIsNeverGuessed(t *testing.T) {
	s := clitest.NewShop(clitest.New(t))
	s.Write()
	s.NothingRecorded()
	s.Git("clone", "--quiet", ".", "../clone")
	in := func(args ...string) { t.Helper(); s.Git(append([]string{"-C", "../clone"}, args...)...) }
	status := func(args ...string) string {
		t.Helper()
		return s.Must(append([]string{"git", "status", "clone"}, args...)...).Out
	}
	holds := func(out string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in\n%s", want, out)
			}
		}
	}
	in("checkout", "--quiet", "--no-track", "-b", "topic", "origin/main~1")
	holds(status(), " refs/remotes/origin/main ", "by remote: stale, 0 ahead, 1 behind", "merge: git merge --ff-only origin/main")
	in("commit", "--quiet", "--allow-empty", "-m", "mine")
	holds(status(), "stale, 1 ahead, 1 behind", "rebase: git rebase origin/main")
	holds(status("--json"), `"freshness": "stale"`, `"recommended_action": "rebase"`, `"source": "remote"`)
	in("checkout", "--quiet", "--detach", "origin/main")
	holds(status("--json"), `"freshness": "current"`, `"advice": null`)
	in("update-ref", "-d", "refs/remotes/origin/main")
	holds(status("--json"), `"freshness": "unknown"`, `"recommended_action": "fetch"`)
	in("symbolic-ref", "--delete", "refs/remotes/origin/HEAD")
	holds(status(), "unknown: nobody knows", "fetch: git remote set-head origin --auto")
	for flag, kind := range map[string]string{"--main=nowhere": "usage", "--record": "not_found"} {
		if got := s.Run("git", "status", "clone", "--json", flag); got.Code == 0 || !strings.Contains(got.Out, `"kind": "`+kind+`"`) {
			t.Errorf("%s: exit %d\n%s", flag, got.Code, got.Out)
		}
	}
}

// TestWorkInAnotherTreeThanTheLanesIsSaidToBe binds a lane to one worktree and looks at
// another: the lane's finish does not hold then.
func TestWorkInAnotherTreeThanTheLanesIsSaidToBe(t *testing.T) {
	s := clitest.NewShop(clitest.New(t))
	s.Git("worktree", "add", "--quiet", "-b", "side", "../side")
	s.Folder("work/below")
	s.In = `{"id":"01JNGS0000000000000000000A","kind":"lane.started","version":1,"stream":"lane-01JNGS00000000000000000000","emitter":"me","source":{"kind":"live_lane"},` +
		`"subject":{"worktree":"` + s.Path("work/below") + `"},"data":{"expects":["workspace"]}}` + "\n" +
		`{"id":"01JNGS0000000000000000000B","kind":"lane.finished","version":1,"stream":"lane-01JNGS00000000000000000000","emitter":"me","causes":["01JNGS0000000000000000000A"],` +
		`"source":{"kind":"live_lane"},"data":{}}` + "\n"
	s.Must("log", "append", "-")
	const lane = "01JNGS00000000000000000000"
	status := func(folder string, args ...string) map[string]any {
		t.Helper()
		return clitest.Documents(t, s.Must(append([]string{"git", "status", folder, "--json", "--main", "HEAD", "--lane", lane}, args...)...).Out)[0]
	}
	if w := status("work")["workspace"].(map[string]any); w["state"] != "matches" {
		t.Errorf("in the lane's tree: %v", w)
	}
	before := clitest.Documents(t, s.Must("lane", "outcome", lane, "--json").Out)[0]
	d := status("side", "--record")
	w := d["workspace"].(map[string]any)
	if got := fmt.Sprintf("%v%v %v", w["state"], w["differs"], w["actual"]); got != "mismatch[worktree] map[branch:side repo:"+s.Git("rev-parse", "HEAD")+" worktree:"+s.Path("side")+"]" {
		t.Errorf("in another tree: %s", got)
	}
	if n := len(d["recorded"].([]any)); n != 2 {
		t.Errorf("%d facts recorded, want that it is fresh and in the wrong tree", n)
	}
	after := clitest.Documents(t, s.Must("lane", "outcome", lane, "--json").Out)[0]
	if before["outcome"] != "finished" || after["outcome"] != "failed_verify" || after["failure_class"] != "workspace_mismatch" {
		t.Errorf("%v, then %v (%v)", before["outcome"], after["outcome"], after["failure_class"])
	}
	if again := status("side", "--record")["recorded"].([]any); len(again) != 0 {
		t.Errorf("told again: %v", again)
	}
	if text := s.Must("git", "status", "side", "--lane", lane).Out; !strings.Contains(text, lane+": mismatch") || !strings.Contains(text, "the lane's is") {
		t.Errorf("text:\n%s", text)
	}
	if none := status("home")["repository"]; none != nil {
		t.Errorf("outside of a repository: %v", none)
	}
}
