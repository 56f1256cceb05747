package claudecode_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// The texts are what the program 2.1.197 answered when it did not run a command;
// the recording has them all with the rules that were set.
var refusals = []string{
	"This command requires approval",
	"This Bash command contains multiple operations. The following part requires approval: zed",
	"Contains command_substitution",
	"Contains compound_statement",
	"Contains shell syntax (string) that cannot be statically analyzed",
	"Heredoc with unquoted delimiter undergoes shell expansion",
	"Output redirection to '/etc/zz' was blocked. For security, Claude Code may only write to files in the allowed working directories for this session: '/w'.",
	"Permission to use Bash with command foo bad1 has been denied.",
	"This command uses shell operators that require approval for safety",
	"This command uses the `&` background operator, which defers execution past approval-time safety checks. Approve only if you trust it.",
}

func TestACommandThatDidNotRunIsDenied(t *testing.T) {
	texts := refusals
	if content, err := os.ReadFile(filepath.Join(shared, "recorded/claude/permission-matrix.json")); err == nil {
		var matrix struct {
			Cases []struct {
				Allowed bool
				Text    string
			}
		}
		if err := json.Unmarshal(content, &matrix); err != nil {
			t.Fatal(err)
		}
		for _, c := range matrix.Cases {
			if !c.Allowed {
				texts = append(texts, c.Text)
			}
		}
	}
	for _, text := range texts {
		records := readertest.Read(t, claudecode.New(), []byte(lines(answer("a1", "", "M1", "", call("T1"), 1), result("r1", "a1", "T1", text, true, ""))))
		if kind := records[1].Drafts[0].Kind; kind != "tool.denied" {
			t.Errorf("%q is %s", text, kind)
		}
	}
}

func TestWhyTheProviderFailed(t *testing.T) {
	for _, row := range []struct{ name, members, said, want string }{
		{"too many requests", `"apiErrorStatus":429`, "slow down", "provider_rate_limit"},
		{"a limit without a status", `"error":"rate_limit"`, "x", "provider_rate_limit"},
		{"a limit in words only", `"x":0`, "Claude AI usage limit reached|1760000000", "provider_rate_limit"},
		{"a wrong key", `"x":0`, "Invalid API key · Please run /login", "provider_auth"},
		{"a status in words", `"x":0`, `API Error: 401 {"type":"error"}`, "provider_auth"},
		{"an overload", `"x":0`, `API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}`, "provider_internal"},
		{"a status of the server", `"apiErrorStatus":503`, "x", "provider_internal"},
		{"no connection", `"x":0`, "API Error: Connection error.", "provider_transport"},
		{"too long a prompt, whatever the status", `"apiErrorStatus":400`, "Prompt is too long", "context_window"},
		{"a bad request", `"apiErrorStatus":400`, "x", "provider_error"},
		{"words nobody knows", `"x":0`, "the moon", "unknown"},
	} {
		t.Run(row.name, func(t *testing.T) {
			block, _ := json.Marshal(map[string]string{"type": "text", "text": row.said})
			line := answer("a1", "", "X", `,"isApiErrorMessage":true,`+row.members, string(block), 0)
			for _, d := range readertest.Read(t, claudecode.New(), []byte(line))[0].Drafts {
				if d.Kind == "provider.failed" {
					var p struct{ Class string }
					if err := json.Unmarshal(d.Data, &p); err != nil || p.Class != row.want {
						t.Errorf("%s, %v; want %s", p.Class, err, row.want)
					}
					return
				}
			}
			t.Error("no provider.failed")
		})
	}
}
