package hookcmd_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
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
func scripted(t *testing.T, rules string) *clitest.World {
	w := clitest.Patient(t)
	w.Env["PATH"] = os.Getenv("PATH")
	w.Must("init", "--user")
	w.File("policy.toml", rules)
	w.Must("policy", "adopt", "policy.toml")
	w.File("x.sh", "echo good\n")
	return w
}

// asks is the answer to the agent before a call of the script, and the request that it names.
func asks(w *clitest.World, event string) (decided, reason string, asked domain.StreamID) {
	w.T.Helper()
	decided, reason = w.Call(event, ".", "bash x.sh")
	if id := regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason); id != "" {
		var err error
		if asked, err = domain.ParseStreamID(id); err != nil {
			w.T.Fatal(err)
		}
	}
	return decided, reason, asked
}

func TestAHookNamesAScriptThatChanged(t *testing.T) {
	w := scripted(t, deploys)
	_, _, asked := asks(w, "PreToolUse")
	w.Grant(asked)
	w.File("x.sh", "echo evil\n")
	decided, reason, _ := asks(w, "PreToolUse")
	if decided != "allow" || !strings.Contains(reason, "Since an approval was asked for: x.sh ("+w.Path("x.sh")+"): its content changed") {
		t.Errorf("%q: %s", decided, reason)
	}
	for kind, want := range map[string][]string{"approval.requested": {`"name":"x.sh"`, `"role":"program"`, `"name":"bash"`}, "approval.consumed": {`"compared":true`, `"change":"content"`}} {
		text := strings.ReplaceAll(w.Must("log", "read", "--kind", kind).Out, " ", "")
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %s: %s", kind, part, text)
			}
		}
	}
}

func TestAHookHoldsAScriptThatChangedBack(t *testing.T) {
	w := scripted(t, deploys+"bind = \"content\"\n")
	_, _, first := asks(w, "PreToolUse")
	w.Grant(first)
	w.File("x.sh", "echo evil\n")
	decided, reason, second := asks(w, "PreToolUse")
	if decided != "deny" || second == first || !strings.Contains(reason, "its content changed") {
		t.Errorf("other content: %q: %s", decided, reason)
	}
	w.File("x.sh", "echo good\n")
	if decided, reason, used := asks(w, "PreToolUse"); decided != "allow" || used != first {
		t.Errorf("the content that was granted: %q: %s", decided, reason)
	}
	asks(w, "PostToolUse")
	if text := w.Must("approval", "show", first.String()).Out; strings.Contains(text, "result unknown") || !strings.Contains(text, "content_changed") {
		t.Error(text)
	}
}

func TestAHookAsksForACallWithItsVariables(t *testing.T) {
	w := scripted(t, deploys)
	_, _, first := asks(w, "PreToolUse")
	w.Grant(first)
	w.Tune = func(p *app.Program) { p.Environ = func() []string { return append(os.Environ(), "GIT_DIR=/other") } }
	if decided, reason, other := asks(w, "PreToolUse"); decided != "deny" || other == first {
		t.Errorf("with a variable: %q: %s", decided, reason)
	}
	w.Tune = nil
	if decided, reason, used := asks(w, "PreToolUse"); decided != "allow" || used != first {
		t.Errorf("as it was asked for: %q: %s", decided, reason)
	}
}
