package hookcmd_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// TestAPanicOfTheJudgeDeniesAndCostsNoFacts panics when a rule asks for a variable: the agent gets a
// denial, and the log holds the call and that it was denied. It is read without a verb, which would
// append the spool.
func TestAPanicOfTheJudgeDeniesAndCostsNoFacts(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File(".claw/policy.toml", "version = 1\n\n[[rule]]\nid = \"x\"\ndecision = \"deny\"\nargv_shorthand = \"git push:*\"\nenv = { BROKEN = \"1\" }\n")
	patience := w.Tune
	w.Tune = func(p *app.Program) {
		patience(p)
		env := p.Env
		p.Env = func(name string) string {
			if name == "BROKEN" {
				panic("the judge is broken")
			}
			return env(name)
		}
	}
	a := w.Hook(clitest.Bash("PreToolUse", "git push"), "claude-code", "--enforce")
	if a.Code != 0 || !strings.Contains(a.Out, `"permissionDecision":"deny"`) || !strings.Contains(a.Out, "panic: the judge is broken at ") {
		t.Errorf("the agent heard %+v", a)
	}
	log, err := engine.Open(t.Context(), "sqlite:"+w.Log(), engine.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var kinds []string
	for e, err := range log.Read(t.Context(), eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, string(e.Kind))
	}
	if diff := cmp.Diff([]string{"log.opened", "tool.requested", "tool.denied"}, kinds); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
