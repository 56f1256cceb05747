package cli_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers/scrub"
	"github.com/clawable/claw/proof"
)

// patient is a world whose hooks wait for the log as long as it takes.
func patient(t *testing.T) *world {
	w := emptyWorld(t)
	w.tune = func(p *app.Program) { p.Patience = time.Minute }
	return w
}

// payload is an event of Claude Code; more are members that differ.
func payload(event string, more map[string]any) string {
	p := map[string]any{"session_id": "s1", "cwd": "/work", "prompt_id": "p1", "hook_event_name": event}
	for name, v := range more {
		p[name] = v
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func bash(event, command string) string {
	return payload(event, map[string]any{"tool_name": "Bash", "tool_use_id": "toolu_1", "tool_input": map[string]any{"command": command}})
}

// hook runs a hook with an event; it must not fail.
func (w *world) hook(input string, args ...string) answer {
	w.t.Helper()
	w.in = input
	a := w.run(append([]string{"hook"}, args...)...)
	w.in = ""
	if a.Code != 0 {
		w.t.Fatalf("claw hook %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
	}
	return a
}

// kinds lists what the log holds after its first event.
func (w *world) kinds() (kinds []string) {
	w.t.Helper()
	for _, e := range documents(w.t, w.must("log", "read").Out)[1:] {
		kinds = append(kinds, e["kind"].(string))
	}
	return kinds
}

func TestAHookRecordsWhatItIsHanded(t *testing.T) {
	for name, row := range map[string]struct {
		agent, input string
		want         []string
		emitter      string
	}{
		"a call":                {"claude-code", bash("PreToolUse", "ls"), []string{"tool.requested"}, "hook/claude-code/s1"},
		"a prompt":              {"claude-code", payload("UserPromptSubmit", map[string]any{"prompt": "go"}), []string{"turn.started", "session.identity_enriched"}, "hook/claude-code/s1"},
		"a subagent":            {"claude-code", payload("SubagentStart", map[string]any{"agent_id": "a1"}), []string{"session.created", "turn.started"}, "hook/claude-code/s1/a1"},
		"an end without a turn": {"claude-code", `{"session_id":"s1","hook_event_name":"Stop"}`, []string{"turn.completed"}, "hook/claude-code/s1"},
		"a call of Codex":       {"codex", `{"session_id":"c1","turn_id":"t1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"call_1","tool_input":{"command":"ls"}}`, []string{"tool.requested"}, "hook/codex/c1"},
		"a call of Gemini CLI":  {"gemini", `{"session_id":"g1","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, []string{"tool.requested"}, "hook/gemini-cli/g1"},
		"a failure there":       {"gemini", `{"session_id":"g1","hook_event_name":"AfterTool","tool_name":"read_file","tool_input":{},"tool_response":{"error":{"message":"gone"}}}`, []string{"tool.failed"}, "hook/gemini-cli/g1"},
		"OpenCode's plugin":     {"opencode", `{"session_id":"o1","hook_event_name":"PostToolUse","tool_name":"bash","tool_use_id":"c","tool_response":"ok"}`, []string{"tool.completed"}, "hook/opencode/o1"},
		"nothing for a log":     {"claude-code", payload("Setup", nil), nil, ""},
		"an unknown event":      {"claude-code", payload("Moonrise", nil), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			w.must("init", "--user")
			if a := w.hook(row.input, row.agent); a.Out+a.Err != "" {
				t.Errorf("it says %q %q", a.Out, a.Err)
			}
			if diff := cmp.Diff(row.want, w.kinds()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			for _, e := range documents(t, w.must("log", "read").Out)[1:] {
				source := e["source"].(map[string]any)
				if e["emitter"] != row.emitter || source["trust"] != "medium" || source["kind"] != "live_lane" || e["seq_kind"] != "clock" {
					t.Errorf("%v", e)
				}
			}
		})
	}
}

func TestAHookBreaksNoAgent(t *testing.T) {
	for name, row := range map[string]struct {
		args []string
		in   string
	}{
		"nothing on standard input": {args: []string{"claude-code"}},
		"no JSON":                   {args: []string{"claude-code"}, in: "hello"},
		"no event":                  {args: []string{"claude-code"}, in: `{"session_id":"s1"}`},
		"an unknown agent":          {args: []string{"clippy"}, in: bash("PreToolUse", "ls")},
		"no agent":                  {in: bash("PreToolUse", "ls")},
		"a flag of a later claw":    {args: []string{"claude-code", "--later"}, in: bash("PreToolUse", "ls")},
		"enforcing, and no event":   {args: []string{"claude-code", "--enforce", "--json"}, in: "{"},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			w.must("init", "--user")
			a := w.hook(row.in, row.args...)
			if a.Out != "" || !strings.HasPrefix(a.Err, "error: ") || !strings.Contains(a.Err, "hint: ") {
				t.Errorf("%q %q", a.Out, a.Err)
			}
			if got := w.kinds(); got != nil {
				t.Errorf("recorded %v", got)
			}
			w.in = row.in
			if a := w.run(append([]string{"hook", "--strict"}, row.args...)...); a.Code != 1 || a.Out != "" {
				t.Errorf("strict: exit %d, %q", a.Code, a.Out)
			}
		})
	}
}

// TestWhatCannotBeWrittenWaits provokes what keeps a hook from the log, then mends it.
func TestWhatCannotBeWrittenWaits(t *testing.T) {
	for name, row := range map[string]func(w *world) (mend func()){
		"no log yet": func(w *world) func() { return func() { w.must("init", "--user") } },
		"a log that is held": func(w *world) func() {
			w.must("init", "--user")
			return hold(w)
		},
		"a log that is a text": func(w *world) func() {
			w.file("home/.local/share/claw/log.db", strings.Repeat("no log\n", 500))
			return func() {
				if err := os.Remove(w.log()); err != nil {
					w.t.Fatal(err)
				}
				w.must("init", "--user")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			mend := row(w)
			for _, event := range []string{bash("PreToolUse", "export TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345"), bash("PostToolUse", "x")} {
				if a := w.hook(event, "claude-code"); a.Out+a.Err != "" {
					t.Errorf("it says %q %q", a.Out, a.Err)
				}
			}
			waiting, err := filepath.Glob(w.path("home/.local/state/claw/spool/*/*.jsonl"))
			if err != nil || len(waiting) != 2 || strings.Contains(read(t, waiting[0])+read(t, waiting[1]), "ghp_") {
				t.Fatalf("waiting %v, error %v", waiting, err)
			}
			w.tune = func(p *app.Program) { p.Patience = time.Minute }
			mend()
			for range 2 { // drained once
				if diff := cmp.Diff([]string{"tool.requested", "tool.completed"}, w.kinds()); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			if left, _ := filepath.Glob(w.path("home/.local/state/claw/spool/*/[0-9]*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// TestAFileOfAProjectDoesNotHideEvents: they are in the person's own log.
func TestAFileOfAProjectDoesNotHideEvents(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	w.file(".claw/config.toml", "log = [\n")
	if a := w.hook(bash("PreToolUse", "ls"), "claude-code"); !strings.Contains(a.Err, "config.toml") {
		t.Errorf("it says %q", a.Err)
	}
	if err := os.RemoveAll(w.path(".claw")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"tool.requested"}, w.kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestManyHooksAtOnceLoseNothing runs sixteen, of which some have to wait in the spool.
func TestManyHooksAtOnceLoseNothing(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	const many = 16
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			own := *w
			own.tune = func(p *app.Program) { p.Patience = time.Duration(i%2*60_000+1) * time.Millisecond }
			own.in = payload("PreToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": "t" + string(rune('a'+i)), "tool_input": map[string]any{"command": "ls"}})
			if a := own.run("hook", "claude-code"); a.Code != 0 || a.Out+a.Err != "" {
				t.Errorf("exit %d, %q %q", a.Code, a.Out, a.Err)
			}
		})
	}
	all.Wait()
	if got := w.kinds(); len(got) != many {
		t.Errorf("%d events of %d: %v", len(got), many, got)
	}
}

// rules is a policy that holds pushes to main back.
const rules = `version = 1

[[rule]]
id = "main_push_forbidden"
decision = "deny"
reason = "main is changed by pull request"
next = ["create a branch", "open a pull request", "ask the owner"]
argv_shorthand = "git push:*"

[[rule]]
id = "no_history"
decision = "deny"
approval = "never"
argv_shorthand = "git filter-branch:*"

[[rule]]
id = "ask_install"
decision = "ask"
argv_shorthand = "npm install:*"

[[rule]]
id = "add"
decision = "allow"
argv_shorthand = "git add:*"
`

// decision is what a hook answered, in Claude Code's words.
func decision(t *testing.T, a answer) (decided, reason string) {
	t.Helper()
	if a.Out == "" {
		return "", ""
	}
	var out struct {
		Specific struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
			Pass     struct {
				Behavior string `json:"behavior"`
				Message  string `json:"message"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	if err := json.Unmarshal([]byte(a.Out), &out); err != nil {
		t.Fatalf("%v in %s", err, a.Out)
	}
	return out.Specific.Decision + out.Specific.Pass.Behavior + out.Decision, out.Specific.Reason + out.Specific.Pass.Message + out.Reason
}

func TestAHookAnswersAsThePolicySays(t *testing.T) {
	codex := func(event, command string) string {
		return strings.Replace(bash(event, command), `"prompt_id"`, `"turn_id"`, 1)
	}
	gemini := func(command string) string {
		return `{"session_id":"g1","cwd":"/work","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"` + command + `"}}`
	}
	for name, row := range map[string]struct {
		agent, input string
		want, says   string
		facts        []string
	}{
		"a push":               {"claude-code", bash("PreToolUse", "git push origin main"), "deny", "claw approval grant approval-", []string{"tool.requested", "approval.requested", "policy.evaluated", "policy.action_blocked", "tool.denied"}},
		"a push among others":  {"claude-code", bash("PreToolUse", "git status && git push"), "deny", "main is changed by pull request. Instead: create a branch; open", nil},
		"what is never let":    {"claude-code", bash("PreToolUse", "git filter-branch x"), "deny", "rule no_history", []string{"tool.requested", "policy.evaluated", "policy.action_blocked", "tool.denied"}},
		"a secret":             {"claude-code", bash("PreToolUse", "git push https://x:ghp_0123456789abcdefghijABCDEFGHIJ012345@h/r"), "deny", "holds a secret", nil},
		"what asks":            {"claude-code", bash("PreToolUse", "npm install x"), "ask", "rule ask_install", []string{"tool.requested", "policy.evaluated"}},
		"what is allowed":      {"claude-code", bash("PreToolUse", "git add x"), "allow", "rule add", []string{"tool.requested", "policy.evaluated"}},
		"what no rule meets":   {"claude-code", bash("PreToolUse", "ls"), "", "", []string{"tool.requested"}},
		"input without a text": {"claude-code", payload("PreToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": "t", "tool_input": map[string]any{"command": 7}}), "deny", "rule", nil},
		"before asking":        {"claude-code", bash("PermissionRequest", "git push"), "deny", "main_push_forbidden", []string{"message.recorded"}},
		"allowed then":         {"claude-code", bash("PermissionRequest", "git add x"), "allow", "", []string{"message.recorded"}},
		"what only tells":      {"claude-code", bash("PostToolUse", "git push"), "", "", []string{"tool.completed"}},
		"Codex, a push":        {"codex", codex("PreToolUse", "git push"), "deny", "main_push_forbidden", nil},
		"Codex takes no yes":   {"codex", codex("PreToolUse", "git add x"), "", "", nil},
		"Codex cannot ask":     {"codex", codex("PreToolUse", "npm install x"), "deny", "claw approval grant", nil},
		"Codex, its own ask":   {"codex", codex("PermissionRequest", "git add x"), "allow", "", nil},
		"Gemini CLI, a push":   {"gemini", gemini("git push"), "deny", "main_push_forbidden", nil},
		"Gemini CLI, an add":   {"gemini", gemini("git add x"), "", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			w.must("init", "--user")
			w.file("policy.toml", rules)
			w.must("policy", "adopt", "policy.toml")
			before := len(w.kinds())
			a := w.hook(row.input, row.agent, "--enforce")
			got, reason := decision(t, a)
			if got != row.want || !strings.Contains(reason, row.says) || a.Err != "" {
				t.Errorf("%q: %s\n%s", got, reason, a.Err)
			}
			if facts := w.kinds()[before:]; row.facts != nil {
				if diff := cmp.Diff(row.facts, facts); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			if strings.Contains(w.must("log", "read").Out, "ghp_") {
				t.Error("the log holds the secret")
			}
		})
	}
}

func TestWithoutAPolicyAHookSaysNothing(t *testing.T) {
	for name, prepare := range map[string]func(*world){
		"no log":            func(*world) {},
		"a log without one": func(w *world) { w.must("init", "--user") },
	} {
		w := patient(t)
		prepare(w)
		if a := w.hook(bash("PreToolUse", "git push"), "claude-code", "--enforce"); a.Out+a.Err != "" {
			t.Errorf("%s: it says %q %q", name, a.Out, a.Err)
		}
	}
}

// TestWhatCannotBeAskedDenies: a file that is damaged, a log that cannot be read.
func TestWhatCannotBeAskedDenies(t *testing.T) {
	for name, prepare := range map[string]func(*world){
		"a damaged file of the person":  func(w *world) { w.file("home/.config/claw/policy.toml", "version = ") },
		"a damaged file of the project": func(w *world) { w.file(".claw/policy.toml", "[[rule]]\n") },
		"a policy that is a folder":     func(w *world) { w.folder(".claw/policy.toml") },
		"a link that leads nowhere":     func(w *world) { w.link("gone.toml") },
		"a link that leads to itself":   func(w *world) { w.link("policy.toml") },
		"a log that is a text":          func(w *world) { w.file("home/.local/share/claw/log.db", strings.Repeat("no log\n", 500)) },
	} {
		w := patient(t)
		prepare(w)
		got, reason := decision(t, w.hook(bash("PreToolUse", "ls"), "claude-code", "--enforce"))
		if got != "deny" || !strings.Contains(reason, "cannot be read") {
			t.Errorf("%s: %q, %s", name, got, reason)
		}
	}
}

// TestACallThatCannotBeReadIsHeldBack: an agent that makes its call unreadable gains nothing by it.
func TestACallThatCannotBeReadIsHeldBack(t *testing.T) {
	call := bash("PreToolUse", "git add x")
	deep := strings.Replace(call, `{"command":`, `{"x":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`,"command":`, 1)
	for name, row := range map[string]struct{ policy, payload, want string }{
		"nested too deep":              {rules, deep, "deny"},
		"too large":                    {rules, bash("PreToolUse", "git add "+strings.Repeat("x", 65<<20)), "deny"},
		"too large to judge in time":   {rules, bash("PreToolUse", "git add "+strings.Repeat("x", 9<<20)), "deny"},
		"with more behind it":          {rules, call + "{}", "deny"},
		"cut off":                      {rules, call[:len(call)-1], "deny"},
		"one that is to be read":       {rules, call, "allow"},
		"one that no policy speaks of": {"", deep, ""},
		"an event that asks nothing":   {rules, bash("PostToolUse", "git add x") + "{}", ""},
	} {
		w := patient(t)
		w.must("init", "--user")
		if row.policy != "" {
			w.file("policy.toml", row.policy)
			w.must("policy", "adopt", "policy.toml")
		}
		got, reason := decision(t, w.hook(row.payload, "claude-code", "--enforce"))
		if got != row.want || got == "deny" && !strings.Contains(reason, "cannot be read") {
			t.Errorf("%s: %q, want %q: %s", name, got, row.want, reason)
		}
		if got == "deny" {
			w.heldBack(name)
		}
	}
}

// heldBack holds the log to one call that was asked for and denied, whatever it was.
func (w *world) heldBack(name string) {
	w.t.Helper()
	calls := documents(w.t, w.must("tools", "--json").Out)[0]["tool_calls"].([]any)
	if len(calls) != 1 || calls[0].(map[string]any)["status"] != "denied" {
		w.t.Errorf("%s: calls %v", name, calls)
	}
	acts := documents(w.t, w.must("audit", "session", "claude-code/s1", "--json").Out)[0]["acts"].([]any)
	if len(acts) != 1 || acts[0].(map[string]any)["status"] != "denied" {
		w.t.Errorf("%s: acts %v", name, acts)
	}
	if kinds := strings.Join(w.kinds(), " "); strings.Count(kinds, "tool.requested") != 1 || strings.Count(kinds, "tool.denied") != 1 {
		w.t.Errorf("%s: the log holds %s", name, kinds)
	}
}

// link makes the project's policy a link.
func (w *world) link(to string) {
	w.folder(".claw")
	if err := os.Symlink(to, w.path(".claw/policy.toml")); err != nil {
		w.t.Fatal(err)
	}
}

// TestAFileOnlyRestricts: what it allows is as if it were not said.
func TestAFileOnlyRestricts(t *testing.T) {
	w := patient(t)
	w.file(".claw/policy.toml", rules)
	for command, want := range map[string]string{"git add x": "", "git push": "deny", "npm install x": "ask"} {
		if got, reason := decision(t, w.hook(bash("PreToolUse", command), "claude-code", "--enforce")); got != want {
			t.Errorf("%s: %q, %s", command, got, reason)
		}
	}
}

// FuzzHook hands a hook anything: it records nothing or something, and breaks nobody.
func FuzzHook(f *testing.F) {
	f.Add("claude-code", bash("PreToolUse", "git push"))
	f.Add("gemini", `{"session_id":"g","hook_event_name":"AfterTool","tool_response":{"error":null,"llmContent":[]}}`)
	f.Add("codex", `{"session_id":"../..","hook_event_name":"Stop","turn_id":"\u0000"}`)
	f.Add("copilot", `{"sessionId":"x","toolName":"y","toolArgs":"{"}`)
	f.Add("opencode", `{"session_id":1}`)
	for _, recorded := range []struct{ agent, file string }{{"claude-code", "control.jsonl"}, {"copilot", "copilot.jsonl"}} {
		payloads, err := os.ReadFile(filepath.Join("../../../fixtures/claude-hooks", recorded.file))
		if err != nil {
			f.Fatal(err)
		}
		for payload := range strings.Lines(string(payloads)) {
			f.Add(recorded.agent, payload)
		}
	}
	f.Fuzz(func(t *testing.T, agent, input string) {
		if strings.HasPrefix(agent, "-") {
			return
		}
		w := patient(t)
		w.file(".claw/policy.toml", rules)
		a := w.hook(input, agent, "--enforce")
		if decided, _ := decision(t, a); decided == "allow" {
			t.Errorf("a file allows: %s", a.Out)
		}
		if strings.Contains(a.Err, "goroutine") {
			t.Error(a.Err)
		}
	})
}

// TestAGrantLetsExactlyOneCallThrough follows a call from the denial to its result.
func TestAGrantLetsExactlyOneCallThrough(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	w.file("policy.toml", rules)
	w.must("policy", "adopt", "policy.toml")
	push, other := bash("PreToolUse", "git push origin main"), bash("PreToolUse", "git push origin next")
	_, reason := decision(t, w.hook(push, "claude-code", "--enforce"))
	stream, err := domain.ParseStreamID(regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	if err != nil {
		t.Fatal(err)
	}
	w.grant(stream)
	for _, step := range []struct{ says, input, want string }{
		{"another push", other, "deny"},
		{"the push", push, "allow"},
		{"asked about, let through", bash("PermissionRequest", "git push origin main"), ""},
		{"its result", bash("PostToolUse", "git push origin main"), ""},
		{"the push again", push, "deny"},
	} {
		if got, reason := decision(t, w.hook(step.input, "claude-code", "--enforce")); got != step.want {
			t.Errorf("%s: %q, %s", step.says, got, reason)
		}
	}
	log, err := engine.Open(t.Context(), "sqlite:"+w.log(), engine.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	one, _, err := approvals(log, w.now).Load(t.Context(), stream)
	if err != nil || len(one.Uses) != 1 || one.Uses[0].Void != "" || one.Uses[0].Result.IsZero() {
		t.Fatalf("uses %+v, error %v", one.Uses, err)
	}
	e, err := log.Get(t.Context(), one.Uses[0].Result)
	if err != nil || e.Kind != "tool.completed" || e.Subject.Item.Value != "toolu_1" || e.Causes[0] != one.Uses[0].Event {
		t.Errorf("the result is %+v, error %v", e.Draft, err)
	}
}

// TestAGrantedAdoptionIsSpent: with signers a text needs one's approval.
func TestAGrantedAdoptionIsSpent(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	w.file("policy.toml", rules)
	w.must("policy", "adopt", "policy.toml")
	w.grant(domain.StreamID{})
	w.file("policy.toml", rules+"\n[[rule]]\nid = \"x\"\ndecision = \"deny\"\ntool = \"fetch\"\n")
	if a := w.run("policy", "adopt", "policy.toml"); a.Code != 3 {
		t.Fatalf("without an approval: exit %d, %s", a.Code, a.Out+a.Err)
	}
	asked := documents(t, w.must("policy", "adopt", "policy.toml", "--request", "--json").Out)[0]["requested"].(string)
	if a := w.run("policy", "adopt", "policy.toml", "--approval", asked); a.Code != 3 {
		t.Fatalf("before it is granted: exit %d, %s", a.Code, a.Out+a.Err)
	}
	stream, err := domain.ParseStreamID(asked)
	if err != nil {
		t.Fatal(err)
	}
	w.grant(stream)
	w.must("policy", "adopt", "policy.toml", "--approval", asked)
	if d := documents(t, w.must("policy", "adopt", "policy.toml", "--json").Out)[0]; d["adopted"] != false {
		t.Errorf("adopted again: %v", d)
	}
	if a := w.run("policy", "check", "--tool", "WebFetch"); a.Code != 3 {
		t.Errorf("exit %d, %s", a.Code, a.Out)
	}
}

func approvals(log eventlog.Log, now func() time.Time) *approve.Approvals {
	newID := func() ulid.ULID { return ulid.MustNew(ulid.Timestamp(now()), rand.Reader) }
	return approve.NewApprovals(record.NewOperator(log, scrub.New(), "operator/test", func() domain.Instant { return domain.At(now()) }, newID), proof.Verifier{})
}

// grant makes alice the log's signer, if it has none, and grants a request as she.
func (w *world) grant(stream domain.StreamID) {
	w.t.Helper()
	check := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	log, err := engine.Open(w.t.Context(), "sqlite:"+w.log(), engine.Options{Now: w.now})
	check(err)
	defer log.Close()
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	check(err)
	who := approvals(log, w.now)
	if rules, err := who.Rules(w.t.Context()); err != nil || len(rules.Signers.Now().All()) == 0 {
		s, _, err := who.OfferSigners(w.t.Context(), []string{"alice@example.org " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))}, nil)
		check(err)
		signature, err := proof.Sign(key, domain.PAE(domain.StatementMediaType, s.Bytes()), approval.SignersNamespace)
		check(err)
		_, err = who.ChangeSigners(w.t.Context(), s, signature)
		check(err)
	}
	if stream == (domain.StreamID{}) {
		return
	}
	offer, err := who.Offer(w.t.Context(), stream, approve.Terms{})
	check(err)
	signature, err := proof.Sign(key, domain.PAE(domain.StatementMediaType, offer.Statement.Bytes()), approval.GrantNamespace)
	check(err)
	_, err = who.Grant(w.t.Context(), &offer.Statement, signature)
	check(err)
}

// TestAHookStoresWhatTheModeSays has hooks run with the flag, with settings, and with
// settings that cannot be read, which store the least.
func TestAHookStoresWhatTheModeSays(t *testing.T) {
	for says, test := range map[string]struct {
		settings string
		args     []string
		want     bool // the prompt is stored
		tells    bool
	}{
		"in full":                          {"", nil, true, false},
		"the flag":                         {"", []string{"--content", "none"}, false, false},
		"the settings":                     {"content = \"none\"\n", nil, false, false},
		"the flag before the settings":     {"content = \"none\"\n", []string{"--content", "full"}, true, false},
		"settings with a word of nobody":   {"content = \"some\"\n", nil, false, true},
		"settings that store all of a log": {"content = \"full\"\n", nil, true, false},
	} {
		t.Run(says, func(t *testing.T) {
			w := patient(t)
			w.must("init", "--user")
			w.file("home/.config/claw/config.toml", test.settings)
			w.env["CLAW_LOG"], w.env["XDG_CONFIG_HOME"] = w.log(), w.path("home/.config")
			a := w.hook(payload("UserPromptSubmit", map[string]any{"prompt": "tell nobody"}), append([]string{"claude-code"}, test.args...)...)
			if (a.Err != "") != test.tells {
				t.Errorf("it tells %q", a.Err)
			}
			if got := strings.Contains(w.must("log", "export").Out, "tell nobody"); got != test.want {
				t.Errorf("the prompt is stored: %v", got)
			}
		})
	}
}
