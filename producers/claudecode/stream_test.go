package claudecode_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

const streams = "../../fixtures/claude-stream"

func TestStreamGolden(t *testing.T) {
	readertest.Golden(t, claudecode.NewStream(), streams, *update)
}

func TestStreamsGiveWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Files(t, streams+"/*.json*") {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(recountStream(content), readertest.Count(t, claudecode.NewStream(), content)); diff != "" {
				t.Errorf("-recount +reader:\n%s", diff)
			}
			readertest.Again(t, claudecode.NewStream(), content)
			readertest.Cuts(t, claudecode.NewStream(), content, 60)
			readertest.Slowly(t, claudecode.NewStream(), content)
			readertest.Doubled(t, claudecode.NewStream(), content)
		})
	}
}

// TestAStreamAndItsTranscriptNameTheSame checks that what both record has one name: the
// calls, the answers, the messages, an echoed prompt.
func TestAStreamAndItsTranscriptNameTheSame(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/printed/*.jsonl") {
		t.Run(name, func(t *testing.T) {
			known := map[string]bool{}
			for _, r := range readertest.Read(t, claudecode.New(), content) {
				for i := range r.Drafts {
					known[named(&r.Drafts[i])] = true
				}
			}
			told := 0
			for _, r := range readertest.Read(t, claudecode.NewStream(), readertest.Files(t, filepath.Join(streams, name))[name]) {
				for i := range r.Drafts {
					d := &r.Drafts[i]
					if d.Subject.Item.IsZero() {
						continue
					}
					if told++; !known[named(d)] {
						t.Errorf("line %d: the transcript has no %s", r.Line, named(d))
					}
				}
			}
			if told == 0 {
				t.Error("the stream names nothing")
			}
		})
	}
}

// named is the family of an event, its session and what it is about.
func named(d *domain.Draft) string {
	family, _, _ := strings.Cut(string(d.Kind), ".")
	return family + " " + string(d.Subject.Session.Value) + " " + string(d.Subject.Item.Value)
}

func TestStreamsAreKnownByWhatTheyHold(t *testing.T) {
	const init = `{"type":"system","subtype":"init","cwd":"/w","session_id":"S","tools":["Bash"],"model":"m"}`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"the first line of a run", init, true},
		{"a stream behind a program's own words", "starting up\n" + init, true},
		{"an answer", `{"type":"assistant","message":{},"parent_tool_use_id":null,"session_id":"S"}`, true},
		{"a piece of an answer", `{"type":"stream_event","event":{},"parent_tool_use_id":null,"session_id":"S"}`, true},
		{"a hook that runs", `{"type":"system","subtype":"hook_started","hook_id":"h","hook_event":"Stop","session_id":"S"}`, true},
		{"a result alone", `{"type":"result","subtype":"success","num_turns":1,"total_cost_usd":0.1,"session_id":"S"}`, true},
		{"a line in the wrapper of a client", `{"dir":"s2c","msg":` + init + `}`, true},
		{"a transcript", `{"type":"user","sessionId":"S","uuid":"u","parentUuid":null,"isSidechain":false,"message":{}}`, false},
		{"what another program prints in this manner", `{"type":"system","subtype":"init","session_id":"S","model":"m","cwd":"/w"}`, false},
		{"what Qwen Code prints", `{"type":"system","subtype":"init","session_id":"S","tools":["edit"],"qwen_code_version":"0.24.4"}` + "\n" +
			`{"type":"assistant","message":{},"parent_tool_use_id":null,"session_id":"S"}`, false},
		{"what Droid prints", `{"type":"system","subtype":"init","session_id":"S","tools":["Read"],"model":"m","reasoning_effort":"none"}`, false},
		{"a payload of a hook", `{"session_id":"S","hook_event_name":"Stop","type":"assistant","message":{},"parent_tool_use_id":null}`, false},
		{"traffic of Codex", `{"dir":"s2c","msg":{"method":"turn/started","params":{"threadId":"T"}}}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(claudecode.NewStream(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// streamOdd are lines that no recording in the fixtures has.
var streamOdd = []struct {
	name, input string
	want        readertest.Counts
}{
	{"a line that is torn", `{"type":"system","subtype":"init","session_id":"S"`, readertest.Counts{}},
	{"a stream that is there twice says everything once", twice(`{"type":"assistant","uuid":"a","session_id":"S","message":{"content":"hi"}}
{"type":"result","uuid":"r","session_id":"S","num_turns":1}
`), readertest.Counts{"message assistant": 1, "turn completed": 1}},
	{"a run that broke off stays open", `{"type":"assistant","uuid":"a","session_id":"S","message":{"id":"m","usage":{"output_tokens":1},"content":[{"type":"tool_use","id":"c","name":"Bash"}]}}`,
		readertest.Counts{"call open": 1, "turn open": 1}},
	{"a provider that refuses fails the turn", `{"type":"assistant","uuid":"a","session_id":"S","error":"authentication_failed","message":{"model":"<synthetic>","content":"API Error: 401"}}
{"type":"result","subtype":"success","uuid":"r","session_id":"S","is_error":true,"api_error_status":401,"num_turns":1,"result":"API Error: 401"}
`, readertest.Counts{"message assistant": 1, "turn failed": 1}},
	{"a program that could not begin fails", `{"type":"result","subtype":"error_during_execution","uuid":"r","session_id":"S","is_error":true,"num_turns":0}`, readertest.Counts{"turn failed": 1}},
	{"a subagent of a version that does not name it", `{"type":"assistant","uuid":"a","session_id":"S","message":{"content":[{"type":"tool_use","id":"t","name":"Task","input":{"prompt":"go"}}]}}
{"type":"assistant","uuid":"b","session_id":"S","parent_tool_use_id":"t","message":{"content":[{"type":"tool_use","id":"c","name":"Read"}]}}
`, readertest.Counts{"session.created": 1, "call open": 2, "turn open": 1}},
	{"a subagent that is compacted", `{"type":"system","subtype":"init","uuid":"i","session_id":"S"}
{"type":"system","subtype":"compact_boundary","uuid":"c","session_id":"S","parent_tool_use_id":"t","compact_metadata":{"trigger":"auto","pre_tokens":1}}
`, readertest.Counts{"session.created": 2, "session.compacted": 1}},
	{"a subagent that says how it begins", `{"type":"system","subtype":"init","uuid":"i","session_id":"S","parent_tool_use_id":"t"}`, readertest.Counts{"session.created": 1}},
	{"two turns of one stream", `{"type":"system","subtype":"init","uuid":"i1","session_id":"S"}
{"type":"assistant","uuid":"a","session_id":"S","message":{"content":"one"}}
{"type":"result","uuid":"r1","session_id":"S","num_turns":1}
{"type":"system","subtype":"init","uuid":"i2","session_id":"S"}
{"type":"assistant","uuid":"b","session_id":"S","message":{"content":"two"}}
{"type":"result","uuid":"r2","subtype":"error_max_turns","session_id":"S","num_turns":1}
`, readertest.Counts{"session.created": 1, "message assistant": 2, "turn completed": 1, "turn failed": 1}},
}

func twice(text string) string { return text + text }

func TestOddStreams(t *testing.T) {
	for _, row := range streamOdd {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, readertest.Count(t, claudecode.NewStream(), []byte(row.input))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			readertest.Again(t, claudecode.NewStream(), []byte(row.input))
			readertest.Cuts(t, claudecode.NewStream(), []byte(row.input), 20)
		})
	}
}

// FuzzStream holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzStream(f *testing.F) {
	for _, content := range readertest.Files(f, streams+"/*.json*") {
		f.Add(content)
	}
	for _, row := range streamOdd {
		f.Add([]byte(row.input))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		readertest.Any(t, claudecode.NewStream(), content)
	})
}
