package policycmd_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// TestAHookSaysWhatIsUncertain: an action to which a rule may apply needs an answer or is let through, as
// the policy states, and the log and the answer give the reason.
func TestAHookSaysWhatIsUncertain(t *testing.T) {
	for name, row := range map[string]struct {
		says, input, agent string
		want, answer       string
		facts              []string
		decided            domain.PolicyDecision
	}{
		"asked for":                    {"ask", clitest.Bash("PreToolUse", "$TOOL x"), "claude-code", "ask", "$TOOL", []string{"tool.requested", "policy.evaluated"}, domain.PolicyEscalate},
		"asked of who cannot be asked": {"ask", strings.Replace(clitest.Bash("PreToolUse", "$TOOL x"), `"prompt_id"`, `"turn_id"`, 1), "codex", "deny", "$TOOL", nil, domain.PolicyBlock},
		"let through":                  {"allow", clitest.Bash("PreToolUse", "$TOOL x"), "claude-code", "", "systemMessage", []string{"tool.requested", "policy.evaluated", "policy.evaluated", "policy.evaluated"}, domain.PolicyNotify},
		"held back":                    {"deny", clitest.Bash("PreToolUse", "$TOOL x"), "claude-code", "deny", "rule", nil, ""},
		"sure":                         {"ask", clitest.Bash("PreToolUse", "git push"), "claude-code", "deny", "main_push_forbidden", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			w.File("policy.toml", strings.Replace(clitest.Rules, "version = 1\n", "version = 1\nuncertain = \""+row.says+"\"\n", 1))
			w.Must("policy", "adopt", "policy.toml")
			before := len(w.Kinds())
			a := w.Hook(row.input, row.agent, "--enforce")
			got, _ := clitest.Decision(t, a)
			if got != row.want || !strings.Contains(a.Out, row.answer) || a.Err != "" {
				t.Errorf("%q: %s\n%s", got, a.Out, a.Err)
			}
			if facts := w.Kinds()[before:]; row.facts != nil {
				if diff := cmp.Diff(row.facts, facts); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			for event := range strings.Lines(w.Must("log", "read").Out) {
				if !strings.Contains(event, `"policy.evaluated"`) || row.decided == "" {
					continue
				}
				if !strings.Contains(event, `"uncertain":"what $TOOL stands for`) || !strings.Contains(event, `"decision":"`+string(row.decided)+`"`) {
					t.Errorf("the log says %s", event)
				}
			}
		})
	}
}

func TestCheckAndExplainSayWhatIsUncertain(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File("home/.config/claw/policy.toml", strings.Replace(overlapping, "version = 1\n", "version = 1\nuncertain = \"allow\"\n", 1))
	for _, verb := range []string{"check", "explain"} {
		a := w.Must("policy", verb, "--command", "$TOOL x")
		if !strings.Contains(a.Out, "decision     none") || !strings.Contains(a.Out, "lets it through: what $TOOL stands for") {
			t.Errorf("%s: %s", verb, a.Out)
		}
	}
	d := clitest.Documents(t, w.Must("policy", "explain", "--json", "--command", "$TOOL x").Out)[0]
	for _, m := range d["matches"].([]any) {
		if m := m.(map[string]any); m["decision"] != "allow" || m["uncertain"] == nil {
			t.Errorf("%v", m)
		}
	}
	if show := clitest.Documents(t, w.Must("policy", "show", "--json").Out)[0]["layers"].([]any)[0].(map[string]any); show["rules"].([]any)[0].(map[string]any)["uncertain"] != "allow" {
		t.Errorf("%v", show)
	}
}
