package lookcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// appended writes drafts to the log of a world.
func appended(w *clitest.World, lines ...string) {
	w.In = strings.Join(lines, "\n") + "\n"
	w.Must("log", "append")
	w.In = ""
}

// call is a draft about one call.
func call(n, kind, data string) string {
	return `{"kind":"` + kind + `","stream":"session-01KJSEWN4H00000000000000C1","observed_at":"2026-05-01T10:00:0` + n + `Z","subject":{"session":"claude-code/c1","item":"call` + n[:1] + `"},"data":` + data + `}`
}

func TestToolsAndErrorsShowTheCommandAndTheLineThatTellsOfTheError(t *testing.T) {
	for name, row := range map[string]struct {
		request, end string
		want         []string
	}{
		"a line of standard error before the output": {`{"name":"Bash","input":{"command":"make all"}}`,
			`{"name":"Bash","error_kind":"exit_code","exit_code":2,"output":"error: of no interest","stderr":"cc main.c\nmain.c:3: error: no ;\nmake: *** [all]"}`,
			[]string{"make all", "main.c:3: error: no ;"}},
		"the last line where none tells of an error": {`{"name":"Bash","input":{"command":"check"}}`,
			`{"name":"Bash","error_kind":"exit_code","exit_code":1,"output":"one\ntwo\n\n"}`, []string{"check", "two"}},
		"the first line of a command, and that there is more": {`{"name":"Bash","input":{"command":"cat <<EOF\nsecond\nEOF"}}`,
			`{"name":"Bash","error_kind":"exit_code","exit_code":1,"output":"cat: no such file"}`, []string{"cat <<EOF …", "cat: no such file"}},
		"a path where there is no command": {`{"name":"Edit","input":{"file_path":"/src/main.go"}}`,
			`{"name":"Edit","error_kind":"tool_error","output":"File has not been read: rejected"}`, []string{"/src/main.go", "File has not been read: rejected"}},
		"control characters as what they are": {`{"name":"Bash","input":{"command":"x"}}`,
			`{"name":"Bash","error_kind":"exit_code","exit_code":1,"output":"error: \u001b[2Jgone"}`, []string{`error: `, `[2Jgone`}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.Must("init", "--user")
			appended(w, call("1", "tool.requested", row.request), call("1", "tool.failed", row.end))
			for _, verb := range []string{"tools", "errors"} {
				out := w.Must(verb).Out
				for _, want := range row.want {
					if !strings.Contains(out, want) {
						t.Errorf("claw %s has no %q:\n%s", verb, want, out)
					}
				}
				if strings.Contains(out, "\x1b") {
					t.Errorf("claw %s passes an escape on:\n%q", verb, out)
				}
			}
		})
	}
}
