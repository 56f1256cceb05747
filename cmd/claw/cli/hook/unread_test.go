package hookcmd_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// spoken is how an agent asks about a call, reports something else, and gets a denial.
var spoken = map[string]struct {
	call, told string
	no         func(answer map[string]any) (decision, reason any)
}{
	"claude-code": {clitest.Bash("PreToolUse", "git push"), clitest.Bash("PostToolUse", "git push"), inHookOutput},
	"codex":       {clitest.Bash("PreToolUse", "git push"), clitest.Bash("PostToolUse", "git push"), inHookOutput},
	"gemini": {`{"session_id":"s1","cwd":"/work","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"git push"}}`,
		`{"session_id":"s1","hook_event_name":"AfterAgent","prompt":"x","prompt_response":"y"}`, plainly},
	"opencode": {clitest.Bash("PreToolUse", "git push"), clitest.Bash("PostToolUse", "git push"), plainly},
	"copilot": {`{"sessionId":"s1","cwd":"/work","timestamp":1,"toolName":"bash","toolArgs":"{\"command\":\"git push\"}"}`,
		`{"sessionId":"s1","cwd":"/work","timestamp":1,"stopReason":"end_turn"}`,
		func(a map[string]any) (any, any) { return a["permissionDecision"], a["permissionDecisionReason"] }},
}

func plainly(a map[string]any) (any, any) { return a["decision"], a["reason"] }

func inHookOutput(a map[string]any) (any, any) {
	out, _ := a["hookSpecificOutput"].(map[string]any)
	if out["hookEventName"] != "PreToolUse" {
		return nil, nil
	}
	return out["permissionDecision"], out["permissionDecisionReason"]
}

// TestAnUnreadablePayloadIsDenied hands each agent's hook what it cannot read, or cannot read
// as an event of this agent.
func TestAnUnreadablePayloadIsDenied(t *testing.T) {
	for agent, s := range spoken {
		theirs := spoken["copilot"].call
		if agent == "copilot" {
			theirs = spoken["claude-code"].call
		}
		for name, payload := range map[string]string{
			"the call itself":             s.call,
			"nothing":                     "",
			"blanks":                      " \n\t",
			"no JSON":                     "git push",
			"a list":                      "[" + s.call + "]",
			"null":                        "null",
			"an object without members":   "{}",
			"a byte order mark before it": "\ufeff" + s.call,
			"cut off in its first member": s.call[:9],
			"cut off in its last member":  s.call[:len(s.call)-3],
			"nested too deep":             strings.Replace(s.call, `"cwd":`, `"x":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`,"cwd":`, 1),
			"too large":                   strings.Replace(s.call, "git push", "git push "+strings.Repeat("x", 65<<20), 1),
			"too large to judge":          strings.Replace(s.call, "git push", "git push "+strings.Repeat("x", 9<<20), 1),
			"bytes that are no UTF-8":     strings.Replace(s.call, "git push", "git push \xff\xfe", 1),
			"UTF-16":                      "\xff\xfe{\x00}\x00",
			"an event that names no kind": `{"session_id":"s1","sessionId":"s1"}`,
			"a kind that is no text":      `{"session_id":"s1","hook_event_name":7,"tool_name":"Bash"}`,
			"a tool that is no text":      strings.NewReplacer(`"bash"`, `["bash"]`, `"Bash"`, `["Bash"]`, `"run_shell_command"`, `7`).Replace(s.call),
			"a call of another agent":     theirs,
		} {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			w.File("policy.toml", clitest.Rules+"tool = \"shell\"\n")
			w.Must("policy", "adopt", "policy.toml")
			a := w.Hook(payload, agent, "--enforce")
			var said map[string]any
			if err := json.Unmarshal([]byte(a.Out), &said); err != nil {
				t.Errorf("%s, %s: %q is no answer: %v", agent, name, a.Out, err)
				continue
			}
			decision, reason := s.no(said)
			if why, _ := reason.(string); decision != "deny" || !strings.HasPrefix(why, "claw: ") || name != "the call itself" && payload != theirs && !strings.Contains(why, "rule") {
				t.Errorf("%s, %s: %s", agent, name, a.Out)
			}
		}
	}
}

// TestAnUnreadablePayloadBreaksNoAgent: an event that asks nothing gets no answer, whatever
// is wrong with it; nor does any event where no policy holds anything back, or where the
// hook does not enforce.
func TestAnUnreadablePayloadBreaksNoAgent(t *testing.T) {
	for agent, s := range spoken {
		cut := s.told[:len(s.told)-1]
		for name, row := range map[string]struct {
			policy, payload string
			args            []string
		}{
			"an event that asks nothing, cut off":   {clitest.Rules, cut, []string{"--enforce"}},
			"an event that asks nothing, too large": {clitest.Rules, cut + `,"more":"` + strings.Repeat("x", 65<<20) + `"}`, []string{"--enforce"}},
			"no policy":                             {"", "", []string{"--enforce"}},
			"a policy that allows":                  {"version = 1\n\n[[rule]]\nid = \"add\"\ndecision = \"allow\"\nargv_shorthand = \"git add:*\"\n", "{", []string{"--enforce"}},
			"a hook that only records":              {clitest.Rules, "{", nil},
		} {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			if row.policy != "" {
				w.File("policy.toml", row.policy)
				w.Must("policy", "adopt", "policy.toml")
			}
			if a := w.Hook(row.payload, append([]string{agent}, row.args...)...); a.Out != "" || !strings.Contains(a.Err, "holds no event of this agent") {
				t.Errorf("%s, %s: %q %q", agent, name, a.Out, a.Err)
			}
		}
	}
}

// TestAPayloadThatCannotBeFetchedIsDenied breaks standard input.
func TestAPayloadThatCannotBeFetchedIsDenied(t *testing.T) {
	w := clitest.Patient(t)
	w.File(".claw/policy.toml", clitest.Rules)
	w.Tune = func(p *app.Program) { p.In = failing{} }
	if got, reason := clitest.Decision(t, w.Hook("", "claude-code", "--enforce")); got != "deny" || !strings.Contains(reason, "cannot be read") {
		t.Errorf("%q: %s", got, reason)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("the pipe broke")
