package lookcmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestALaneIsLedToFinished is the full path of a lane: a person starts it and states what its finish
// needs; an agent works, as hooks report; the person claims that it is done; and the log credits
// the claim step by step as the work arrives in a repository and its remote.
func TestALaneIsLedToFinished(t *testing.T) {
	s := newStory(t)
	lane := clitest.Documents(t, s.Must("lane", "start", "--expects", "writes,green:workspace,pushed", "--owner", "ana",
		"--purpose", "fix", "--worktree", s.repo, "--json").Out)[0]["lane"].(string)

	s.tells("SessionStart", map[string]any{"source": "startup"})
	s.Must("lane", "bind", lane, "claude-code/s1", "--worktree", s.repo)
	s.tells("UserPromptSubmit", map[string]any{"prompt": "double it"})
	s.is(lane, "none")
	file := filepath.Join(s.repo, "double.go")
	s.calls("w1", "Write", map[string]any{"file_path": file, "content": "package double\n"}, map[string]any{"type": "create", "filePath": file},
		func() { s.write("double.go", "package double\n") })
	s.Must("lane", "finish", lane, "--result", "doubled")
	s.is(lane, "finished_pending_writes")

	s.shell("c1", "git add -A && git commit -m 'Double it'", func() string { s.git("add", "-A"); return s.git("commit", "-m", "Double it") })
	commit := strings.TrimSpace(s.git("rev-parse", "HEAD"))
	s.Must("import", "--from", "git", s.repo)
	s.Must("lane", "finish", lane, "--result", "doubled", "--commit", commit)
	s.is(lane, "finished_pending_green")

	s.shell("t1", "go test ./...", func() string { return "ok  \texample.org/double\t0.012s\n" })
	s.is(lane, "finished_pending_pushed")

	s.shell("p1", "git push origin main", func() string { return s.git("push", "origin", "main") })
	s.Must("ship", "scan", s.repo)
	s.is(lane, "finished")
	s.Must("lane", "accept", lane, "--reason", "read it")
	if out := s.Must("lane", "show", lane).Out; !strings.Contains(out, "by operator/dev, trust medium") {
		t.Errorf("who accepted is not shown:\n%s", out)
	}
}

// TestACommitIsOfTheSessionWhoseCallMadeIt ships the commit of a session that nothing in the commit
// names: what git printed in the session's call ties the two.
func TestACommitIsOfTheSessionWhoseCallMadeIt(t *testing.T) {
	s := newStory(t)
	s.tells("SessionStart", map[string]any{"source": "startup"})
	s.tells("UserPromptSubmit", map[string]any{"prompt": "double it"})
	s.write("double.go", "package double\n")
	s.shell("c1", "git add -A && git commit -m 'Double it'", func() string { s.git("add", "-A"); return s.git("commit", "-m", "Double it") })
	s.write("other.go", "package double\n")
	s.git("add", "-A")
	s.git("commit", "-m", "By nobody that the log knows")
	s.shell("l1", "git log --oneline -1", func() string { return s.git("log", "--oneline", "-1") })
	s.shell("p1", "git push origin main", func() string { return s.git("push", "origin", "main") })
	all := strings.Fields(s.git("rev-list", "-2", "--reverse", "HEAD"))
	commit, other := all[0], all[1]

	row := func() map[string]any {
		return clitest.Documents(t, s.Must("sessions", "--json").Out)[0]["sessions"].([]any)[0].(map[string]any)
	}
	if diff := cmp.Diff([]any{commit[:7]}, row()["commits"]); diff != "" {
		t.Errorf("commits before the repository is read (-want +got):\n%s", diff)
	}
	if out := s.Must("sessions", "--commit", commit).Out; !strings.Contains(out, "claude-code/s1") {
		t.Errorf("before the repository is read, the commit has no session:\n%s", out)
	}
	s.Must("ship", "scan", s.repo)
	if diff := cmp.Diff([]any{commit}, row()["commits"]); diff != "" {
		t.Errorf("commits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{map[string]any{"remote": "origin", "ref": "main", "result": "updated"}}, row()["pushes"]); diff != "" {
		t.Errorf("pushes (-want +got):\n%s", diff)
	}
	for c, want := range map[string]int{commit: 1, other: 0, commit[:7]: 1, commit[:20]: 1} {
		if got := len(clitest.Documents(t, s.Must("sessions", "--commit", c, "--json").Out)[0]["sessions"].([]any)); got != want {
			t.Errorf("sessions of commit %s: %d, want %d", c, got, want)
		}
	}
	lane := row()["lane"].(string)
	for args, want := range map[string]string{
		"lane show " + lane: "a call made it",
		"sessions":          "committed " + commit[:7] + ", pushed to main",
		"board":             "on main",
	} {
		if out := s.Must(strings.Fields(args)...).Out; !strings.Contains(out, want) {
			t.Errorf("claw %s does not show %q:\n%s", args, want, out)
		}
	}
	ships := clitest.Documents(t, s.Must("ship", "list", "--json").Out)[0]["ships"].([]any)
	shown := clitest.Documents(t, s.Must("ship", "show", ships[0].(map[string]any)["ship"].(string), "--json").Out)[0]["commits"].([]any)
	for _, c := range shown {
		c := c.(map[string]any)
		if diff := cmp.Diff(map[bool][]any{true: {"claude-code/s1"}, false: {}}[c["commit"] == commit], c["sessions"]); diff != "" {
			t.Errorf("sessions of commit %s in the ship (-want +got):\n%s", c["commit"], diff)
		}
	}
}

// TestWhatNobodyUsedAsksForNothing opens a session without a prompt, and starts a lane: a day later
// the session requires nothing, and the lane requires a look at why it has no result.
func TestWhatNobodyUsedAsksForNothing(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.Hook(clitest.Payload("SessionStart", map[string]any{"source": "startup"}), "claude-code")
	started := clitest.Documents(t, w.Must("lane", "start", "--purpose", "fix", "--json").Out)[0]["lane"].(string)
	for later, want := range map[time.Duration]map[bool]string{
		time.Minute:    {true: "wait", false: "wait"},
		24 * time.Hour: {true: "check", false: "nothing"},
	} {
		w.Now = func() time.Time { return clitest.Now.Add(later) }
		for _, row := range clitest.Documents(t, w.Must("board", "--json").Out)[0]["lanes"].([]any) {
			row := row.(map[string]any)
			if got := row["next"]; got != want[row["lane"] == started] {
				t.Errorf("after %s the lane %s asks to %s, want %s", later, row["lane"], got, want[row["lane"] == started])
			}
		}
	}
}

// story is a world with a repository, its remote, and an agent that works there.
type story struct {
	*clitest.World
	repo string
	at   time.Time
}

func newStory(t *testing.T) *story {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	w := clitest.Patient(t)
	s := &story{World: w, repo: w.Path("repo"), at: clitest.Now}
	w.Now = func() time.Time { s.at = s.at.Add(time.Millisecond); return s.at }
	w.Env["PATH"] = os.Getenv("PATH")
	w.Folder("repo")
	s.git("init", "--bare", "-b", "main", w.Path("remote.git"))
	s.git("init", "-b", "main")
	s.git("config", "user.name", "Ana")
	s.git("config", "user.email", "ana@example.org")
	s.git("remote", "add", "origin", w.Path("remote.git"))
	s.write("go.mod", "module example.org/double\n")
	s.git("add", "-A")
	s.git("commit", "-m", "Begin")
	s.git("push", "-u", "origin", "main")
	w.Must("init", "--user")
	return s
}

func (s *story) write(name, text string) { s.File("repo/"+name, text) }

// git runs git in the repository, and returns what it printed on both streams.
func (s *story) git(args ...string) string {
	s.T.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.repo
	cmd.Env = append(os.Environ(), "HOME="+s.Path("home"), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.T.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// tells passes an event of the agent to the hook.
func (s *story) tells(event string, more map[string]any) {
	s.T.Helper()
	all := map[string]any{"cwd": s.repo}
	for name, v := range more {
		all[name] = v
	}
	s.Hook(clitest.Payload(event, all), "claude-code")
}

// calls reports a call, and runs do between its start and its end.
func (s *story) calls(id, tool string, input, response map[string]any, do func()) {
	s.T.Helper()
	call := map[string]any{"tool_name": tool, "tool_use_id": "toolu_" + id, "tool_input": input}
	s.tells("PreToolUse", call)
	do()
	call["tool_response"] = response
	s.tells("PostToolUse", call)
}

// shell reports a command that succeeded, with its output.
func (s *story) shell(id, command string, do func() string) {
	s.T.Helper()
	response := map[string]any{"stderr": "", "interrupted": false}
	s.calls(id, "Bash", map[string]any{"command": command}, response, func() { response["stdout"] = do() })
}

// is holds the lane to an outcome.
func (s *story) is(lane, want string) {
	s.T.Helper()
	o := clitest.Documents(s.T, s.Must("lane", "outcome", lane, "--json").Out)[0]
	if diff := cmp.Diff(want, o["outcome"]); diff != "" {
		s.T.Fatalf("outcome (-want +got):\n%s\n%s", diff, s.Must("lane", "outcome", lane).Out)
	}
}
