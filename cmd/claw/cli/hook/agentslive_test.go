package hookcmd_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/cmd/claw/fakemodel"
)

// program is an agent as npm has it.
type program struct {
	pack, version, file string
	shell, argument     string                    // how the model calls its shell
	files               map[string]fakemodel.Call // what the model requests when a scene does something with a file
	// command is how it is run without a person, against a model at a URL.
	command  func(url string) (args, env []string)
	settings func(url string) (file, text string)
	// transcripts are where it keeps sessions; where that is no file, export prints one.
	transcripts string
	export      []string
	database    string // in which it keeps sessions
}

const (
	geminiSettings = `{
  // how the person is known
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "general": {"enableAutoUpdate": false}, "privacy": {"usageStatisticsEnabled": false}
}
`
	openCodeSettings = `{"$schema": "https://opencode.ai/config.json", "model": "fake/fake-model", "small_model": "fake/fake-model", "provider": {"fake": {
  "npm": "@ai-sdk/anthropic", "options": {"baseURL": "MODEL/v1", "apiKey": "none"}, "models": {"fake-model": {}}}}}
`
)

// programs are pinned: what another version does is for whoever moves the pin to see.
var programs = map[string]*program{
	"claude-code": {pack: "@anthropic-ai/claude-code", version: "2.1.197", file: "claude", shell: "Bash", argument: "command",
		command: func(url string) (args, env []string) {
			return []string{"-p", "go on", "--model", "claude-sonnet-4-5", "--allowedTools", "Bash(echo:*)", "Bash(ls:*)", "Bash(mkdir:*)"},
				[]string{"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"}
		},
		transcripts: "home/.claude/projects/*/*.jsonl"},
	"codex": {pack: "@openai/codex", version: "0.169.0", file: "codex", shell: "exec_command", argument: "cmd",
		command: func(string) (args, env []string) {
			return []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "danger-full-access", "go on"}, []string{"FAKE_KEY=none"}
		},
		settings: func(url string) (file, text string) {
			return "home/.codex/config.toml", "model = \"gpt-5.5\"\nmodel_provider = \"fake\"\n\n[model_providers.fake]\nname = \"fake\"\nbase_url = \"" + url + "/v1\"\n" +
				"wire_api = \"responses\"\nenv_key = \"FAKE_KEY\"\nrequest_max_retries = 0\nstream_max_retries = 0\nsupports_websockets = false\n"
		},
		transcripts: "home/.codex/sessions/*/*/*/*.jsonl"},
	"gemini": {pack: "@google/gemini-cli", version: "0.61.0", file: "gemini", shell: "run_shell_command", argument: "command",
		files: map[string]fakemodel.Call{
			"write":                  {Tool: "write_file", Input: map[string]any{"file_path": "note.txt", "content": "one\n"}},
			"edit":                   {Tool: "replace", Input: map[string]any{"file_path": "note.txt", "old_string": "one", "new_string": "two", "instruction": "count on"}},
			"edit what is not there": {Tool: "replace", Input: map[string]any{"file_path": "note.txt", "old_string": "six", "new_string": "two", "instruction": "count on"}},
			"read another":           {Tool: "read_file", Input: map[string]any{"file_path": "other.txt"}},
		},
		command: func(url string) (args, env []string) {
			return []string{"-p", "go on", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"},
				[]string{"GOOGLE_GEMINI_BASE_URL=" + url, "GEMINI_API_KEY=none", "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
		settings:    func(string) (file, text string) { return "home/.gemini/settings.json", geminiSettings },
		transcripts: "home/.gemini/tmp/*/chats/*.jsonl"},
	"opencode": {pack: "opencode-ai", version: "1.18.33", file: "opencode", shell: "bash", argument: "command",
		files: map[string]fakemodel.Call{
			"write":                  {Tool: "write", Input: map[string]any{"filePath": "note.txt", "content": "one\n"}},
			"edit":                   {Tool: "edit", Input: map[string]any{"filePath": "note.txt", "oldString": "one", "newString": "two"}},
			"edit what is not there": {Tool: "edit", Input: map[string]any{"filePath": "note.txt", "oldString": "six", "newString": "two"}},
			"read another":           {Tool: "read", Input: map[string]any{"filePath": "other.txt"}},
		},
		command: func(url string) (args, env []string) {
			return []string{"run", "go on"}, []string{"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1",
				"npm_config_registry=" + url} // it asks for packages that plugins may need
		},
		settings: func(url string) (file, text string) {
			return "home/.config/opencode/opencode.json", strings.Replace(openCodeSettings, "MODEL", url, 1)
		},
		export: []string{"export"}, database: "home/.local/share/opencode/opencode.db"},
}

// asks is the call that the model requests.
func (p *program) asks(c *sceneCall) fakemodel.Call {
	if c.file != "" {
		return p.files[c.file]
	}
	return fakemodel.Call{Tool: p.shell, Input: map[string]any{p.argument: c.command}}
}

// installed is the agent's program, put into a folder of the cache at the first time.
func (p *program) installed(t *testing.T) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	// Beside the go command's cache, which tests leave where the person has it.
	folder := filepath.Join(filepath.Dir(os.Getenv("GOCACHE")), "claw-test-agents", p.file+"-"+p.version)
	bin := filepath.Join(folder, "node_modules", ".bin", p.file)
	if _, err := os.Stat(bin); err == nil {
		return bin
	}
	if out, err := exec.Command("npm", "install", "--prefix", folder, "--cache", filepath.Join(folder, "cache"), "--no-audit", "--no-fund", "--no-update-notifier", p.pack+"@"+p.version).CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, out)
	}
	return bin
}

var installing sync.Mutex

// built is claw as agents run it.
var built = sync.OnceValues(func() (string, error) {
	file := filepath.Join(clitest.Scratch, "built", "claw")
	out, err := exec.Command("go", "build", "-o", file, "github.com/clawable/claw/cmd/claw").CombinedOutput()
	if err != nil {
		err = &exec.Error{Name: "go build: " + string(out), Err: err}
	}
	return file, err
})

// listening is a program in place of claw for agents: it stores the payloads that it gets.
const listening = `#!/bin/sh
event=$(cat)
printf '%s\n' "$event" >> 'PAYLOADS'
printf '%s' "$event" | exec 'CLAW' "$@"
`

// playLive runs the real agent against a model that requests the calls of the scene.
func playLive(t *testing.T, w *clitest.World, agent string, s *scene, before func(int)) played {
	p := programs[agent]
	claw, err := built()
	if err != nil {
		t.Fatal(err)
	}
	w.File("bin/claw", strings.NewReplacer("PAYLOADS", w.Path("hooks.jsonl"), "CLAW", claw).Replace(listening))
	if err := os.Chmod(w.Path("bin/claw"), 0o755); err != nil {
		t.Fatal(err)
	}
	own := *w
	own.Tune = func(p *app.Program) { p.Self = w.Path("bin/claw") }
	script := fakemodel.Script{Answer: "All done.", Before: before}
	for i := range s.calls {
		c := p.asks(&s.calls[i])
		c.ID = callID(i)
		script.Calls = append(script.Calls, c)
	}
	model := fakemodel.New(script)
	server := httptest.NewServer(model)
	defer server.Close()
	if p.settings != nil {
		w.File(p.settings(server.URL))
	}
	install := []string{"hooks", "install", "--yes", "--agent", agent}
	if s.enforce {
		install = append(install, "--enforce")
	}
	own.Must(install...)
	args, env := p.command(server.URL)
	p.run(t, w, args, env)
	own.Must("hooks", "uninstall", "--agent", agent)
	if p.settings != nil {
		if file, text := p.settings(server.URL); clitest.Read(t, w.Path(file)) != text {
			t.Errorf("its settings are now\n%s", clitest.Read(t, w.Path(file)))
		}
	}
	if model.Asked() != len(s.calls) {
		t.Fatalf("the model asked for %d calls of %d", model.Asked(), len(s.calls))
	}
	if p.export != nil {
		w.File("transcript.jsonl", oneLine(t, p.run(t, w, append(p.export, sessionOf(t, w)), env)))
	}
	found, err := filepath.Glob(w.Path(cmp.Or(p.transcripts, "transcript.jsonl")))
	if err != nil || len(found) != 1 {
		t.Fatalf("transcripts %v, error %v", found, err)
	}
	if *clitest.Update {
		recordScene(t, w, sceneFolder(agent, s), found[0])
	}
	left := played{transcript: found[0], said: model.Told}
	if p.database != "" {
		left.database = w.Path(p.database)
	}
	return left
}

// run runs the agent in the world's folder, with nothing of this machine's environment
// but its programs, and returns what it printed.
func (p *program) run(t *testing.T, w *clitest.World, args, env []string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, p.installed(t), args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = w.Path("work"), &out, &said
	cmd.Env = append(env, "PATH="+os.Getenv("PATH"), "HOME="+w.Path("home"), "XDG_DATA_HOME="+w.Path("home/.local/share"), "TERM=dumb")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, &out, &said)
	}
	return out.String()
}

// sessionOf is the agent's own id of the session that it reported first.
func sessionOf(t *testing.T, w *clitest.World) string {
	t.Helper()
	line, _, _ := strings.Cut(clitest.Read(t, w.Path("hooks.jsonl")), "\n")
	var p struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal([]byte(line), &p); err != nil {
		t.Fatal(err)
	}
	return p.Session
}

// oneLine is a JSON document without space between its members.
func oneLine(t *testing.T, document string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(document)); err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	return out.String() + "\n"
}
