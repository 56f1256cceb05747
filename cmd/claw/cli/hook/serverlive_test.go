package hookcmd_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/cmd/claw/fakemodel"
)

// TestAgentsReadTheLogThroughTheServer runs the real agents, with the server that claw hooks install --mcp put
// into their settings, when CLAW_TEST_AGENTS is 1: each offers its tools to the model, which calls one, and gets
// the answer of claw's log. Codex offers a search over the tools of servers.
func TestAgentsReadTheLogThroughTheServer(t *testing.T) {
	if os.Getenv("CLAW_TEST_AGENTS") != "1" {
		t.Skip("CLAW_TEST_AGENTS is not 1: it runs the agents themselves")
	}
	for agent, c := range map[string]struct {
		call   fakemodel.Call
		offers []string
	}{
		"claude-code": {fakemodel.Call{Tool: "mcp__claw__lanes"}, []string{"lanes", "lane_outcome", "lane_timeline", "file_history", "command_errors", "search",
			"policy_check", "approval_request", "approval_state"}},
		"codex": {fakemodel.Call{Tool: "lanes", Space: "mcp__claw"}, nil},
	} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			w := clitest.Patient(t)
			w.Must("init", "--user")
			w.Folder("work")
			w.Must("import", clitest.InRepository("fixtures/codex"))
			for _, name := range []string{"claw", app.ProjectorName} {
				if out, err := exec.Command("go", "build", "-o", w.Path("bin/"+name), "github.com/clawable/claw/cmd/"+name).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			own := *w
			own.Tune = func(p *app.Program) { p.Self = w.Path("bin/claw") }

			p := programs[agent]
			c.call.ID, c.call.Input = callID(0), map[string]any{}
			model := fakemodel.New(fakemodel.Script{Answer: "All done.", Calls: []fakemodel.Call{c.call}})
			heard := &hearing{model: model}
			server := httptest.NewServer(heard)
			defer server.Close()
			if p.settings != nil {
				w.File(p.settings(server.URL))
			}
			own.Must("hooks", "install", "--mcp", "--yes", "--agent", agent)
			args, env := p.command(server.URL)
			if agent == "claude-code" {
				args = append(args, "mcp__claw__lanes") // to the allowed tools, which are last
			}
			p.run(t, w, args, env)

			for _, tool := range c.offers {
				if !strings.Contains(heard.tools(), `"name":"mcp__claw__`+tool+`"`) {
					t.Errorf("the model was not offered %s", tool)
				}
			}
			answer, seen := model.Told(c.call.ID), 0
			for _, lane := range clitest.Documents(t, w.Must("lanes", "--json").Out)[0]["lanes"].([]any) {
				seen++
				if id := lane.(map[string]any)["lane"].(string); !strings.Contains(answer, id) {
					t.Errorf("the answer does not name lane %s: %.2000s", id, answer)
				}
			}
			if seen == 0 {
				t.Error("the log has no lanes")
			}
		})
	}
}

// hearing keeps the requests to a model that offer tools.
type hearing struct {
	model http.Handler
	mu    sync.Mutex
	text  string
}

// ServeHTTP implements [http.Handler].
func (h *hearing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the agent has gone
	}
	h.mu.Lock()
	if bytes.Contains(body, []byte(`"tools":[{`)) {
		h.text += string(body)
	}
	h.mu.Unlock()
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.model.ServeHTTP(w, r)
}

func (h *hearing) tools() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text
}
