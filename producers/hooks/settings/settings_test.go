package settings_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/hooks/settings"
)

const (
	command        = "/usr/bin/claw hook claude-code"
	copilotCommand = "'/opt/a b/claw' hook copilot; exit 0"
)

// texts are settings as people keep them.
var texts = map[string]string{
	"nothing":                    "{}\n",
	"an object over two lines":   "{\n}\n",
	"settings with tabs":         "{\n\t\"model\": \"opus\",\n\t\"env\": {\"A\": \"1\"}\n}\n",
	"settings with four spaces":  "{\n    \"z\": 1,\n    \"a\": [1, 2,   3]\n}",
	"settings on one line":       `{"model":"opus","permissions":{"allow":["Bash(ls:*)"]}}`,
	"lines that end as on DOS":   "{\r\n  \"model\": \"opus\"\r\n}\r\n",
	"a hook of somebody else":    "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"./check.sh\"}]}\n    ]\n  },\n  \"last\": true\n}\n",
	"an empty list of an event":  "{\"hooks\": {\"Stop\": []}, \"x\": \"}]\"}",
	"a command that only quotes": `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo 'claw hook claude-code' >> log"}]}]}}`,
}

func TestWhatIsInstalledIsThereOnceAndTheRestStays(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) { staysBeside(t, &settings.ClaudeCode, command, name, text) })
		t.Run("Copilot CLI, "+name, func(t *testing.T) { staysBeside(t, &settings.CopilotInline, copilotCommand, name, text) })
	}
}

// staysBeside installs a hook in settings and takes it out again.
func staysBeside(t *testing.T, a *settings.Agent, command, name, text string) {
	once, err := a.Install([]byte(text), command)
	if err != nil {
		t.Fatal(err)
	}
	again, err := a.Install(once, command)
	if err != nil || string(again) != string(once) {
		t.Errorf("installed twice, error %v: %s", err, again)
	}
	state, err := a.State(once)
	if err != nil || len(state.Missing) != 0 || len(state.Commands) != 1 {
		t.Errorf("%+v, error %v\n%s", state, err, once)
	}
	gone, err := a.Remove(once)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(decoded(t, text), decoded(t, string(gone))); diff != "" && name != "an empty list of an event" {
		t.Errorf("-want +got\n%s", diff)
	}
	kept := strings.NewReplacer("\r", "", "\n", "", "\t", "", " ", "")
	if name != "an empty list of an event" && kept.Replace(text) != kept.Replace(string(gone)) {
		t.Errorf("removed, %s is\n%s", text, gone)
	}
}

func decoded(t *testing.T, text string) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

// commented are settings with comments at each place around claw's hooks.
var commented = []string{
	"{\n  // the theme, \"not\" {this}\n  \"theme\": \"dark\", /* last */\n  \"url\": \"http://x\" // , {\n}\n",
	"{\n  // nothing yet\n}\n",
	"{ /* nothing yet */ }",
	"{\r\n\t// nothing yet\r\n}\r\n",
	"{\"a\": {}} // after it\n",
	"{\n  \"hooks\": {\n    // none yet\n  }\n}\n",
	"{\"hooks\": { // none yet\n}, \"z\": 1}\n",
	"{\n  \"hooks\": {\n    \"BeforeTool\": [\n      // none yet\n    ]\n  }, // the hooks\n  // the rest\n  \"z\": 1\n}\n",
	"{\n  \"a\": 1, // about a\n  // about hooks\n  \"hooks\": {\n    /* mine */ \"Stop\": [] // not theirs\n  }\n}\n",
}

func TestCommentsOfGeminiStay(t *testing.T) {
	a := &settings.Gemini
	comment := regexp.MustCompile(`/\*.*?\*/|// .*`)
	for _, text := range commented {
		once, err := a.Install([]byte(text), "claw hook gemini")
		if err != nil {
			t.Fatal(err)
		}
		if state, err := a.State(once); err != nil || len(state.Missing) != 0 {
			t.Errorf("%+v, error %v\n%s", state, err, once)
		}
		gone, err := a.Remove(once)
		if s, unread := a.State(gone); err != nil || unread != nil || len(s.Installed) > 0 {
			t.Errorf("%+v, errors %v, %v\n%s", s, err, unread, gone)
		}
		want := comment.FindAllString(text, -1)
		for _, next := range [][]byte{once, gone} {
			if diff := cmp.Diff(want, comment.FindAllString(string(next), -1)); diff != "" {
				t.Errorf("-want +got\n%s%s", diff, next)
			}
		}
	}
}

// TestCommentsAroundHooksOfClawStay takes out hooks around which people wrote.
func TestCommentsAroundHooksOfClawStay(t *testing.T) {
	a := &settings.Gemini
	const hook = `{"hooks": [{"type": "command", "command": "claw hook gemini"}]}`
	for text, want := range map[string]string{
		"{\n  // mine\n  \"hooks\": {\"BeforeTool\": [" + hook + "]}\n}\n":                            "{\n  // mine\n}\n",
		"{\n  \"a\": 1, // about a\n  \"hooks\": {\"BeforeTool\": [" + hook + "]}\n}\n":               "{\n  \"a\": 1 // about a\n}\n",
		"{\"a\": 1, // about a\n  \"hooks\": {\"BeforeTool\": [" + hook + "]}}":                       "{\"a\": 1 // about a\n  }",
		"{\n  \"hooks\": {\"BeforeTool\": [" + hook + "]}, // claw\n  // next\n  \"a\": 1\n}\n":       "{\n   // claw\n  // next\n  \"a\": 1\n}\n",
		"{\n  \"hooks\": {\n    // when\n    \"BeforeTool\": [" + hook + "]\n  }\n}\n":                "{\n  \"hooks\": {\n    // when\n  }\n}\n",
		"{\"hooks\": {\"BeforeTool\": [" + hook + " /* x */, " + hook + "]}, \"a\": 1}":               "{\"hooks\": {\"BeforeTool\": [ /* x */ ]}, \"a\": 1}",
		"{\"hooks\": {\"BeforeTool\": [/* x */ " + hook + ", {\"hooks\": []}]}, \"a\": 1} // the end": "{\"hooks\": {\"BeforeTool\": [/* x */ {\"hooks\": []}]}, \"a\": 1} // the end",
	} {
		if gone, err := a.Remove([]byte(text)); err != nil || string(gone) != want {
			t.Errorf("error %v, %s\nbecomes %q\nwant    %q", err, text, gone, want)
		}
	}
}

func TestAnotherVersionIsReplaced(t *testing.T) {
	a := &settings.ClaudeCode
	old, err := a.Install([]byte("{}"), "'/opt/old claw/claw' hook claude-code --enforce")
	if err != nil {
		t.Fatal(err)
	}
	now, err := a.Install(old, command)
	if err != nil {
		t.Fatal(err)
	}
	state, err := a.State(now)
	if diff := cmp.Diff([]string{command}, state.Commands); diff != "" || err != nil {
		t.Errorf("error %v, -want +got\n%s", err, diff)
	}
}

func TestSettingsThatAreNoneAreRefused(t *testing.T) {
	for name, text := range map[string]string{"half an object": "{", "a list": "[]", "a comment where there is none": "{} // x", "two objects": "{}{}",
		"hooks that are a list": `{"hooks": []}`, "an event that is an object": `{"hooks": {"Stop": {}}}`, "a name twice": `{"a":1,"a":2}`} {
		for _, change := range []func() ([]byte, error){
			func() ([]byte, error) { return settings.ClaudeCode.Install([]byte(text), command) },
			func() ([]byte, error) {
				text := strings.ReplaceAll(text, "Stop", "agentStop")
				return settings.Copilot.Install([]byte(text), copilotCommand)
			},
		} {
			if got, err := change(); err == nil {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

func TestThePluginRunsTheCommand(t *testing.T) {
	text := settings.Plugin(`'/a "b"/claw' hook opencode`)
	if got, ok := settings.PluginCommand(text); !ok || got != `'/a "b"/claw' hook opencode` {
		t.Errorf("%q, %v", got, ok)
	}
	for _, other := range []string{"", "export const X = 1", string(text) + "// changed\n"} {
		if _, ok := settings.PluginCommand([]byte(other)); ok {
			t.Errorf("%q is taken for claw's", other)
		}
	}
}

// FuzzInstall: whatever the settings are, what else they say stays.
func FuzzInstall(f *testing.F) {
	for _, text := range texts {
		f.Add(text, false)
	}
	f.Add("{/*}*/}", true)
	for _, text := range commented {
		f.Add(text, true)
	}
	f.Add(`{"hooks":{"Stop":[{"hooks":[{"command":"claw hook claude-code"},1]},{}]}}`, false)
	f.Fuzz(func(t *testing.T, text string, comments bool) {
		for _, a := range []settings.Agent{settings.ClaudeCode, settings.Copilot} {
			a.Comments = comments
			installsAndRemoves(t, a, text)
		}
	})
}

func installsAndRemoves(t *testing.T, a settings.Agent, text string) {
	before, err := a.Remove([]byte(text))
	if err != nil {
		return
	}
	once, err := a.Install(before, "claw hook "+a.Name)
	if err != nil {
		return
	}
	if state, err := a.State(once); err != nil || len(state.Missing) != 0 {
		t.Fatalf("%+v, error %v in %s", state, err, once)
	}
	gone, err := a.Remove(once)
	if err != nil {
		t.Fatalf("%v in %s", err, once)
	}
	if s, err := a.State(gone); err != nil || len(s.Installed) != 0 {
		t.Fatalf("%+v, error %v in %s", s, err, gone)
	}
}

func TestAnEmptyFileHoldsNothingToRemove(t *testing.T) {
	a := settings.ClaudeCode
	for _, text := range []string{"", " \n"} {
		if gone, err := a.Remove([]byte(text)); err != nil || string(gone) != text {
			t.Errorf("%q: %q, error %v", text, gone, err)
		}
	}
}

// TestAFileOfCopilotHasAVersion installs where there is no version, and where there is one.
func TestAFileOfCopilotHasAVersion(t *testing.T) {
	a := &settings.Copilot
	for text, want := range map[string]string{
		"":                                "{\n  \"version\": 1\n}\n",
		"{}":                              "{\n  \"version\": 1\n}",
		`{"version": 1}`:                  `{"version": 1}`,
		`{"hooks": {}, "version": 1}`:     `{"version": 1}`,
		`{"version":1,"hooks":{"x":[1]}}`: `{"version":1,"hooks":{"x":[1]}}`,
	} {
		once, err := a.Install([]byte(text), copilotCommand)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := a.State(once); err != nil || len(s.Missing) > 0 || s.Off != "" || !slices.Equal(s.Commands, []string{copilotCommand}) {
			t.Errorf("%q: %+v, error %v\n%s", text, s, err, once)
		}
		if !strings.Contains(string(once), `"powershell": "& '/opt/a b/claw' hook copilot; exit 0"`) {
			t.Errorf("%q: PowerShell would not run\n%s", text, once)
		}
		gone, err := a.Remove(once)
		if err != nil || strings.Join(strings.Fields(string(gone)), "") != strings.Join(strings.Fields(want), "") {
			t.Errorf("%q, error %v: removed, it is\n%s", text, err, gone)
		}
		if blank := !strings.Contains(want, "hooks"); a.Blank(gone) != blank {
			t.Errorf("%q: %s is blank: %v", text, gone, !blank)
		}
	}
	without := strings.Replace(installed(t, a), `"version": 1`, `"versions": 1`, 1)
	if s, err := a.State([]byte(without)); err != nil || s.Off != "version is missing" {
		t.Errorf("%+v, error %v", s, err)
	}
	again, err := a.Install([]byte(without), copilotCommand)
	if s, unread := a.State(again); err != nil || unread != nil || s.Off != "" {
		t.Errorf("%+v, errors %v, %v", s, err, unread)
	}
}

func installed(t *testing.T, a *settings.Agent) string {
	t.Helper()
	text, err := a.Install(nil, copilotCommand)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAHookOfCopilotIsKnownByEachOfItsShells leaves one of its commands.
func TestAHookOfCopilotIsKnownByEachOfItsShells(t *testing.T) {
	const own = `'/opt/it'\''s/claw' hook copilot`
	for _, handler := range []string{
		`{"bash": "'/opt/it'\\''s/claw' hook copilot"}`,
		`{"powershell": "& '/opt/it''s/claw' hook copilot"}`,
		`{"command": "'/opt/it'\\''s/claw' hook copilot"}`,
		`{"bash": "./check.sh", "powershell": "& '/opt/it''s/claw' hook copilot"}`,
	} {
		s, err := settings.Copilot.State([]byte(`{"version": 1, "hooks": {"agentStop": [` + handler + `]}}`))
		if err != nil || !slices.Equal(s.Installed, []string{"agentStop"}) || !slices.Equal(s.Commands, []string{own}) {
			t.Errorf("%s: %+v, error %v", handler, s, err)
		}
	}
}

// TestHooksInTOMLAreRead writes the same hooks in each way that TOML has.
func TestHooksInTOMLAreRead(t *testing.T) {
	a := &settings.CodexTOML
	for says, row := range map[string]struct {
		text      string
		installed []string
		off       string
	}{
		"nothing":              {"", nil, ""},
		"another hook":         {"[[hooks.PreToolUse]]\nhooks = [{ type = \"command\", command = \"./check.sh\" }]\n", nil, ""},
		"tables":               {"[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = '/opt/claw hook codex'\n", []string{"PreToolUse"}, ""},
		"inline tables":        {"hooks.Stop = [{ hooks = [{ type = \"command\", command = \"/opt/claw hook codex\" }] }]\n", []string{"Stop"}, ""},
		"beside a state":       {"[hooks.state.\"x:stop:0:0\"]\ntrusted_hash = \"sha256:x\"\n[[hooks.Stop]]\nhooks = [{ command = \"\"\"/opt/claw hook codex\"\"\" }]\n", []string{"Stop"}, ""},
		"numbers and times":    {"a = 1\nb = 1.5\nc = 2026-01-01\nd = [1, [2]]\n[features]\nhooks = true\n", nil, ""},
		"a hook of another":    {"[[hooks.Stop]]\nhooks = [{ command = \"claw hook gemini\" }]\n", nil, ""},
		"hooks are turned off": {"[features]\nhooks = false\n", nil, "features.hooks is false"},
	} {
		s, err := a.State([]byte(row.text))
		if diff := cmp.Diff(row.installed, s.Installed); diff != "" || err != nil || s.Off != row.off || len(s.Installed)+len(s.Missing) != 10 {
			t.Errorf("%s: %+v, error %v, -want +got\n%s", says, s, err, diff)
		}
	}
	for _, text := range []string{"[hooks", "hooks = 1", "[hooks]\nStop = 1", "a = 1\na = 2"} {
		if s, err := a.State([]byte(text)); err == nil {
			t.Errorf("%q: %+v", text, s)
		}
	}
}
