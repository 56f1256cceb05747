package cli_test

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/fakemodel"
)

// program is an agent as npm has it.
type program struct {
	pack, version, file string
	shell, argument     string // how the model calls its shell
	// command is how it is run without a person, against a model at a URL.
	command     func(url string) (args, env []string)
	settings    func(url string) (file, text string)
	transcripts string
}

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
}

// installed is the agent's program, put into a folder of the cache at the first time.
func (p *program) installed(t *testing.T) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, "claw-test-agents", p.file+"-"+p.version)
	bin := filepath.Join(folder, "node_modules", ".bin", p.file)
	if _, err := os.Stat(bin); err == nil {
		return bin
	}
	if out, err := exec.Command("npm", "install", "--prefix", folder, "--no-audit", "--no-fund", p.pack+"@"+p.version).CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, out)
	}
	return bin
}

var installing sync.Mutex

// built is claw as agents run it.
var built = sync.OnceValues(func() (string, error) {
	file := filepath.Join(templates, "built", "claw")
	out, err := exec.Command("go", "build", "-o", file, "..").CombinedOutput()
	if err != nil {
		err = &exec.Error{Name: "go build: " + string(out), Err: err}
	}
	return file, err
})

// listening stands where agents look for claw: it keeps what they hand over.
const listening = `#!/bin/sh
event=$(cat)
printf '%s\n' "$event" >> 'PAYLOADS'
printf '%s' "$event" | exec 'CLAW' "$@"
`

// playLive runs the real agent against a model that asks for the calls of the scene.
func playLive(t *testing.T, w *world, agent string, s *scene, before func(int)) played {
	p := programs[agent]
	claw, err := built()
	if err != nil {
		t.Fatal(err)
	}
	w.file("bin/claw", strings.NewReplacer("PAYLOADS", w.path("hooks.jsonl"), "CLAW", claw).Replace(listening))
	if err := os.Chmod(w.path("bin/claw"), 0o755); err != nil {
		t.Fatal(err)
	}
	own := *w
	own.tune = func(p *cli.Program) { p.Self = w.path("bin/claw") }
	install := []string{"hooks", "install", "--agent", agent}
	if s.enforce {
		install = append(install, "--enforce")
	}
	own.must(install...)

	script := fakemodel.Script{Answer: "All done.", Before: before}
	for i, c := range s.calls {
		script.Calls = append(script.Calls, fakemodel.Call{ID: callID(i), Tool: p.shell, Input: map[string]any{p.argument: c.command}})
	}
	model := fakemodel.New(script)
	server := httptest.NewServer(model)
	defer server.Close()
	if p.settings != nil {
		w.file(p.settings(server.URL))
	}
	p.run(t, w, server.URL)
	if model.Asked() != len(s.calls) {
		t.Fatalf("the model asked for %d calls of %d", model.Asked(), len(s.calls))
	}
	found, err := filepath.Glob(w.path(p.transcripts))
	if err != nil || len(found) != 1 {
		t.Fatalf("transcripts %v, error %v", found, err)
	}
	if *update {
		record(t, w, sceneFolder(agent, s), found[0])
	}
	return played{found[0], model.Told}
}

// run runs the agent in the world's folder, with nothing of this machine's environment
// but its programs.
func (p *program) run(t *testing.T, w *world, url string) {
	t.Helper()
	args, env := p.command(url)
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, p.installed(t), args...)
	cmd.Dir = w.path("work")
	cmd.Env = append(env, "PATH="+os.Getenv("PATH"), "HOME="+w.path("home"), "XDG_DATA_HOME="+w.path("home/.local/share"), "TERM=dumb")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
