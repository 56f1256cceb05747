package cli_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// deploys is a policy that holds scripts back, and one that binds their content.
const deploys = `version = 1

[[rule]]
id = "deploys"
decision = "deny"
argv_shorthand = "bash:*"
`

// scripted is a world with a script in its folder and a policy.
func scripted(t *testing.T, rules string) *world {
	w := patient(t)
	w.env["PATH"] = os.Getenv("PATH")
	w.must("init", "--user")
	w.file("policy.toml", rules)
	w.must("policy", "adopt", "policy.toml")
	w.file("x.sh", "echo good\n")
	return w
}

// asks is what the agent is told before a call of the script, and the request that it names.
func (w *world) asks(event string) (decided, reason string, asked domain.StreamID) {
	w.t.Helper()
	decided, reason = w.call(event, ".", "bash x.sh")
	if id := regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason); id != "" {
		var err error
		if asked, err = domain.ParseStreamID(id); err != nil {
			w.t.Fatal(err)
		}
	}
	return decided, reason, asked
}

func TestAHookNamesAScriptThatChanged(t *testing.T) {
	w := scripted(t, deploys)
	_, _, asked := w.asks("PreToolUse")
	w.grant(asked)
	w.file("x.sh", "echo evil\n")
	decided, reason, _ := w.asks("PreToolUse")
	if decided != "allow" || !strings.Contains(reason, "Since an approval was asked for: x.sh ("+w.path("x.sh")+"): its content changed") {
		t.Errorf("%q: %s", decided, reason)
	}
	for kind, want := range map[string][]string{"approval.requested": {`"name":"x.sh"`, `"role":"program"`, `"name":"bash"`}, "approval.consumed": {`"compared":true`, `"change":"content"`}} {
		text := strings.ReplaceAll(w.must("log", "read", "--kind", kind).Out, " ", "")
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %s: %s", kind, part, text)
			}
		}
	}
}

func TestAHookHoldsAScriptThatChangedBack(t *testing.T) {
	w := scripted(t, deploys+"bind = \"content\"\n")
	_, _, first := w.asks("PreToolUse")
	w.grant(first)
	w.file("x.sh", "echo evil\n")
	decided, reason, second := w.asks("PreToolUse")
	if decided != "deny" || second == first || !strings.Contains(reason, "its content changed") {
		t.Errorf("other content: %q: %s", decided, reason)
	}
	w.file("x.sh", "echo good\n")
	if decided, reason, used := w.asks("PreToolUse"); decided != "allow" || used != first {
		t.Errorf("the content that was granted: %q: %s", decided, reason)
	}
	w.asks("PostToolUse")
	if text := w.must("approval", "show", first.String()).Out; strings.Contains(text, "result unknown") || !strings.Contains(text, "content_changed") {
		t.Error(text)
	}
}

func TestAHookAsksForACallWithItsVariables(t *testing.T) {
	w := scripted(t, deploys)
	_, _, first := w.asks("PreToolUse")
	w.grant(first)
	w.tune = func(p *app.Program) { p.Environ = func() []string { return append(os.Environ(), "GIT_DIR=/other") } }
	if decided, reason, other := w.asks("PreToolUse"); decided != "deny" || other == first {
		t.Errorf("with a variable: %q: %s", decided, reason)
	}
	w.tune = nil
	if decided, reason, used := w.asks("PreToolUse"); decided != "allow" || used != first {
		t.Errorf("as it was asked for: %q: %s", decided, reason)
	}
}
