package sweagent_test

import (
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/readertest"
	"github.com/clawable/claw/producers/sweagent"
)

var update = flag.Bool("update", false, "write what the readers make of the fixtures")

const shared = "../../../shared/data"

// formats are the two agents, with how their recordings are counted by other code.
var formats = []struct {
	reader   producers.Reader
	fixtures string
	recount  func(testing.TB, []byte) readertest.Counts
	states   []string
}{
	{sweagent.New(), "../../fixtures/swe-agent", recount, []string{"1.json", "3.json", "5.json"}},
	{sweagent.NewMini(), "../../fixtures/mini-swe-agent", recountMini, []string{"5.json", "10.json", "99.json"}},
}

func TestTheFixturesGiveTheirEvents(t *testing.T) {
	for _, f := range formats {
		readertest.Golden(t, f.reader, f.fixtures, *update)
	}
}

func TestTheFixturesHoldWhatIsInThem(t *testing.T) {
	for _, f := range formats {
		for name, content := range readertest.Files(t, f.fixtures+"/*.json") {
			t.Run(f.reader.Source()+" "+name, func(t *testing.T) {
				if diff := cmp.Diff(f.recount(t, content), readertest.Count(t, f.reader, content)); diff != "" {
					t.Errorf("-recount +reader:\n%s", diff)
				}
				readertest.Again(t, f.reader, content)
				readertest.Slowly(t, f.reader, content)
				readertest.Doubled(t, f.reader, content)
				readertest.Cuts(t, f.reader, content, 200)
			})
		}
	}
}

func TestTheRecordingsHoldWhatIsInThem(t *testing.T) {
	for _, f := range formats {
		for name, content := range readertest.Shared(t, shared, f.reader.Source(), "TestTheFixturesHoldWhatIsInThem") {
			t.Run(name, func(t *testing.T) {
				if diff := cmp.Diff(f.recount(t, content), readertest.Count(t, f.reader, content)); diff != "" {
					t.Errorf("-recount +reader:\n%s", diff)
				}
				readertest.Again(t, f.reader, content)
				readertest.Cuts(t, f.reader, content, 40)
			})
		}
	}
}

// A trajectory is written anew after each step: a later one adds, and changes nothing.
func TestTheStatesOfARunAgree(t *testing.T) {
	for _, f := range formats {
		files := readertest.Files(t, f.fixtures+"/states/*.json")
		var states [][]byte
		for _, name := range f.states {
			states = append(states, files[name])
		}
		readertest.States(t, f.reader, states...)
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		swe, mini  bool
	}{
		{"nothing", "", false, false},
		{"steps", `{"environment":"e","trajectory":[{"action":"ls","observation":"","response":"r","state":"`, true, false},
		{"a history alone", `{"history":[{"role":"system","content":"c","agent":"main"}`, true, false},
		{"a run with its format at the end", `{"info":{"model_stats":{},"mini_version":"2"},"messages":[{"role":`, false, true},
		{"a run with its format in the head", `{"info":{},"messages":[],"trajectory_format":"mini-swe-agent-1.1"}`, false, true},
		{"a list of messages that run commands", "[\n {\"role\":\"system\",\"content\":\"```mswea_bash_command\\n", false, true},
		{"a list of messages of anybody", `[{"role":"system","content":"You are helpful."}]`, false, false},
		{"a history of another program", `{"history":[{"action":"message","content":"c"}]}`, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(sweagent.New(), []byte(row.head)); got != row.swe {
				t.Errorf("claimed by SWE-agent: %t, want %t", got, row.swe)
			}
			if got := readertest.Sniffed(sweagent.NewMini(), []byte(row.head)); got != row.mini {
				t.Errorf("claimed by mini-swe-agent: %t, want %t", got, row.mini)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, and drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, format := range formats {
		for _, content := range readertest.Files(f, format.fixtures+"/*.json") {
			f.Add(content)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, format := range formats {
			readertest.Any(t, format.reader, content)
		}
	})
}

// TestInfoBehindTheMessagesCorrectsTheBeginning: before, the beginning of such a run was recorded
// without the content of info.
func TestInfoBehindTheMessagesCorrectsTheBeginning(t *testing.T) {
	const info, messages = `"info":{"mini_version":"2","model_stats":{}}`, `"messages":[{"role":"user","content":"go"}]`
	first := readertest.Read(t, sweagent.NewMini(), []byte(`{`+info+`,`+messages+`}`))[0].Drafts[0]
	behind := readertest.Read(t, sweagent.NewMini(), []byte(`{`+messages+`,`+info+`}`))[0].Drafts[0]
	if first.Edition != 0 || behind.Edition != 2 || behind.Replaces != first.ID || string(behind.Data) != string(first.Data) {
		t.Errorf("first %d %s, behind %d %s for %s", first.Edition, first.Data, behind.Edition, behind.Data, behind.Replaces)
	}
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	for _, f := range formats {
		readertest.Altered(t, f.reader, f.fixtures+"/*.json", readertest.Apart{Members: []string{"working_dir"}, // of the run
			Reasons: []string{"the end of the run"}})
	}
}
