package lookcmd_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestTheWordOfAnOperatorRestsOnWhatIsObserved starts lanes in different surroundings: no flag raises
// the trust.
func TestTheWordOfAnOperatorRestsOnWhatIsObserved(t *testing.T) {
	for name, row := range map[string]struct {
		env      map[string]string
		above    [][]string // nil: unknown
		away     bool
		standing string
		trust    string
		agent    any
		channel  string
	}{
		"a person at a terminal": {above: [][]string{{"-zsh"}, {"tmux", "new"}, {"node", "/srv/app/server.js"}},
			standing: "terminal", trust: "medium", channel: "operator:terminal"},
		"a person where nothing is known of processes": {standing: "terminal", trust: "medium", channel: "operator:terminal"},
		"nobody":               {above: [][]string{{"cron"}}, away: true, standing: "unattended", trust: "low", channel: "operator:unattended"},
		"a job of a CI system": {env: map[string]string{"GITHUB_ACTIONS": "true", "CI": "true"}, above: [][]string{{"bash"}}, away: true, standing: "unattended", trust: "low", channel: "operator:unattended"},
		"a job of a CI system, which has a terminal": {env: map[string]string{"GITLAB_CI": "true"}, above: [][]string{{"bash"}}, standing: "unattended", trust: "low", channel: "operator:unattended"},
		"an agent in a job of a CI system":           {env: map[string]string{"GITHUB_ACTIONS": "true", "CLAUDECODE": "1"}, standing: "agent", trust: "low", agent: "claude-code", channel: "operator:agent"},
		"a person who wants a program to be quiet":   {env: map[string]string{"CI": "1"}, above: [][]string{{"bash"}}, standing: "terminal", trust: "medium", channel: "operator:terminal"},
		"a person's settings of an agent": {env: map[string]string{"CLAUDE_CODE_USE_BEDROCK": "1", "CODEX_HOME": "/home/u/.codex"},
			above: [][]string{{"bash"}}, standing: "terminal", trust: "medium", channel: "operator:terminal"},
		"an agent says so": {env: map[string]string{"CLAUDECODE": "1"}, standing: "agent", trust: "low", agent: "claude-code", channel: "operator:agent"},
		"another says so":  {env: map[string]string{"CODEX_SANDBOX": "seatbelt"}, standing: "agent", trust: "low", agent: "codex", channel: "operator:agent"},
		"an agent without its variables": {above: [][]string{{"bash", "-c", "claw lane start"}, {"claude"}},
			standing: "agent", trust: "low", agent: "claude-code", channel: "operator:agent"},
		"an agent's package": {above: [][]string{{"/bin/sh"}, {"node", "--no-warnings", "/usr/lib/node_modules/@google/gemini-cli/dist/index.js"}},
			standing: "agent", trust: "low", agent: "gemini", channel: "operator:agent"},
		"an agent's script": {above: [][]string{{"python3.12", "/home/u/.local/bin/aider"}}, standing: "agent", trust: "low", agent: "aider", channel: "operator:agent"},
		"a file that is named like an agent": {above: [][]string{{"vim", "/src/codex"}, {"node", "/src/codex/server.js"}},
			standing: "terminal", trust: "medium", channel: "operator:terminal"},
		"a process without a command line": {above: [][]string{{""}}, standing: "terminal", trust: "medium", channel: "operator:terminal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := clitest.Patient(t)
			w.Must("init", "--user")
			for k, v := range row.env {
				w.Env[k] = v
			}
			w.Person.Away = row.away
			w.Tune = func(p *app.Program) {
				if row.above != nil {
					p.Ancestors = func() ([][]string, bool) { return row.above, true }
				}
			}
			d := clitest.Documents(t, w.Must("lane", "start", "--json").Out)[0]
			op := d["operator"].(map[string]any)
			source := clitest.Documents(t, w.Must("log", "read").Out)[1]["source"].(map[string]any)
			got := []any{op["standing"], op["trust"], op["agent"], source["trust"], source["channel"], op["processes_above_unknown"] == true}
			unknown := row.above == nil && row.env == nil
			if diff := cmp.Diff([]any{row.standing, row.trust, row.agent, row.trust, row.channel, unknown}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
