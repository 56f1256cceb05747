package fakemodel_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/fakemodel"
)

func model(before func(int)) *fakemodel.Model {
	return fakemodel.New(fakemodel.Script{Answer: "Done.", Before: before, Calls: []fakemodel.Call{
		{ID: "one", Tool: "Bash", Input: map[string]any{"command": "ls <x>"}}, {ID: "two", Tool: "Bash", Input: map[string]any{}}}})
}

// ask sends a request and returns the stream.
func ask(m *fakemodel.Model, path, body string) string {
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest("POST", path, strings.NewReader(body)))
	return w.Body.String()
}

func TestTheModelAsksForWhatHasNotComeBack(t *testing.T) {
	const (
		anthropic = `{"tools":[{}],"messages":[{"role":"user","content":"go"}`
		first     = `,{"content":[{"type":"tool_result","tool_use_id":"one","content":[{"type":"text","text":"no"}]}]}`
		openai    = `{"tools":[{}],"input":[{"type":"message"}`
		back      = `,{"type":"function_call_output","call_id":"one","output":"no"}`
		google    = `{"tools":[{}],"contents":[{"role":"user","parts":[{"text":"go"}]}`
		response  = `,{"parts":[{"functionResponse":{"id":"Bash__one","name":"Bash","response":"no"}}]}`
		stream    = "/v1beta/models/m:streamGenerateContent"
	)
	for name, row := range map[string]struct {
		path, body string
		says       []string
		asked      []int
		told       string
	}{
		"the first request of Claude Code":       {"/v1/messages", anthropic + "]}", []string{`"id":"one"`, `\"command\":\"ls `, "event: message_stop"}, []int{0}, ""},
		"a call of Claude Code came back":        {"/v1/messages", anthropic + first + "]}", []string{`"id":"two"`, `"stop_reason":"tool_use"`}, []int{1}, "no"},
		"all of Claude Code came back":           {"/v1/messages", anthropic + first + strings.Replace(first, `"one"`, `"two"`, 1) + "]}", []string{"Done.", `"end_turn"`}, nil, "no"},
		"a request of Claude Code without tools": {"/v1/messages", `{"messages":[]}`, []string{"Nothing."}, nil, ""},
		"the first request of Codex":             {"/v1/responses", openai + "]}", []string{`"call_id":"one"`, "event: response.completed"}, []int{0}, ""},
		"a call of Codex came back":              {"/v1/responses", openai + back + "]}", []string{`"call_id":"two"`}, []int{1}, "no"},
		"all of Codex came back":                 {"/v1/responses", openai + back + strings.Replace(back, `"one"`, `"two"`, 1) + "]}", []string{"Done."}, nil, "no"},
		"the first request of Gemini CLI":        {stream, google + "]}", []string{`"id":"one"`, `"name":"Bash"`}, []int{0}, ""},
		"a call of Gemini CLI came back":         {stream, google + response + "]}", []string{`"id":"two"`}, []int{1}, `"no"`},
		"all of Gemini CLI came back":            {stream, google + response + strings.Replace(response, "one", "two", 1) + "]}", []string{"Done.", "STOP"}, nil, `"no"`},
		"something else":                         {"/v1/models", "{}", []string{"not_found_error"}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []int
			m := model(func(n int) { asked = append(asked, n) })
			for range 2 { // a request that is repeated is answered alike, and asks once
				stream := ask(m, row.path, row.body)
				for _, want := range row.says {
					if !strings.Contains(stream, want) {
						t.Errorf("%s is not in\n%s", want, stream)
					}
				}
			}
			if diff := cmp.Diff(row.asked, asked); diff != "" {
				t.Errorf("asked (-want +got)\n%s", diff)
			}
			if got := m.Told("one"); got != row.told {
				t.Errorf("told %q, want %q", got, row.told)
			}
		})
	}
}

// FuzzAsk sends anything: the model answers, and requests no call that is not its own.
func FuzzAsk(f *testing.F) {
	f.Add("/messages", `{"tools":[1],"messages":[{"content":[{"type":"tool_result","tool_use_id":"one","content":7}]}]}`)
	f.Add("/responses", `{"tools":[1],"input":[{"type":"function_call_output","call_id":"two"}]}`)
	f.Add("/m:streamGenerateContent", `{"tools":[1],"contents":[{"parts":[{"functionResponse":{"id":"__one"}}]}]}`)
	begins := map[string]string{"/messages": "event: ", "/responses": "event: ", "/m:streamGenerateContent": "data: "}
	f.Fuzz(func(t *testing.T, path, body string) {
		m := model(nil)
		if begins[path] == "" {
			return
		}
		if got := ask(m, path, body); !strings.HasPrefix(got, begins[path]) || m.Asked() > 2 {
			t.Errorf("%d asked\n%s", m.Asked(), got)
		}
	})
}
