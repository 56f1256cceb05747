package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// TestAHookSaysWhatIsUncertain: what a rule may mean is asked for or let through as the policy says, and
// the log and the answer say why.
func TestAHookSaysWhatIsUncertain(t *testing.T) {
	for name, row := range map[string]struct {
		says, input, agent string
		want, answer       string
		facts              []string
		decided            domain.PolicyDecision
	}{
		"asked for":                    {"ask", bash("PreToolUse", "$TOOL x"), "claude-code", "ask", "$TOOL", []string{"tool.requested", "policy.evaluated"}, domain.PolicyEscalate},
		"asked of who cannot be asked": {"ask", strings.Replace(bash("PreToolUse", "$TOOL x"), `"prompt_id"`, `"turn_id"`, 1), "codex", "deny", "$TOOL", nil, domain.PolicyBlock},
		"let through":                  {"allow", bash("PreToolUse", "$TOOL x"), "claude-code", "", "systemMessage", []string{"tool.requested", "policy.evaluated", "policy.evaluated", "policy.evaluated"}, domain.PolicyNotify},
		"held back":                    {"deny", bash("PreToolUse", "$TOOL x"), "claude-code", "deny", "rule", nil, ""},
		"sure":                         {"ask", bash("PreToolUse", "git push"), "claude-code", "deny", "main_push_forbidden", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			w.must("init", "--user")
			w.file("policy.toml", strings.Replace(rules, "version = 1\n", "version = 1\nuncertain = \""+row.says+"\"\n", 1))
			w.must("policy", "adopt", "policy.toml")
			before := len(w.kinds())
			a := w.hook(row.input, row.agent, "--enforce")
			got, _ := decision(t, a)
			if got != row.want || !strings.Contains(a.Out, row.answer) || a.Err != "" {
				t.Errorf("%q: %s\n%s", got, a.Out, a.Err)
			}
			if facts := w.kinds()[before:]; row.facts != nil {
				if diff := cmp.Diff(row.facts, facts); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			for event := range strings.Lines(w.must("log", "read").Out) {
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
	w := emptyWorld(t)
	w.must("init", "--user")
	w.file("home/.config/claw/policy.toml", strings.Replace(overlapping, "version = 1\n", "version = 1\nuncertain = \"allow\"\n", 1))
	for _, verb := range []string{"check", "explain"} {
		a := w.must("policy", verb, "--command", "$TOOL x")
		if !strings.Contains(a.Out, "decision     none") || !strings.Contains(a.Out, "lets it through: what $TOOL stands for") {
			t.Errorf("%s: %s", verb, a.Out)
		}
	}
	d := documents(t, w.must("policy", "explain", "--json", "--command", "$TOOL x").Out)[0]
	for _, m := range d["matches"].([]any) {
		if m := m.(map[string]any); m["decision"] != "allow" || m["uncertain"] == nil {
			t.Errorf("%v", m)
		}
	}
	if show := documents(t, w.must("policy", "show", "--json").Out)[0]["layers"].([]any)[0].(map[string]any); show["rules"].([]any)[0].(map[string]any)["uncertain"] != "allow" {
		t.Errorf("%v", show)
	}
}
