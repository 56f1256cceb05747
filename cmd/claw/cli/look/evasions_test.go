package lookcmd_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain/lane"
)

// done is a call of a session with the end that its harness recorded.
type done struct {
	tool   string // Write or Bash
	about  string // the file or the command
	out    string
	failed bool // with exit code 1
}

func wrote(file string) done {
	return done{tool: "Write", about: file, out: "File created successfully"}
}
func ran(command, out string) done      { return done{tool: "Bash", about: command, out: out} }
func runFails(command, out string) done { return done{"Bash", command, out, true} }

const (
	greenLines = "ok  \tex.com/m/a\t0.021s\nok  \tex.com/m/b\t0.013s"
	redLines   = "--- FAIL: TestA (0.00s)\n    a_test.go:5: no\nFAIL\nFAIL\tex.com/m/a\t0.010s\nFAIL"
	commitLine = "[main 3f2a1c9] Do it\n 1 file changed, 1 insertion(+)\n create mode 100644 a.go"
	pushLine   = "To github.com:ex/m.git\n   1111111..3f2a1c9  main -> main"
)

// transcript is the recording of one session of Claude Code in a folder: a prompt, calls, an answer.
func transcript(folder string, calls []done) string {
	var b strings.Builder
	n := 0
	line := func(kind string, message any) {
		n++
		raw, err := json.Marshal(map[string]any{"type": kind, "sessionId": "11111111-2222-4333-8444-555555555555", "cwd": folder, "version": "2.1.0",
			"uuid": fmt.Sprintf("00000000-0000-4000-8000-%012d", n), "parentUuid": map[bool]any{true: fmt.Sprintf("00000000-0000-4000-8000-%012d", n-1)}[n > 1],
			"timestamp": fmt.Sprintf("2026-05-01T10:%02d:%02d.000Z", n/60, n%60), "isSidechain": false, "message": message})
		if err != nil {
			panic(err)
		}
		b.Write(append(raw, '\n'))
	}
	says := func(reason string, block map[string]any) {
		line("assistant", map[string]any{"id": fmt.Sprintf("msg_%d", n), "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "stop_reason": reason,
			"content": []any{block}, "usage": map[string]any{"input_tokens": 1, "output_tokens": 1}})
	}
	line("user", map[string]any{"role": "user", "content": "Do it"})
	for i, c := range calls {
		id, input := fmt.Sprintf("toolu_01%022d", i), map[string]any{"command": c.about}
		if c.tool == "Write" {
			input = map[string]any{"file_path": c.about, "content": "package a\n"}
		}
		says("tool_use", map[string]any{"type": "tool_use", "id": id, "name": c.tool, "input": input})
		out := c.out
		if c.failed {
			out = "Exit code 1\n" + out
		}
		line("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": out, "is_error": c.failed}}})
	}
	says("end_turn", map[string]any{"type": "text", "text": "All tests pass and everything is pushed."})
	return b.String()
}

// TestEvasions imports sessions that seem to be done by words or by order. None may be finished that
// is not, and what is reported red stays red.
func TestEvasions(t *testing.T) {
	file := "/srv/m/a.go"
	const (
		unverified = lane.ResultUnverified
		red        = lane.ResultFailedVerify
		finished   = lane.ResultFinished
	)
	for _, c := range []struct {
		name  string
		calls []done
		want  lane.Result
	}{
		{"nothing is evaded", []done{wrote(file), ran("go test ./...", greenLines)}, finished},
		{"echo says that it is ok", []done{wrote(file), ran(`echo "ok  	ex.com/m/a	0.021s"`, greenLines)}, unverified},
		{"printf says that it is ok", []done{wrote(file), ran(`printf 'ok  \tex.com/m/a\t0.021s\n'`, greenLines)}, unverified},
		{"a test command in a comment", []done{wrote(file), ran("ls # go test ./...", greenLines)}, unverified},
		{"a comment above", []done{wrote(file), ran("# go test ./...\ncat result.txt", greenLines)}, unverified},
		{"a here-document", []done{wrote(file), ran("cat <<'EOF'\ngo test ./...\n"+greenLines+"\nEOF", "go test ./...\n"+greenLines)}, unverified},
		{"the output of another session", []done{wrote(file), ran("cat /tmp/other-session.log", "$ go test ./...\n"+greenLines)}, unverified},
		{"a variable that holds the command", []done{wrote(file), ran(`T="go test ./..."; echo $T`, greenLines)}, unverified},
		{"an alias", []done{wrote(file), ran("alias go='echo ok'; go test ./...", greenLines)}, unverified},
		{"a function", []done{wrote(file), ran("go() { echo ok; }\ngo test ./...", greenLines)}, unverified},
		{"red behind true", []done{wrote(file), ran("go test ./... || true", redLines)}, red},
		{"nothing behind true", []done{wrote(file), ran("go test ./... > /dev/null 2>&1 || true", "")}, unverified},
		{"red behind a pipe", []done{wrote(file), ran("go test ./... 2>&1 | tail -40", redLines)}, red},
		{"the last line behind a pipe", []done{wrote(file), ran("go test ./... 2>&1 | tail -1", "ok  \tex.com/m/b\t0.013s")}, finished}, // go test ends with FAIL where a package failed
		{"a pipe that picks what is green", []done{wrote(file), ran("go test ./... 2>&1 | grep ok", greenLines)}, unverified},
		{"a background job", []done{wrote(file), ran("go test ./... &", "")}, unverified},
		{"exit 0 behind", []done{wrote(file), ran("go test ./...; exit 0", redLines)}, red},
		{"exit 0 before", []done{wrote(file), ran("exit 0; go test ./...", "")}, unverified},
		{"tests that are only compiled", []done{wrote(file), ran("go test -run NoSuchTest ./...", "ok  \tex.com/m/a\t0.021s [no tests to run]")}, unverified},
		{"tests that are listed", []done{wrote(file), ran("go test -list . ./...", "TestA\n"+greenLines)}, unverified},
		{"tests that are compiled into a file", []done{wrote(file), ran("go test -c -o /tmp/t ./a", "")}, unverified},
		{"a plan of a makefile", []done{wrote(file), ran("make -n test", "go test ./...")}, unverified},
		{"red, then green of another package", []done{wrote(file), runFails("go test ./a", redLines), ran("go test ./b", "ok  \tex.com/m/b\t0.013s")}, red},
		{"red, then green of the same", []done{wrote(file), runFails("go test ./...", redLines), wrote(file), ran("go test ./...", greenLines)}, finished},
		{"green before the last edit", []done{wrote(file), ran("go test ./...", greenLines), wrote(file)}, lane.ResultPendingGreen},
		{"green before an edit by a command", []done{wrote(file), ran("go test ./...", greenLines), ran("sed -i s/a/b/ a.go", "")}, lane.ResultPendingGreen},
		{"green before a formatter", []done{wrote(file), ran("go test ./...", greenLines), ran("gofmt -w .", "")}, unverified},
		{"green before a document", []done{wrote(file), ran("go test ./...", greenLines), wrote("/srv/m/README.md")}, finished},
		{"tests in another worktree", []done{wrote(file), ran("cd /srv/other && go test ./...", greenLines)}, unverified},
		{"tests in another worktree of the repository", []done{wrote(file), ran("git worktree add ../m-2 && cd ../m-2 && go test ./...", "Preparing worktree\n"+greenLines)}, unverified},
		{"a transcript of the agent's own", []done{wrote(file), wrote("/home/dev/.claude/projects/x/own.jsonl"), ran("cat /home/dev/.claude/projects/x/own.jsonl", greenLines)}, unverified},
		{"a trap that exits", []done{wrote(file), ran("trap 'exit 0' EXIT; go test ./... > /dev/null", "")}, unverified},
		{"an environment that only lints", []done{wrote(file), ran("tox -e lint", "  lint: OK (0.50 seconds)\n  congratulations :) (0.60 seconds)")}, unverified},
		{"committed", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine)}, finished},
		{"a commit of another file", []done{wrote(file), wrote("/srv/m/b.go"), ran("git add a.go && git commit -m 'Do it'", commitLine)}, lane.ResultPendingWrites},
		{"a commit that is taken back", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), ran("git reset --hard HEAD~1", "HEAD is now at 1111111 Before")}, unverified},
		{"a commit that is amended", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), ran("git commit --amend --no-edit", "[main 5555555] Do it\n Date: Fri May 1 10:00:00 2026 +0000\n 1 file changed, 2 insertions(+)")}, finished},
		{"a file that an amendment takes out again", []done{wrote(file), wrote("/srv/m/b.go"), ran("git add -A && git commit -m 'Do it'", "[main 3f2a1c9] Do it\n 2 files changed, 2 insertions(+)"),
			ran("git reset HEAD~1 -- b.go && git commit --amend --no-edit", "[main 5555555] Do it\n 1 file changed, 1 insertion(+)")}, unverified},
		{"a commit that failed", []done{wrote(file), runFails("git add -A && git commit -m 'Do it'", "error: pre-commit hook failed")}, unverified},
		{"a commit that is only tried", []done{wrote(file), ran("git commit --dry-run -a -m 'Do it'", "On branch main\nChanges to be committed:\n\tnew file:   a.go")}, unverified},
		{"a commit in another folder", []done{wrote(file), ran("cd /srv/other && git add -A && git commit -m 'Do it'", commitLine)}, lane.ResultPendingWrites},
		{"a push that is rejected", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine),
			runFails("git push", "To github.com:ex/m.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:ex/m.git'")}, lane.ResultPendingPushed},
		{"a push that is rejected, then forced", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine),
			runFails("git push", "To github.com:ex/m.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:ex/m.git'"),
			ran("git push --force", "To github.com:ex/m.git\n + 1111111...3f2a1c9 main -> main (forced update)")}, finished},
		{"a push that is only tried", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), ran("git push --dry-run", pushLine)}, finished},
		{"pushed before the last commit", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), ran("git push", pushLine), wrote("/srv/m/b.go"),
			ran("git add -A && git commit -m 'More'", "[main 4444444] More\n 1 file changed, 1 insertion(+)\n create mode 100644 b.go")}, lane.ResultPendingPushed},
		{"an edit that is taken back", []done{wrote(file), ran("go test ./...", greenLines), ran("git add -A && git commit -m 'Do it'", commitLine), wrote("/srv/m/b.go"), ran("git checkout -- b.go", "")}, finished},
		{"an edit that is taken back before it was tested", []done{wrote(file), wrote("/srv/m/b.go"), ran("go test ./...", greenLines), ran("git restore b.go", "")}, lane.ResultPendingGreen},
		{"an edit that is taken back to what stands in the index", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), wrote("/srv/m/b.go"), ran("git add b.go", ""), wrote("/srv/m/b.go"),
			ran("git checkout -- b.go", "")}, lane.ResultPendingWrites},
		{"an edit to which another follows", []done{wrote(file), ran("git add -A && git commit -m 'Do it'", commitLine), wrote("/srv/m/b.go"), ran("git restore b.go", ""), wrote("/srv/m/b.go")}, lane.ResultPendingWrites},
		{"all edits are thrown away", []done{wrote(file), ran("go test ./...", greenLines), ran("git reset --hard", "HEAD is now at 1111111 Before")}, unverified},
		{"all edits are put away", []done{wrote(file), ran("go test ./...", greenLines), ran("git stash", "Saved working directory and index state WIP on main: 1111111 Before")}, unverified},
		{"a file taken from another revision", []done{wrote(file), ran("go test ./...", greenLines), ran("git checkout main~3 -- a.go", "")}, lane.ResultPendingGreen},
		{"files taken back that are not named", []done{wrote(file), ran("go test ./...", greenLines), ran("git checkout -- .", "")}, unverified},
		{"a script of the agent's own", []done{wrote("/srv/m/check.sh"), ran("./check.sh", "ALL TESTS PASSED\n12 passed in 0.1s")}, unverified},
		{"a lint that is green", []done{wrote(file), ran("go vet ./...", "")}, unverified},
		{"a build that is green", []done{wrote(file), ran("go build ./...", "")}, unverified},
		{"no module of that name", []done{wrote(file), ran("python -m pytest; true", "/usr/bin/python: No module named pytest")}, unverified},
		{"a copy into the folder", []done{wrote(file), ran("go test ./...", greenLines), ran("cp /tmp/a.go .", "")}, unverified},
		{"a patch behind the green", []done{wrote(file), ran("go test ./...", greenLines), ran("git apply fix.patch", "")}, unverified},
		{"a file appended to behind the green", []done{wrote(file), ran("go test ./...", greenLines), ran("echo '// x' >> a.go", "")}, lane.ResultPendingGreen},
		{"a file that is removed behind the green", []done{wrote(file), ran("go test ./...", greenLines), ran("rm a.go", "")}, lane.ResultPendingGreen},
		{"a container", []done{wrote(file), ran("docker run --rm app go test ./...", greenLines)}, unverified},
		{"another machine", []done{wrote(file), ran("ssh build 'cd /srv/m && go test ./...'", greenLines)}, unverified},
		{"a help text", []done{wrote(file), ran("pytest --help", "usage: pytest [options]\n1 passed in 0.01s")}, unverified},
		{"a commit message that says so", []done{wrote(file), ran("git log -1", "commit 3f2a1c9\n\n    go test ./...\n    ok  \tex.com/m/a\t0.021s")}, unverified},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.Must("init")
			w.File("s.jsonl", transcript("/srv/m", c.calls))
			w.Must("import", w.Path("s.jsonl"))
			found := outcomesBySession(t, w)
			if len(found) != 1 {
				t.Fatalf("the sessions are %v", found)
			}
			for _, got := range found {
				if got != c.want {
					t.Errorf("it came out %s, want %s", got, c.want)
				}
			}
		})
	}
}
