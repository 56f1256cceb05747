package policy_test

import (
	"testing"

	"github.com/clawable/claw/policy"
)

// TestToolsThatLookAtAShellAreNone: what only reads what a command says, or ends it, runs none.
func TestToolsThatLookAtAShellAreNone(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", watched), layer(t, "user", "version = 1\n[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"shell\"\n")}
	for _, tool := range []string{"BashOutput", "KillShell", "KillBash", "TaskOutput", "TaskStop", "bash_output"} {
		a := policy.Action{Agent: "claude-code", Tool: tool, CWD: "/src"}
		if v := policy.Evaluate(layers, &a); v.Decision != policy.None {
			t.Errorf("%s: %q", tool, v.Decision)
		}
		if policy.IsShell(tool) || !policy.KnownTool(tool) {
			t.Errorf("%s: shell %v, known %v", tool, policy.IsShell(tool), policy.KnownTool(tool))
		}
	}
	named := layer(t, "user", "version = 1\n[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"KillShell\"\n")
	a := policy.Action{Tool: "KillShell"}
	if v := policy.Evaluate([]policy.Layer{named}, &a); v.Decision != policy.Deny {
		t.Errorf("a rule that names it: %q", v.Decision)
	}
}
