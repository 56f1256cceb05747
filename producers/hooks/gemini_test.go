package hooks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/gemini"
	"github.com/clawable/claw/producers/hooks"
)

// What Gemini CLI writes of a session, a line each.
const (
	opening = `{"sessionId":"s","projectHash":"p","startTime":"2026-06-01T10:00:00Z","kind":"main"}` + "\n"
	prompt  = `{"id":"u1","timestamp":"2026-06-01T10:00:01Z","type":"user","content":[{"text":"go on"}]}` + "\n"
	asks    = `{"id":"g1","timestamp":"2026-06-01T10:00:02Z","type":"gemini","content":""}` + "\n"
	result  = `{"id":"r1","timestamp":"2026-06-01T10:00:04Z","type":"user","content":[{"functionResponse":{"id":"c1"}}]}` + "\n"
	answer  = `{"id":"g2","timestamp":"2026-06-01T10:00:05Z","type":"gemini","content":"Done."}` + "\n"
)

// ended is the message of asks once its calls are over.
func ended(calls ...string) string {
	for i, args := range calls {
		calls[i] = fmt.Sprintf(`{"id":"c%d","name":"run_shell_command","args":%s,"status":"success","timestamp":"2026-06-01T10:00:03Z"}`, i+1, args)
	}
	return strings.Replace(asks, `""}`, `"","toolCalls":[`+strings.Join(calls, ",")+`]}`, 1)
}

// geminiSays is what a hook of Gemini CLI says with the end of its recording before it.
func geminiSays(t *testing.T, event, lines string) hooks.Fact {
	t.Helper()
	p, ok := hooks.ParseOf(hooks.Gemini, []byte(`{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":`+event+`}`))
	if !ok || p.Unnamed() != "/t.jsonl" {
		t.Fatalf("parsed %v, looks at %q", ok, p.Unnamed())
	}
	p.Name([]byte(lines))
	facts, skipped, _ := p.Facts()
	if len(facts) == 0 {
		t.Fatal(skipped)
	}
	return facts[0]
}

// imported lists the items of the calls that an import of a recording records.
func imported(t *testing.T, recording string) (items []domain.ItemID) {
	t.Helper()
	for record, err := range gemini.New().Read(t.Context(), strings.NewReader(recording)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range record.Drafts {
			if d.Kind == "tool.requested" {
				items = append(items, d.Subject.Item.Value)
			}
		}
	}
	return items
}

func TestGeminisCallsAreNamedAsAnImportNamesThem(t *testing.T) {
	const before, after = `"BeforeTool","tool_name":"run_shell_command","tool_input":`, `"AfterTool","tool_response":{"llmContent":"x"},"tool_name":"run_shell_command","tool_input":`
	for name, row := range map[string]struct {
		input string
		lines string // when the hook ran
		calls []string
		nth   int // of the imported calls, -1 for none
	}{
		"the only call":                            {`{"command":"ls"}`, opening + prompt + asks, []string{`{"command":"ls"}`}, 0},
		"one of two":                               {`{"command":"pwd"}`, opening + prompt + asks, []string{`{"command":"ls"}`, `{"command":"pwd"}`}, 1},
		"the same input, written otherwise":        {`{"b":1,"a":2}`, opening + prompt + asks, []string{`{"a":2, "b":1}`}, 0},
		"two that ask for the same":                {`{"command":"ls"}`, opening + prompt + asks, []string{`{"command":"ls"}`, `{"command":"ls"}`}, 0},
		"an end of the recording, its line torn":   {`{"command":"ls"}`, prompt[9:] + asks, []string{`{"command":"ls"}`}, 0},
		"a recording that nobody can read":         {`{"command":"ls"}`, "", []string{`{"command":"ls"}`}, -1},
		"a document, as versions before 2026 kept": {`{"command":"ls"}`, "{\n  \"messages\": [\n    {\n", []string{`{"command":"ls"}`}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			want := domain.ItemID("")
			if items := imported(t, opening+prompt+asks+ended(row.calls...)); row.nth >= 0 {
				want = items[row.nth]
			}
			for _, event := range []string{before, after} {
				if got := geminiSays(t, event+row.input, row.lines).Item; got != want {
					t.Errorf("named %q, want %q", got, want)
				}
			}
		})
	}
	two := imported(t, opening+prompt+asks+ended(`{"command":"ls"}`, `{"command":"ls"}`))
	if len(two) != 2 || two[0] == two[1] {
		t.Errorf("two calls that ask for the same are %v", two)
	}
}

func TestAnEndOfGeminisTurnIsOfItsBeginning(t *testing.T) {
	const begins, ends = `"BeforeAgent","prompt":"go on"`, `"AfterAgent","prompt":"go on","prompt_response":"Done."`
	over := prompt + asks + ended(`{"command":"ls"}`) + result + answer
	first, second := geminiSays(t, begins, opening), geminiSays(t, begins, opening+over)
	if first.Turn == second.Turn {
		t.Errorf("two turns are both %q", first.Turn)
	}
	for name, row := range map[string]struct {
		lines string
		want  domain.TurnID
	}{
		"the first":                          {opening + over, first.Turn},
		"the second":                         {opening + over + over, second.Turn},
		"the second, of an end that is torn": {(over + over)[9:], second.Turn},
		"a turn that began before the end":   {result + answer, ""},
		"nothing that can be read":           {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, geminiSays(t, ends, row.lines).Turn); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// FuzzName reads any end of a recording: a call is named by a message in it, or not at all.
func FuzzName(f *testing.F) {
	f.Add("BeforeTool", opening+prompt+asks)
	f.Add("AfterAgent", prompt+asks+result+answer)
	f.Add("BeforeAgent", "\n\n{")
	f.Fuzz(func(t *testing.T, event, lines string) {
		p, ok := hooks.ParseOf(hooks.Gemini, fmt.Appendf(nil, `{"session_id":"s","hook_event_name":%q,"tool_name":"x","tool_input":{}}`, event))
		if !ok {
			return
		}
		p.Name([]byte(lines))
		facts, _, _ := p.Facts()
		for _, fact := range facts {
			if fact.Item != "" && !strings.Contains(string(fact.Item), "/call/") {
				t.Errorf("a call is named %q", fact.Item)
			}
		}
	})
}
