package policycmd_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// staleShop is a worktree whose branch lacks a commit of main, with a log and a policy that asks.
func staleShop(t *testing.T) *clitest.Shop {
	s := clitest.NewShop(clitest.Patient(t))
	s.Must("init", "--user")
	s.File("policy.toml", clitest.Read(t, clitest.InRepository("policy/testdata/fresh-first.toml")))
	s.Must("policy", "adopt", "policy.toml")
	s.Write()
	s.Git("checkout", "--quiet", "-b", "topic", "main~1")
	s.File("work/.git/info/exclude", ".claw-base\n")
	s.File("work/.claw-base", "main\n")
	return s
}

// TestStaleWorkIsHeldBackBeforeBroadTests follows an agent from the tests that it may not run to those
// that it may, and reads what the log contains about it.
func TestStaleWorkIsHeldBackBeforeBroadTests(t *testing.T) {
	s := staleShop(t)
	missing := s.Git("rev-parse", "main")
	for range 2 {
		got, reason := s.Call("PreToolUse", "work", "go test ./...")
		want := "Now the work in " + s.Path("work") + " lacks 1 commit of main: " + missing[:12] + ". Instead: git merge --ff-only main; test what you changed."
		if got != "deny" || !strings.Contains(reason, want) {
			t.Fatalf("%q: %s", got, reason)
		}
	}
	for command, want := range map[string]string{"go test ./policy": "", "npm test": "deny"} {
		if got, reason := s.Call("PreToolUse", "work", command); got != want {
			t.Errorf("%s: %q, %s", command, got, reason)
		}
	}
	stale := clitest.Documents(t, s.Must("log", "read", "--kind", "branch.stale_against_main").Out)
	if len(stale) != 1 {
		t.Fatalf("the log has %d facts of one state", len(stale))
	}
	told := stale[0]["data"].(map[string]any)
	if told["recommended_action"] != "merge" || told["missing_commits"].([]any)[0] != missing {
		t.Errorf("it says %v", told)
	}
	ruling := clitest.Documents(t, s.Must("log", "read", "--kind", "policy.evaluated").Out)[0]["data"].(map[string]any)
	if diff := cmp.Diff([]any{stale[0]["id"]}, ruling["evidence"]); diff != "" {
		t.Errorf("what the ruling rests on: -want +got\n%s", diff)
	}
	blocked := clitest.Documents(t, s.Must("log", "read", "--kind", "policy.action_blocked").Out)[0]["data"].(map[string]any)
	if blocked["next"] != "freshen_branch" {
		t.Errorf("next is %v", blocked["next"])
	}
	if got := clitest.Documents(t, s.Must("git", "status", "work", "--record", "--json").Out)[0]["recorded"].([]any); len(got) != 0 {
		t.Errorf("git status tells the same state again: %v", got)
	}
	s.Git("merge", "--quiet", "--ff-only", "main")
	if got, reason := s.Call("PreToolUse", "work", "go test ./..."); got != "" {
		t.Errorf("current work: %q, %s", got, reason)
	}
}

// TestWhatNobodyCanTellOfACheckoutIsNotFresh damages what says how fresh a work is: nothing that is
// taken away, spoilt or computed lets through what stale work may not.
func TestWhatNobodyCanTellOfACheckoutIsNotFresh(t *testing.T) {
	for name, row := range map[string]struct {
		damage       func(s *clitest.Shop)
		folder, says string
	}{
		"no expected base":         {func(s *clitest.Shop) { remove(s.World, "work/.claw-base") }, "work", "nobody knows which branch the work"},
		"a base that is nowhere":   {func(s *clitest.Shop) { s.File("work/.claw-base", "mian\n") }, "work", "git does not say"},
		"a base of no text":        {func(s *clitest.Shop) { s.File("work/.claw-base", "") }, "work", "git does not say"},
		"a base that is a folder":  {func(s *clitest.Shop) { remove(s.World, "work/.claw-base"); s.Folder("work/.claw-base") }, "work", "git does not say"},
		"no repository":            {func(s *clitest.Shop) { remove(s.World, "work/.git") }, "work", "no git repository is around"},
		"a repository in pieces":   {func(s *clitest.Shop) { s.File("work/.git/HEAD", "nonsense") }, "work", "git does not say"},
		"a configuration in bits":  {func(s *clitest.Shop) { s.File("work/.git/config", "[") }, "work", "git does not say"},
		"a branch in pieces":       {func(s *clitest.Shop) { s.File("work/.git/refs/heads/topic", "nonsense\n") }, "work", "git does not say"},
		"commits that are gone":    {func(s *clitest.Shop) { remove(s.World, "work/.git/objects"); s.Folder("work/.git/objects") }, "work", "git does not say"},
		"no git":                   {func(s *clitest.Shop) { s.Env["PATH"] = s.Path("home") }, "work", "no git program"},
		"a folder that is nowhere": {func(*clitest.Shop) {}, "elsewhere", "git does not say"},
		"a shallow clone": {func(s *clitest.Shop) {
			s.Git("clone", "--quiet", "--depth=1", "--branch=topic", "--no-single-branch", "file://"+s.Path("work"), s.Path("clone"))
			s.File("clone/.claw-base", "origin/main\n")
		}, "clone", "is shallow"},
	} {
		t.Run(name, func(t *testing.T) {
			s := staleShop(t)
			row.damage(s)
			got, reason := s.Call("PreToolUse", row.folder, "go test ./...")
			if got != "deny" || !strings.Contains(reason, "Now ") || !strings.Contains(reason, row.says) {
				t.Errorf("%q: %s", got, reason)
			}
			if facts := s.Must("log", "read", "--kind", "branch.stale_against_main").Out; facts != "" {
				t.Errorf("what nobody can tell is told as stale: %s", facts)
			}
		})
	}
}

func remove(w *clitest.World, name string) {
	if err := os.RemoveAll(w.Path(name)); err != nil {
		w.T.Fatal(err)
	}
}

// TestGitIsAskedOnlyWhereARuleWouldHold counts the starts of git, and lets a repository name programs
// that git would run for a user who reads files.
func TestGitIsAskedOnlyWhereARuleWouldHold(t *testing.T) {
	s := staleShop(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	s.File("bin/git", "#!/bin/sh\necho asked >>'"+s.Path("asked")+"'\nexec '"+program+"' \"$@\"\n")
	if err := os.Chmod(s.Path("bin/git"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.Env["PATH"] = s.Path("bin") + ":" + s.Env["PATH"]
	s.Git("config", "core.fsmonitor", "touch "+s.Path("ran"))
	s.Git("config", "filter.x.clean", "touch "+s.Path("ran"))
	s.File("work/.git/info/attributes", "* filter=x\n")
	s.File("work/f1", "changed\n")
	for _, command := range []string{"ls", "go test ./policy", "git push origin main"} {
		s.Call("PreToolUse", "work", command)
		if _, err := os.Stat(s.Path("asked")); err == nil {
			t.Fatalf("git was started for %s", command)
		}
	}
	if got, reason := s.Call("PreToolUse", "work", "go test ./..."); got != "deny" {
		t.Errorf("%q: %s", got, reason)
	}
	if _, err := os.Stat(s.Path("asked")); err != nil {
		t.Error("git was not asked")
	}
	if _, err := os.Stat(s.Path("ran")); err == nil {
		t.Error("what the repository names was run")
	}
}

// TestAnApprovalOfStaleWorkIsSpent requests an approval to test stale work: the result is recorded
// although the work is current by then.
func TestAnApprovalOfStaleWorkIsSpent(t *testing.T) {
	s := staleShop(t)
	_, reason := s.Call("PreToolUse", "work", "npm test")
	stream := clitest.Stream(t, regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	s.Grant(stream)
	if got, reason := s.Call("PreToolUse", "work", "npm test"); got != "allow" {
		t.Fatalf("%q: %s", got, reason)
	}
	s.Git("merge", "--quiet", "--ff-only", "main")
	s.Call("PostToolUse", "work", "npm test")
	shown := clitest.Documents(t, s.Must("approval", "show", stream.String(), "--json").Out)[0]
	uses := shown["consumptions"].([]any)
	if len(uses) != 1 || uses[0].(map[string]any)["result"] == "unknown" {
		t.Errorf("uses %v", uses)
	}
}

// TestPolicyCheckSaysHowTheWorkStands checks as a person does.
func TestPolicyCheckSaysHowTheWorkStands(t *testing.T) {
	s := staleShop(t)
	s.Git("config", "claw.repo", "example.org/shop")
	s.Tune = func(p *app.Program) { p.Dir = s.Path("work") }
	a := s.Run("policy", "check", "--json", "--", "go", "test", "./...")
	d := clitest.Documents(t, a.Out)[0]
	at := d["checkouts"].([]any)[0].(map[string]any)
	if a.Code != 3 || at["freshness"] != "stale" || at["advice"].(map[string]any)["recommended_action"] != "merge" {
		t.Errorf("exit %d: %v", a.Code, at)
	}
	if next := d["rule"].(map[string]any)["next"].([]any); next[0] != "git merge --ff-only main" {
		t.Errorf("next: %v", next)
	}
	if text := s.Run("policy", "explain", "--command", "cd .. && npm test").Out; !strings.Contains(text, "no git repository is around "+s.Dir) || !strings.Contains(text, "stale: the work in") {
		t.Errorf("text:\n%s", text)
	}
	s.Git("merge", "--quiet", "--ff-only", "main")
	if out := s.Must("policy", "check", "--json", "--", "go", "test", "./...").Out; !strings.Contains(out, `"freshness": "current"`) || !strings.Contains(out, `"decision": "none"`) {
		t.Errorf("current work: %s", out)
	}
}
