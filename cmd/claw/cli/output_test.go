package cli_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestAnAnswerThatCannotBeWrittenIsAFailure runs every verb into a full output.
func TestAnAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	for verb := range good {
		for _, more := range []string{"--json", "--output-format=text"} {
			t.Run(verb+" "+more, func(t *testing.T) {
				t.Parallel()
				w := worldFor(t, verb)
				w.Tune = func(p *app.Program) { p.Out = full{} }
				a := w.Run(commandLine(verb, more)...)
				if a.Code != 1 {
					t.Errorf("exit %d", a.Code)
				}
				if more != "--json" && !strings.Contains(a.Err, "error: write standard output: cannot be written") {
					t.Errorf("error stream %q", a.Err)
				}
			})
		}
	}
}

// TestAnErrorIsWholeOnANarrowTerminal names a folder as the log, at several widths.
func TestAnErrorIsWholeOnANarrowTerminal(t *testing.T) {
	for _, width := range []int{20, 40, 80} {
		w := clitest.Empty(t)
		w.Tune = func(p *app.Program) { p.ErrTerminal, p.Width = true, width }
		a := w.Run("board", "--log", w.Dir)
		for line := range strings.Lines(a.Err) {
			if n := len(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("at %d columns a line has %d: %q", width, n, line)
			}
		}
		told := strings.Join(strings.Fields(a.Err), " ")
		for _, want := range []string{"error: open log", "kind: filesystem (EISDIR), not retryable", "hint: name the log's file, not its folder"} {
			if !strings.Contains(told, want) {
				t.Errorf("at %d columns nothing says %q:\n%s", width, want, a.Err)
			}
		}
	}
}
