package policy_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/clawable/claw/policy"
)

// TestClaudesPermissionMatrix holds Claude Code's rules, read as ours, to what the
// program itself decided about 40 commands (testdata/README states its origin).
func TestClaudesPermissionMatrix(t *testing.T) {
	text, err := os.ReadFile("testdata/permission-matrix.json")
	if err != nil {
		t.Fatal(err)
	}
	var matrix struct {
		Rules policy.ClaudeRules
		Cases []struct {
			Command string
			Allowed bool
		}
	}
	if err := json.Unmarshal(text, &matrix); err != nil {
		t.Fatal(err)
	}
	rules, err := policy.FromClaude(matrix.Rules)
	if err != nil {
		t.Fatal(err)
	}
	layers := []policy.Layer{{Name: "adopted", Policy: &policy.Policy{Rules: rules}, MayAllow: true}}
	allowed := 0
	for _, c := range matrix.Cases {
		v := policy.Evaluate(layers, &policy.Action{Agent: "claude-code", Tool: "Bash", Command: c.Command, CWD: "/src", Home: "/home/dev"})
		if (v.Decision == policy.Allow) != c.Allowed {
			t.Errorf("%q: %q, want allowed %v", c.Command, v.Decision, c.Allowed)
		}
		if v.Decision == policy.Allow {
			allowed++
		}
	}
	if len(matrix.Cases) != 40 || allowed == 0 {
		t.Fatalf("%d cases, %d allowed", len(matrix.Cases), allowed)
	}
}
