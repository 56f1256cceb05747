package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestTheBoardIsPaged where it is longer than the terminal, and a person looks at one.
func TestTheBoardIsPaged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pagers of this test are shell scripts")
	}
	for _, c := range []struct {
		says  string
		rows  int
		env   map[string]string
		line  []string
		tune  func(*app.Program)
		paged bool
	}{
		{says: "a long board", rows: 3, paged: true},
		{says: "PAGER where CLAW_PAGER is not set", rows: 3, env: map[string]string{"CLAW_PAGER": "", "PAGER": "cat > paged"}, paged: true},
		{says: "CLAW_PAGER is cat", rows: 3, env: map[string]string{"CLAW_PAGER": "cat"}},
		{says: "a pager that is not installed", rows: 3, env: map[string]string{"CLAW_PAGER": "no-such-pager-here"}},
		{says: "a pager that reads nothing and fails", rows: 3, env: map[string]string{"CLAW_PAGER": "exec 0<&-; : > paged; exit 3"}, paged: true},
		{says: "a board that fits", rows: 1000},
		{says: "a terminal that cannot move its cursor", rows: 3, env: map[string]string{"TERM": "dumb"}},
		{says: "--no-pager", rows: 3, line: []string{"--no-pager"}},
		{says: "JSON", rows: 3, line: []string{"--json"}},
		{says: "a pipe", rows: 3, tune: func(p *app.Program) { p.OutTerminal = false }},
	} {
		t.Run(c.says, func(t *testing.T) {
			w := clitest.New(t)
			t.Chdir(w.Dir)
			w.Env["CLAW_PAGER"], w.Env["TERM"], w.Env["NO_COLOR"] = "cat > paged", "xterm", "1"
			for name, value := range c.env {
				w.Env[name] = value
			}
			w.Tune = func(p *app.Program) {
				p.OutTerminal, p.Ends, p.Width = true, true, 80
				p.Size = func() (int, int) { return 80, c.rows }
				p.Environ = os.Environ
				if c.tune != nil {
					c.tune(p)
				}
			}
			a := w.Must(append([]string{"board"}, c.line...)...)
			text, err := os.ReadFile(filepath.Join(w.Dir, "paged"))
			if (err == nil) != c.paged || (a.Out == "") != c.paged {
				t.Errorf("the pager got %q, the terminal %q", text, a.Out)
			}
			if shown := string(text) + a.Out; len(c.line) == 0 && c.env["CLAW_PAGER"] == "" && !strings.Contains(shown, "why: claw lane explain") {
				t.Errorf("shown is %q", shown)
			}
		})
	}
}
