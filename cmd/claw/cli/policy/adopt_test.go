package policycmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// flawed are policies in which lint finds a flaw each.
var flawed = map[string]string{
	"unknown_tool":  rule("a", "deny", `tool = "shel"`),
	"never_matches": rule("a", "deny", `tool = "Read"`, `argv_shorthand = "git push:*"`),
	"shadowed":      rule("a", "deny", `argv_shorthand = "git:*"`) + rule("b", "deny", `argv_shorthand = "git push:*"`),
	"always_denied": rule("a", "deny", `argv_shorthand = "git:*"`) + rule("b", "allow", `argv_shorthand = "git push:*"`),
}

func rule(id, decision string, when ...string) string {
	return "\n[[rule]]\nid = \"" + id + "\"\ndecision = \"" + decision + "\"\n" + strings.Join(when, "\n") + "\n"
}

// TestAdoptRefusesWhatLintRejects holds the two verbs to the same findings, in the log and in
// a request for it.
func TestAdoptRefusesWhatLintRejects(t *testing.T) {
	w := clitest.New(t)
	for flaw, rules := range flawed {
		w.File("flawed.toml", "version = 1\n"+rules)
		lint := w.Run("policy", "lint", "flawed.toml")
		if lint.Code != 1 || !strings.Contains(lint.Out, flaw) {
			t.Fatalf("lint of %s: %+v", flaw, lint)
		}
		for _, line := range [][]string{{"policy", "adopt", "flawed.toml"}, {"policy", "adopt", "flawed.toml", "--request"}} {
			a := w.Run(append(line, "--json")...)
			e, _ := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)
			if a.Code != 1 || e["kind"] != "parse" {
				t.Errorf("%s: %q: exit %d\n%s", flaw, line, a.Code, a.Out)
				continue
			}
			var told []string
			for _, cause := range e["cause"].([]any) {
				told = append(told, cause.(string))
			}
			if got := strings.Join(told, "\n") + "\n"; got != lint.Out {
				t.Errorf("%s: adopt says\n%slint\n%s", flaw, got, lint.Out)
			}
		}
	}
	if shown := w.Must("policy", "show").Out; strings.Contains(shown, "adopted") {
		t.Errorf("a policy was adopted:\n%s", shown)
	}
}
