package lookcmd_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/projections"
)

// TestTheHelpOfTheBoardExplainsEveryNextStep holds the closed list, and that each command exists.
func TestTheHelpOfTheBoardExplainsEveryNextStep(t *testing.T) {
	w := clitest.Empty(t)
	help := w.Must("board", "--help").Out
	for _, next := range projections.Next("").Enum() {
		if !regexp.MustCompile(`(?m)^  ` + next + ` +\S`).MatchString(help) {
			t.Errorf("claw board --help does not explain %s", next)
		}
	}
	commands := regexp.MustCompile(`(?m)^           claw ([a-z ]+)`).FindAllStringSubmatch(help, -1)
	if len(commands) < 5 {
		t.Fatalf("the help names %q", commands)
	}
	for _, c := range commands {
		w.Must(append(strings.Fields(c[1]), "--help")...)
	}
}
