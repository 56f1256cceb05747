package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// staleShop is a worktree whose branch lacks a commit of main, with a log and a policy that asks.
func staleShop(t *testing.T) *shop {
	s := newShop(patient(t))
	s.must("init", "--user")
	s.file("policy.toml", read(t, "../../../policy/testdata/fresh-first.toml"))
	s.must("policy", "adopt", "policy.toml")
	s.commit()
	s.git("checkout", "--quiet", "-b", "topic", "main~1")
	s.file("work/.git/info/exclude", ".claw-base\n")
	s.file("work/.claw-base", "main\n")
	return s
}

// call is a call of a shell in a folder, as a hook is handed it.
func (w *world) call(event, folder, command string) (decided, reason string) {
	w.t.Helper()
	in := strings.Replace(bash(event, command), `"cwd":"/work"`, fmt.Sprintf(`"cwd":%q`, w.path(folder)), 1)
	return decision(w.t, w.hook(in, "claude-code", "--enforce"))
}

// TestStaleWorkIsHeldBackBeforeBroadTests follows an agent from the tests that it may not run to those
// that it may, and reads what the log knows of it.
func TestStaleWorkIsHeldBackBeforeBroadTests(t *testing.T) {
	s := staleShop(t)
	missing := s.git("rev-parse", "main")
	for range 2 {
		got, reason := s.call("PreToolUse", "work", "go test ./...")
		want := "Now the work in " + s.path("work") + " lacks 1 commit of main: " + missing[:12] + ". Instead: git merge --ff-only main; test what you changed."
		if got != "deny" || !strings.Contains(reason, want) {
			t.Fatalf("%q: %s", got, reason)
		}
	}
	for command, want := range map[string]string{"go test ./policy": "", "npm test": "deny"} {
		if got, reason := s.call("PreToolUse", "work", command); got != want {
			t.Errorf("%s: %q, %s", command, got, reason)
		}
	}
	stale := documents(t, s.must("log", "read", "--kind", "branch.stale_against_main").Out)
	if len(stale) != 1 {
		t.Fatalf("the log has %d facts of one state", len(stale))
	}
	told := stale[0]["data"].(map[string]any)
	if told["recommended_action"] != "merge" || told["missing_commits"].([]any)[0] != missing {
		t.Errorf("it says %v", told)
	}
	ruling := documents(t, s.must("log", "read", "--kind", "policy.evaluated").Out)[0]["data"].(map[string]any)
	if diff := cmp.Diff([]any{stale[0]["id"]}, ruling["evidence"]); diff != "" {
		t.Errorf("what the ruling rests on: -want +got\n%s", diff)
	}
	blocked := documents(t, s.must("log", "read", "--kind", "policy.action_blocked").Out)[0]["data"].(map[string]any)
	if blocked["next"] != "freshen_branch" {
		t.Errorf("next is %v", blocked["next"])
	}
	if got := documents(t, s.must("git", "status", "work", "--record", "--json").Out)[0]["recorded"].([]any); len(got) != 0 {
		t.Errorf("git status tells the same state again: %v", got)
	}
	s.git("merge", "--quiet", "--ff-only", "main")
	if got, reason := s.call("PreToolUse", "work", "go test ./..."); got != "" {
		t.Errorf("current work: %q, %s", got, reason)
	}
}

// TestWhatNobodyCanTellOfACheckoutIsNotFresh damages what says how fresh a work is: nothing that is
// taken away, spoilt or computed lets through what stale work may not.
func TestWhatNobodyCanTellOfACheckoutIsNotFresh(t *testing.T) {
	for name, row := range map[string]struct {
		damage       func(s *shop)
		folder, says string
	}{
		"no expected base":         {func(s *shop) { s.remove("work/.claw-base") }, "work", "nobody knows which branch the work"},
		"a base that is nowhere":   {func(s *shop) { s.file("work/.claw-base", "mian\n") }, "work", "git does not say"},
		"a base of no text":        {func(s *shop) { s.file("work/.claw-base", "") }, "work", "git does not say"},
		"a base that is a folder":  {func(s *shop) { s.remove("work/.claw-base"); s.folder("work/.claw-base") }, "work", "git does not say"},
		"no repository":            {func(s *shop) { s.remove("work/.git") }, "work", "no git repository is around"},
		"a repository in pieces":   {func(s *shop) { s.file("work/.git/HEAD", "nonsense") }, "work", "git does not say"},
		"a configuration in bits":  {func(s *shop) { s.file("work/.git/config", "[") }, "work", "git does not say"},
		"a branch in pieces":       {func(s *shop) { s.file("work/.git/refs/heads/topic", "nonsense\n") }, "work", "git does not say"},
		"commits that are gone":    {func(s *shop) { s.remove("work/.git/objects"); s.folder("work/.git/objects") }, "work", "git does not say"},
		"no git":                   {func(s *shop) { s.env["PATH"] = s.path("home") }, "work", "no git program"},
		"a folder that is nowhere": {func(*shop) {}, "elsewhere", "git does not say"},
		"a shallow clone": {func(s *shop) {
			s.git("clone", "--quiet", "--depth=1", "--branch=topic", "--no-single-branch", "file://"+s.path("work"), s.path("clone"))
			s.file("clone/.claw-base", "origin/main\n")
		}, "clone", "is shallow"},
	} {
		t.Run(name, func(t *testing.T) {
			s := staleShop(t)
			row.damage(s)
			got, reason := s.call("PreToolUse", row.folder, "go test ./...")
			if got != "deny" || !strings.Contains(reason, "Now ") || !strings.Contains(reason, row.says) {
				t.Errorf("%q: %s", got, reason)
			}
			if facts := s.must("log", "read", "--kind", "branch.stale_against_main").Out; facts != "" {
				t.Errorf("what nobody can tell is told as stale: %s", facts)
			}
		})
	}
}

func (w *world) remove(name string) {
	if err := os.RemoveAll(w.path(name)); err != nil {
		w.t.Fatal(err)
	}
}

// TestGitIsAskedOnlyWhereARuleWouldHold counts the starts of git, and lets a repository name programs
// that git would run for a person who looks at files.
func TestGitIsAskedOnlyWhereARuleWouldHold(t *testing.T) {
	s := staleShop(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	s.file("bin/git", "#!/bin/sh\necho asked >>'"+s.path("asked")+"'\nexec '"+program+"' \"$@\"\n")
	if err := os.Chmod(s.path("bin/git"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.env["PATH"] = s.path("bin") + ":" + s.env["PATH"]
	s.git("config", "core.fsmonitor", "touch "+s.path("ran"))
	s.git("config", "filter.x.clean", "touch "+s.path("ran"))
	s.file("work/.git/info/attributes", "* filter=x\n")
	s.file("work/f1", "changed\n")
	for _, command := range []string{"ls", "go test ./policy", "git push origin main"} {
		s.call("PreToolUse", "work", command)
		if _, err := os.Stat(s.path("asked")); err == nil {
			t.Fatalf("git was started for %s", command)
		}
	}
	if got, reason := s.call("PreToolUse", "work", "go test ./..."); got != "deny" {
		t.Errorf("%q: %s", got, reason)
	}
	if _, err := os.Stat(s.path("asked")); err != nil {
		t.Error("git was not asked")
	}
	if _, err := os.Stat(s.path("ran")); err == nil {
		t.Error("what the repository names was run")
	}
}

// TestAnApprovalOfStaleWorkIsSpent: who has to test stale work asks for it, and how it came out is
// recorded though the work is current by then.
func TestAnApprovalOfStaleWorkIsSpent(t *testing.T) {
	s := staleShop(t)
	_, reason := s.call("PreToolUse", "work", "npm test")
	stream := mustStream(t, regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	s.grant(stream)
	if got, reason := s.call("PreToolUse", "work", "npm test"); got != "allow" {
		t.Fatalf("%q: %s", got, reason)
	}
	s.git("merge", "--quiet", "--ff-only", "main")
	s.call("PostToolUse", "work", "npm test")
	shown := documents(t, s.must("approval", "show", stream.String(), "--json").Out)[0]
	uses := shown["consumptions"].([]any)
	if len(uses) != 1 || uses[0].(map[string]any)["result"] == "unknown" {
		t.Errorf("uses %v", uses)
	}
}

// TestPolicyCheckSaysHowTheWorkStands asks as a person does.
func TestPolicyCheckSaysHowTheWorkStands(t *testing.T) {
	s := staleShop(t)
	s.git("config", "claw.repo", "example.org/shop")
	s.tune = func(p *app.Program) { p.Dir = s.path("work") }
	a := s.run("policy", "check", "--json", "--", "go", "test", "./...")
	d := documents(t, a.Out)[0]
	at := d["checkouts"].([]any)[0].(map[string]any)
	if a.Code != 3 || at["freshness"] != "stale" || at["advice"].(map[string]any)["recommended_action"] != "merge" {
		t.Errorf("exit %d: %v", a.Code, at)
	}
	if next := d["rule"].(map[string]any)["next"].([]any); next[0] != "git merge --ff-only main" {
		t.Errorf("next: %v", next)
	}
	if text := s.run("policy", "explain", "--command", "cd .. && npm test").Out; !strings.Contains(text, "no git repository is around "+s.dir) || !strings.Contains(text, "stale: the work in") {
		t.Errorf("text:\n%s", text)
	}
	s.git("merge", "--quiet", "--ff-only", "main")
	if out := s.must("policy", "check", "--json", "--", "go", "test", "./...").Out; !strings.Contains(out, `"freshness": "current"`) || !strings.Contains(out, `"decision": "none"`) {
		t.Errorf("current work: %s", out)
	}
}
