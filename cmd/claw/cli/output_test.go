package cli_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli"
)

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestAnAnswerThatCannotBeWrittenIsAFailure runs every verb into a full output.
func TestAnAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	for verb := range good {
		for _, more := range []string{"--json", "--output-format=text"} {
			w := newWorld(t)
			w.tune = func(p *cli.Program) { p.Out = full{} }
			a := w.run(commandLine(verb, more)...)
			if a.Code != 1 {
				t.Errorf("%s %s: exit %d", verb, more, a.Code)
			}
			if more != "--json" && !strings.Contains(a.Err, "error: write standard output: cannot be written") {
				t.Errorf("%s %s: error stream %q", verb, more, a.Err)
			}
		}
	}
}
