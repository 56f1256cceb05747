package hookcmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
)

func TestAHookRecordsWhatItIsHanded(t *testing.T) {
	for name, row := range map[string]struct {
		agent, input string
		want         []string
		emitter      string
	}{
		"a call":                {"claude-code", clitest.Bash("PreToolUse", "ls"), []string{"tool.requested"}, "hook/claude-code/s1"},
		"a prompt":              {"claude-code", clitest.Payload("UserPromptSubmit", map[string]any{"prompt": "go"}), []string{"turn.started", "session.identity_enriched"}, "hook/claude-code/s1"},
		"a subagent":            {"claude-code", clitest.Payload("SubagentStart", map[string]any{"agent_id": "a1"}), []string{"session.created", "turn.started"}, "hook/claude-code/s1/a1"},
		"an end without a turn": {"claude-code", `{"session_id":"s1","hook_event_name":"Stop"}`, []string{"turn.completed"}, "hook/claude-code/s1"},
		"a call of Codex":       {"codex", `{"session_id":"c1","turn_id":"t1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"call_1","tool_input":{"command":"ls"}}`, []string{"tool.requested"}, "hook/codex/c1"},
		"a call of Gemini CLI":  {"gemini", `{"session_id":"g1","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, []string{"tool.requested"}, "hook/gemini-cli/g1"},
		"a failure there":       {"gemini", `{"session_id":"g1","hook_event_name":"AfterTool","tool_name":"read_file","tool_input":{},"tool_response":{"error":{"message":"gone"}}}`, []string{"tool.failed"}, "hook/gemini-cli/g1"},
		"OpenCode's plugin":     {"opencode", `{"session_id":"o1","hook_event_name":"PostToolUse","tool_name":"bash","tool_use_id":"c","tool_response":"ok"}`, []string{"tool.completed"}, "hook/opencode/o1"},
		"nothing for a log":     {"claude-code", clitest.Payload("Setup", nil), nil, ""},
		"an unknown event":      {"claude-code", clitest.Payload("Moonrise", nil), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			if a := w.Hook(row.input, row.agent); a.Out+a.Err != "" {
				t.Errorf("it says %q %q", a.Out, a.Err)
			}
			if diff := cmp.Diff(row.want, w.Kinds()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			for _, e := range clitest.Documents(t, w.Must("log", "read").Out)[1:] {
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
		"an unknown agent":          {args: []string{"clippy"}, in: clitest.Bash("PreToolUse", "ls")},
		"no agent":                  {in: clitest.Bash("PreToolUse", "ls")},
		"a flag of a later claw":    {args: []string{"claude-code", "--later"}, in: clitest.Bash("PreToolUse", "ls")},
		"enforcing, and no event":   {args: []string{"claude-code", "--enforce", "--json"}, in: "{"},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			a := w.Hook(row.in, row.args...)
			if a.Out != "" || !strings.HasPrefix(a.Err, "error: ") || !strings.Contains(a.Err, "hint: ") {
				t.Errorf("%q %q", a.Out, a.Err)
			}
			if got := w.Kinds(); got != nil {
				t.Errorf("recorded %v", got)
			}
			w.In = row.in
			if a := w.Run(append([]string{"hook", "--strict"}, row.args...)...); a.Code != 1 || a.Out != "" {
				t.Errorf("strict: exit %d, %q", a.Code, a.Out)
			}
		})
	}
}

// TestWhatCannotBeWrittenWaits provokes what keeps a hook from the log, then mends it.
func TestWhatCannotBeWrittenWaits(t *testing.T) {
	for name, row := range map[string]func(w *clitest.World) (mend func()){
		"no log yet": func(w *clitest.World) func() { return func() { w.Must("init", "--user") } },
		"a log that is held": func(w *clitest.World) func() {
			w.Must("init", "--user")
			return w.Hold()
		},
		"a log that is a text": func(w *clitest.World) func() {
			w.File("home/.local/share/claw/log.db", strings.Repeat("no log\n", 500))
			return func() {
				if err := os.Remove(w.Log()); err != nil {
					w.T.Fatal(err)
				}
				w.Must("init", "--user")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			mend := row(w)
			for _, event := range []string{clitest.Bash("PreToolUse", "export TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345"), clitest.Bash("PostToolUse", "x")} {
				if a := w.Hook(event, "claude-code"); a.Out+a.Err != "" {
					t.Errorf("it says %q %q", a.Out, a.Err)
				}
			}
			waiting, err := filepath.Glob(w.Path("home/.local/state/claw/spool/*/*.jsonl"))
			if err != nil || len(waiting) != 2 || strings.Contains(clitest.Read(t, waiting[0])+clitest.Read(t, waiting[1]), "ghp_") {
				t.Fatalf("waiting %v, error %v", waiting, err)
			}
			w.Tune = func(p *app.Program) { p.Patience = time.Minute }
			mend()
			for range 2 { // drained once
				if diff := cmp.Diff([]string{"tool.requested", "tool.completed"}, w.Kinds()); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			if left, _ := filepath.Glob(w.Path("home/.local/state/claw/spool/*/[0-9]*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// TestAFileOfAProjectDoesNotHideEvents: they are in the person's own log.
func TestAFileOfAProjectDoesNotHideEvents(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File(".claw/config.toml", "log = [\n")
	if a := w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code"); !strings.Contains(a.Err, "config.toml") {
		t.Errorf("it says %q", a.Err)
	}
	if err := os.RemoveAll(w.Path(".claw")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"tool.requested"}, w.Kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestManyHooksAtOnceLoseNothing runs sixteen, of which some have to wait in the spool.
func TestManyHooksAtOnceLoseNothing(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	const many = 16
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			own := *w
			own.Tune = func(p *app.Program) { p.Patience = time.Duration(i%2*60_000+1) * time.Millisecond }
			own.In = clitest.Payload("PreToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": "t" + string(rune('a'+i)), "tool_input": map[string]any{"command": "ls"}})
			if a := own.Run("hook", "claude-code"); a.Code != 0 || a.Out+a.Err != "" {
				t.Errorf("exit %d, %q %q", a.Code, a.Out, a.Err)
			}
		})
	}
	all.Wait()
	if got := w.Kinds(); len(got) != many {
		t.Errorf("%d events of %d: %v", len(got), many, got)
	}
}

func TestAHookAnswersAsThePolicySays(t *testing.T) {
	codex := func(event, command string) string {
		return strings.Replace(clitest.Bash(event, command), `"prompt_id"`, `"turn_id"`, 1)
	}
	gemini := func(command string) string {
		return `{"session_id":"g1","cwd":"/work","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"` + command + `"}}`
	}
	for name, row := range map[string]struct {
		agent, input string
		want, says   string
		facts        []string
	}{
		"a push":               {"claude-code", clitest.Bash("PreToolUse", "git push origin main"), "deny", "claw approval grant approval-", []string{"tool.requested", "approval.requested", "policy.evaluated", "policy.action_blocked", "tool.denied"}},
		"a push among others":  {"claude-code", clitest.Bash("PreToolUse", "git status && git push"), "deny", "main is changed by pull request. Instead: create a branch; open", nil},
		"what is never let":    {"claude-code", clitest.Bash("PreToolUse", "git filter-branch x"), "deny", "rule no_history", []string{"tool.requested", "policy.evaluated", "policy.action_blocked", "tool.denied"}},
		"a secret":             {"claude-code", clitest.Bash("PreToolUse", "git push https://x:ghp_0123456789abcdefghijABCDEFGHIJ012345@h/r"), "deny", "holds a secret", nil},
		"what asks":            {"claude-code", clitest.Bash("PreToolUse", "npm install x"), "ask", "rule ask_install", []string{"tool.requested", "policy.evaluated"}},
		"what is allowed":      {"claude-code", clitest.Bash("PreToolUse", "git add x"), "allow", "rule add", []string{"tool.requested", "policy.evaluated"}},
		"what no rule meets":   {"claude-code", clitest.Bash("PreToolUse", "ls"), "", "", []string{"tool.requested"}},
		"input without a text": {"claude-code", clitest.Payload("PreToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": "t", "tool_input": map[string]any{"command": 7}}), "deny", "rule", nil},
		"before asking":        {"claude-code", clitest.Bash("PermissionRequest", "git push"), "deny", "main_push_forbidden", []string{"message.recorded"}},
		"allowed then":         {"claude-code", clitest.Bash("PermissionRequest", "git add x"), "allow", "", []string{"message.recorded"}},
		"what only tells":      {"claude-code", clitest.Bash("PostToolUse", "git push"), "", "", []string{"tool.completed", "work.observed"}},
		"Codex, a push":        {"codex", codex("PreToolUse", "git push"), "deny", "main_push_forbidden", nil},
		"Codex takes no yes":   {"codex", codex("PreToolUse", "git add x"), "", "", nil},
		"Codex cannot ask":     {"codex", codex("PreToolUse", "npm install x"), "deny", "claw approval grant", nil},
		"Codex, its own ask":   {"codex", codex("PermissionRequest", "git add x"), "allow", "", nil},
		"Gemini CLI, a push":   {"gemini", gemini("git push"), "deny", "main_push_forbidden", nil},
		"Gemini CLI, an add":   {"gemini", gemini("git add x"), "", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Must("init", "--user")
			w.File("policy.toml", clitest.Rules)
			w.Must("policy", "adopt", "policy.toml")
			before := len(w.Kinds())
			a := w.Hook(row.input, row.agent, "--enforce")
			got, reason := clitest.Decision(t, a)
			if got != row.want || !strings.Contains(reason, row.says) || a.Err != "" {
				t.Errorf("%q: %s\n%s", got, reason, a.Err)
			}
			if facts := w.Kinds()[before:]; row.facts != nil {
				if diff := cmp.Diff(row.facts, facts); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
			if strings.Contains(w.Must("log", "read").Out, "ghp_") {
				t.Error("the log holds the secret")
			}
		})
	}
}

func TestWithoutAPolicyAHookSaysNothing(t *testing.T) {
	for name, prepare := range map[string]func(*clitest.World){
		"no log":            func(*clitest.World) {},
		"a log without one": func(w *clitest.World) { w.Must("init", "--user") },
	} {
		w := clitest.Patient(t)
		prepare(w)
		if a := w.Hook(clitest.Bash("PreToolUse", "git push"), "claude-code", "--enforce"); a.Out+a.Err != "" {
			t.Errorf("%s: it says %q %q", name, a.Out, a.Err)
		}
	}
}

// TestWhatCannotBeAskedDenies: a file that is damaged, a log that cannot be read.
func TestWhatCannotBeAskedDenies(t *testing.T) {
	for name, prepare := range map[string]func(*clitest.World){
		"a damaged file of the person":  func(w *clitest.World) { w.File("home/.config/claw/policy.toml", "version = ") },
		"a damaged file of the project": func(w *clitest.World) { w.File(".claw/policy.toml", "[[rule]]\n") },
		"a policy that is a folder":     func(w *clitest.World) { w.Folder(".claw/policy.toml") },
		"a link that leads nowhere":     func(w *clitest.World) { linkPolicy(w, "gone.toml") },
		"a link that leads to itself":   func(w *clitest.World) { linkPolicy(w, "policy.toml") },
		"a log that is a text":          func(w *clitest.World) { w.File("home/.local/share/claw/log.db", strings.Repeat("no log\n", 500)) },
	} {
		w := clitest.Patient(t)
		prepare(w)
		got, reason := clitest.Decision(t, w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code", "--enforce"))
		if got != "deny" || !strings.Contains(reason, "cannot be read") {
			t.Errorf("%s: %q, %s", name, got, reason)
		}
	}
}

// TestACallThatCannotBeReadIsHeldBack: an agent that makes its call unreadable gains nothing by it.
func TestACallThatCannotBeReadIsHeldBack(t *testing.T) {
	call := clitest.Bash("PreToolUse", "git add x")
	deep := strings.Replace(call, `{"command":`, `{"x":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`,"command":`, 1)
	for name, row := range map[string]struct{ policy, payload, want string }{
		"nested too deep":              {clitest.Rules, deep, "deny"},
		"too large":                    {clitest.Rules, clitest.Bash("PreToolUse", "git add "+strings.Repeat("x", 65<<20)), "deny"},
		"too large to judge in time":   {clitest.Rules, clitest.Bash("PreToolUse", "git add "+strings.Repeat("x", 9<<20)), "deny"},
		"with more behind it":          {clitest.Rules, call + "{}", "deny"},
		"cut off":                      {clitest.Rules, call[:len(call)-1], "deny"},
		"one that is to be read":       {clitest.Rules, call, "allow"},
		"one that no policy speaks of": {"", deep, ""},
		"an event that asks nothing":   {clitest.Rules, clitest.Bash("PostToolUse", "git add x") + "{}", ""},
	} {
		w := clitest.Patient(t)
		w.Must("init", "--user")
		if row.policy != "" {
			w.File("policy.toml", row.policy)
			w.Must("policy", "adopt", "policy.toml")
		}
		got, reason := clitest.Decision(t, w.Hook(row.payload, "claude-code", "--enforce"))
		if got != row.want || got == "deny" && !strings.Contains(reason, "cannot be read") {
			t.Errorf("%s: %q, want %q: %s", name, got, row.want, reason)
		}
		if got == "deny" {
			wantHeldBack(w, name)
		}
	}
}

// wantHeldBack holds the log to one call that was asked for and denied, whatever it was.
func wantHeldBack(w *clitest.World, name string) {
	w.T.Helper()
	calls := clitest.Documents(w.T, w.Must("tools", "--json").Out)[0]["tool_calls"].([]any)
	if len(calls) != 1 || calls[0].(map[string]any)["status"] != "denied" {
		w.T.Errorf("%s: calls %v", name, calls)
	}
	acts := clitest.Documents(w.T, w.Must("audit", "session", "claude-code/s1", "--json").Out)[0]["acts"].([]any)
	if len(acts) != 1 || acts[0].(map[string]any)["status"] != "denied" {
		w.T.Errorf("%s: acts %v", name, acts)
	}
	if kinds := strings.Join(w.Kinds(), " "); strings.Count(kinds, "tool.requested") != 1 || strings.Count(kinds, "tool.denied") != 1 {
		w.T.Errorf("%s: the log holds %s", name, kinds)
	}
}

// linkPolicy makes the project's policy a link.
func linkPolicy(w *clitest.World, to string) {
	w.Folder(".claw")
	if err := os.Symlink(to, w.Path(".claw/policy.toml")); err != nil {
		w.T.Fatal(err)
	}
}

// TestAFileOnlyRestricts: what it allows is as if it were not said.
func TestAFileOnlyRestricts(t *testing.T) {
	w := clitest.Patient(t)
	w.File(".claw/policy.toml", clitest.Rules)
	for command, want := range map[string]string{"git add x": "", "git push": "deny", "npm install x": "ask"} {
		if got, reason := clitest.Decision(t, w.Hook(clitest.Bash("PreToolUse", command), "claude-code", "--enforce")); got != want {
			t.Errorf("%s: %q, %s", command, got, reason)
		}
	}
}

// FuzzHook passes any input to a hook: it records nothing or something, and breaks no agent.
func FuzzHook(f *testing.F) {
	f.Add("claude-code", clitest.Bash("PreToolUse", "git push"))
	f.Add("gemini", `{"session_id":"g","hook_event_name":"AfterTool","tool_response":{"error":null,"llmContent":[]}}`)
	f.Add("codex", `{"session_id":"../..","hook_event_name":"Stop","turn_id":"\u0000"}`)
	f.Add("copilot", `{"sessionId":"x","toolName":"y","toolArgs":"{"}`)
	f.Add("opencode", `{"session_id":1}`)
	for _, recorded := range []struct{ agent, file string }{{"claude-code", "control.jsonl"}, {"copilot", "copilot.jsonl"}} {
		payloads, err := os.ReadFile(filepath.Join(clitest.InRepository("fixtures/claude-hooks"), recorded.file))
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
		w := clitest.Patient(t)
		w.File(".claw/policy.toml", clitest.Rules)
		a := w.Hook(input, agent, "--enforce")
		if decided, _ := clitest.Decision(t, a); decided == "allow" {
			t.Errorf("a file allows: %s", a.Out)
		}
		if strings.Contains(a.Err, "goroutine") {
			t.Error(a.Err)
		}
	})
}

// TestAGrantLetsExactlyOneCallThrough follows a call from the denial to its result.
func TestAGrantLetsExactlyOneCallThrough(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", clitest.Rules)
	w.Must("policy", "adopt", "policy.toml")
	push, other := clitest.Bash("PreToolUse", "git push origin main"), clitest.Bash("PreToolUse", "git push origin next")
	_, reason := clitest.Decision(t, w.Hook(push, "claude-code", "--enforce"))
	stream, err := domain.ParseStreamID(regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	if err != nil {
		t.Fatal(err)
	}
	w.Grant(stream)
	for _, step := range []struct{ says, input, want string }{
		{"another push", other, "deny"},
		{"the push", push, "allow"},
		{"asked about, let through", clitest.Bash("PermissionRequest", "git push origin main"), ""},
		{"its result", clitest.Bash("PostToolUse", "git push origin main"), ""},
		{"the push again", push, "deny"},
	} {
		if got, reason := clitest.Decision(t, w.Hook(step.input, "claude-code", "--enforce")); got != step.want {
			t.Errorf("%s: %q, %s", step.says, got, reason)
		}
	}
	log, err := engine.Open(t.Context(), "sqlite:"+w.Log(), engine.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	one, _, err := clitest.Approvals(log, w.Now).Load(t.Context(), stream)
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
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", clitest.Rules)
	w.Must("policy", "adopt", "policy.toml")
	w.Grant(domain.StreamID{})
	w.File("policy.toml", clitest.Rules+"\n[[rule]]\nid = \"x\"\ndecision = \"deny\"\ntool = \"fetch\"\n")
	if a := w.Run("policy", "adopt", "policy.toml"); a.Code != 3 {
		t.Fatalf("without an approval: exit %d, %s", a.Code, a.Out+a.Err)
	}
	asked := clitest.Documents(t, w.Must("policy", "adopt", "policy.toml", "--request", "--json").Out)[0]["requested"].(string)
	if a := w.Run("policy", "adopt", "policy.toml", "--approval", asked); a.Code != 3 {
		t.Fatalf("before it is granted: exit %d, %s", a.Code, a.Out+a.Err)
	}
	stream, err := domain.ParseStreamID(asked)
	if err != nil {
		t.Fatal(err)
	}
	w.Grant(stream)
	w.Must("policy", "adopt", "policy.toml", "--approval", asked)
	if d := clitest.Documents(t, w.Must("policy", "adopt", "policy.toml", "--json").Out)[0]; d["adopted"] != false {
		t.Errorf("adopted again: %v", d)
	}
	if a := w.Run("policy", "check", "--tool", "WebFetch"); a.Code != 3 {
		t.Errorf("exit %d, %s", a.Code, a.Out)
	}
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
			w := clitest.Patient(t)
			w.Must("init", "--user")
			w.File("home/.config/claw/config.toml", test.settings)
			w.Env["CLAW_LOG"], w.Env["XDG_CONFIG_HOME"] = w.Log(), w.Path("home/.config")
			a := w.Hook(clitest.Payload("UserPromptSubmit", map[string]any{"prompt": "tell nobody"}), append([]string{"claude-code"}, test.args...)...)
			if (a.Err != "") != test.tells {
				t.Errorf("it tells %q", a.Err)
			}
			if got := strings.Contains(w.Must("log", "export").Out, "tell nobody"); got != test.want {
				t.Errorf("the prompt is stored: %v", got)
			}
		})
	}
}
