package logcmd_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestAPersonIsAskedBeforeAnImport answers the question on a terminal.
func TestAPersonIsAskedBeforeAnImport(t *testing.T) {
	for _, test := range []struct {
		answer string
		code   int
	}{{"y\n", 0}, {"Yes\n", 0}, {"n\n", 1}, {"\n", 1}, {"", 1}} {
		w := clitest.New(t)
		w.Env["CLAW_LOG"] = "asked.db"
		w.In = test.answer
		w.Tune = func(p *app.Program) { p.InTerminal, p.ErrTerminal = true, true }
		a := w.Run("import")
		if a.Code != test.code || !strings.Contains(a.Err, "found Claude Code: 3 files") || !strings.Contains(a.Err, "import them? [y/N] ") {
			t.Errorf("answer %q: exit %d, error stream %q", test.answer, a.Code, a.Err)
		}
		if _, err := os.Stat(w.Path("asked.db")); (err == nil) != (test.code == 0) {
			t.Errorf("answer %q: the log is there: %v", test.answer, err == nil)
		}
	}
}

// TestCtrlCAnswersAQuestion interrupts a question without an answer.
func TestCtrlCAnswersAQuestion(t *testing.T) {
	for _, line := range []string{"import", "log append", "log import"} {
		w := clitest.New(t)
		ctx, cancel := context.WithCancel(t.Context())
		w.Ctx = ctx
		asked, typing := io.Pipe()
		t.Cleanup(func() { _ = typing.Close() })
		w.Tune = func(p *app.Program) {
			p.InTerminal, p.In = true, reading{asked, cancel}
		}
		if a := w.Run(strings.Fields(line)...); a.Code != 1 || !strings.Contains(a.Err, "interrupted") {
			t.Errorf("%s: %+v", line, a)
		}
	}
}

// reading reports when the first read begins.
type reading struct {
	io.Reader
	begun func()
}

func (r reading) Read(p []byte) (int, error) {
	r.begun()
	return r.Reader.Read(p)
}

// TestAnInterruptedImportIsContinued stops an import at each of its first looks at
// the clock; the log is whole then, and the next import takes the rest.
func TestAnInterruptedImportIsContinued(t *testing.T) {
	whole := clitest.New(t).Must("sessions", "--json").Out
	interrupted := 0
	for stop := range 8 {
		w := clitest.New(t)
		if err := os.RemoveAll(w.Path("home/.local")); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		w.Ctx = ctx
		looks := 0
		w.Now = func() time.Time {
			if looks++; looks == stop+1 {
				cancel()
			}
			return clitest.Now
		}
		if a := w.Run("import", "--yes"); strings.Contains(a.Err, "interrupted") {
			interrupted++
		}
		w.Ctx = t.Context()
		if _, err := os.Stat(w.Log()); err == nil {
			w.Must("log", "verify")
		}
		w.Must("import", "--yes")
		w.Must("log", "import", "run.jsonl")
		if got := w.Must("sessions", "--json").Out; sessionsOf(got) != sessionsOf(whole) {
			t.Errorf("stopped at look %d: sessions\n%s", stop, got)
		}
	}
	if interrupted == 0 {
		t.Error("no import was interrupted")
	}
}

// sessionsOf is a list without where the log stood when it was read.
func sessionsOf(list string) string {
	_, after, _ := strings.Cut(list, `"sessions": [`)
	return after
}
