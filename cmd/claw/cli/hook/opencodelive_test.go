package hookcmd_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// inOpenCode calls claw's plugin as OpenCode does, and prints what it refuses.
const inOpenCode = `
const { Claw } = await import("PLUGIN")
const plugin = await Claw({ directory: process.cwd() })
await plugin.event({ event: { type: "session.created", properties: { info: { id: "ses_1", title: "look around" } } } })
for (const [callID, command] of [["call_1", "echo hello"], ["call_2", "mkdir made"]]) {
  const call = { tool: "bash", sessionID: "ses_1", callID }
  try {
    await plugin["tool.execute.before"](call, { args: { command } })
    await plugin["tool.execute.after"]({ ...call, args: { command } }, { output: "done" })
  } catch (e) {
    console.log(e.message)
  }
}
await plugin["chat.message"]({ sessionID: "ses_2" }, { message: { id: "msg_1" }, parts: [{ type: "text", text: "go on" }] })
for (let i = 0; i < 2; i++) {
  await plugin.event({ event: { type: "session.error", properties: { sessionID: "ses_2", error: { name: "MessageAbortedError", data: { message: "Aborted" } } } } })
  await plugin.event({ event: { type: "session.idle", properties: { sessionID: "ses_2" } } })
}
await plugin.event({ event: { type: "session.compacted", properties: { sessionID: "ses_1" } } })
`

// TestThePluginInOpenCodeRecordsAndRefuses runs the plugin in Node.js, as agents are run:
// when CLAW_TEST_AGENTS is 1. Without it only what it hands over is tried.
func TestThePluginInOpenCodeRecordsAndRefuses(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", sceneRules)
	w.Must("policy", "adopt", "policy.toml")
	said := ""
	if os.Getenv("CLAW_TEST_AGENTS") == "1" {
		said = runPlugin(t, w)
	} else {
		for _, event := range []string{
			`{"hook_event_name":"SessionStart","session_id":"ses_1","source":"startup","session_title":"look around"}`,
			`{"hook_event_name":"PreToolUse","session_id":"ses_1","tool_name":"bash","tool_use_id":"call_1","tool_input":{"command":"echo hello"}}`,
			`{"hook_event_name":"PostToolUse","session_id":"ses_1","tool_name":"bash","tool_use_id":"call_1","tool_input":{"command":"echo hello"},"tool_response":"done"}`,
			`{"hook_event_name":"PreToolUse","session_id":"ses_1","tool_name":"bash","tool_use_id":"call_2","tool_input":{"command":"mkdir made"}}`,
			brokenOff[0], brokenOff[1],
			`{"hook_event_name":"PostCompact","session_id":"ses_1"}`,
		} {
			_, reason := clitest.Decision(t, w.Hook(event, "opencode", "--enforce"))
			said += reason
		}
	}
	if !strings.HasPrefix(said, "claw: blocked by rule release_needs_leave") || !strings.Contains(said, onceGranted) {
		t.Errorf("it was said %q", said)
	}
	var got []string
	for _, call := range clitest.Documents(t, w.Must("tools", "--json").Out)[0]["tool_calls"].([]any) {
		c := call.(map[string]any)
		got = append(got, fmt.Sprint(c["session"], " ", c["item"], " ", c["status"]))
	}
	if diff := cmp.Diff([]string{"opencode/ses_1 call_1 completed", "opencode/ses_1 call_2 denied"}, got); diff != "" {
		t.Errorf("calls (-want +got)\n%s", diff)
	}
	interruptedOnce(t, w)
}

// brokenOff is what the plugin hands over of a turn that a person breaks off.
var brokenOff = []string{
	`{"hook_event_name":"UserPromptSubmit","session_id":"ses_2","prompt_id":"msg_1","prompt":"go on"}`,
	`{"hook_event_name":"StopFailure","session_id":"ses_2","prompt_id":"msg_1","error":"MessageAbortedError","error_details":"Aborted"}`,
}

// brokenOffExport is what OpenCode exports of that turn.
const brokenOffExport = `{"info":{"id":"ses_2","projectID":"p","directory":"/home/dev/demo","title":"go on","version":"1.18.33","time":{"created":1767225600000,"updated":1767225690000}},"messages":[
{"info":{"id":"msg_1","sessionID":"ses_2","role":"user","time":{"created":1767225600010}},"parts":[{"id":"prt_1","sessionID":"ses_2","messageID":"msg_1","type":"text","text":"go on"}]},
{"info":{"id":"msg_2","sessionID":"ses_2","role":"assistant","parentID":"msg_1","time":{"created":1767225600020,"completed":1767225600900},"modelID":"m-1","providerID":"fake",
"error":{"name":"MessageAbortedError","data":{"message":"Aborted"}},"tokens":{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}}},"parts":[]}]}
`

// TestATurnThatWasBrokenOffInOpenCodeIsOne records it live, and imports its session.
func TestATurnThatWasBrokenOffInOpenCodeIsOne(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	for _, event := range brokenOff {
		w.Hook(event, "opencode")
	}
	interruptedOnce(t, w)
	w.File("export.json", brokenOffExport)
	w.Must("import", "export.json")
	interruptedOnce(t, w)
}

// interruptedOnce holds session ses_2 to one turn, which a person broke off.
func interruptedOnce(t *testing.T, w *clitest.World) {
	t.Helper()
	row := clitest.Documents(t, w.Must("sessions", "--session", "opencode/ses_2", "--json").Out)[0]["sessions"].([]any)[0].(map[string]any)
	if diff := cmp.Diff(map[string]any{"interrupted": 1.0}, row["turns"]); diff != "" {
		t.Errorf("turns (-want +got)\n%s", diff)
	}
}

func runPlugin(t *testing.T, w *clitest.World) string {
	t.Helper()
	claw, err := built()
	if err != nil {
		t.Fatal(err)
	}
	own := *w
	own.Tune = func(p *app.Program) { p.Self = claw }
	own.Must("hooks", "install", "--yes", "--agent", "opencode", "--enforce")
	w.File("home/.config/opencode/package.json", `{"type":"module"}`)
	w.File("run.mjs", strings.Replace(inOpenCode, "PLUGIN", w.Path("home/.config/opencode/plugins/claw.js"), 1))
	cmd := exec.CommandContext(t.Context(), "node", w.Path("run.mjs"))
	cmd.Dir = w.Dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.Path("home"), "XDG_DATA_HOME=" + w.Path("home/.local/share")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestAPluginThatAnEarlierClawLeftIsReplaced makes the plugin one that another claw wrote,
// as its note of it says.
func TestAPluginThatAnEarlierClawLeftIsReplaced(t *testing.T) {
	const plugin = "home/.config/opencode/plugins/claw.js"
	w := clitest.Patient(t)
	w.Must("hooks", "install", "--yes", "--agent", "opencode")
	now := clitest.Read(t, w.Path(plugin))
	earlier := now + "// as it was\n"
	w.File(plugin, earlier)
	if a := w.Run("hooks", "install", "--yes", "--agent", "opencode"); a.Code != 4 {
		t.Errorf("a plugin that somebody changed: exit %d, %s", a.Code, a.Out)
	}
	notes, err := filepath.Glob(w.Path("home/.local/state/claw/hooks/*.json"))
	if err != nil || len(notes) != 1 {
		t.Fatalf("notes %v, error %v", notes, err)
	}
	note, err := filepath.Rel(w.Dir, notes[0])
	if err != nil {
		t.Fatal(err)
	}
	w.Edit(note, domain.Digest(sha256.Sum256([]byte(now))).String(), domain.Digest(sha256.Sum256([]byte(earlier))).String())
	w.Must("hooks", "install", "--yes", "--agent", "opencode")
	if got := clitest.Read(t, w.Path(plugin)); got != now {
		t.Errorf("the plugin is\n%s", got)
	}
	w.Must("hooks", "uninstall", "--agent", "opencode")
	if _, err := os.Stat(w.Path(plugin)); !os.IsNotExist(err) {
		t.Errorf("the plugin is there: %v", err)
	}
}
