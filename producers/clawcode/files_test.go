package clawcode_test

import (
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/clawcode"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/claw-code"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, clawcode.New(), fixtures, *update) }

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(content), readertest.Count(t, clawcode.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, clawcode.New(), content)
	readertest.Cuts(t, clawcode.New(), content, 40)
}

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.json*") {
		t.Run(name, func(t *testing.T) {
			hold(t, content)
			readertest.Slowly(t, clawcode.New(), content)
			readertest.Doubled(t, clawcode.New(), content)
		})
	}
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	claimed := 0
	for name, content := range readertest.Shared(t, shared, "claw-omx", "TestTheFixturesGiveWhatAnIndependentCountFinds") {
		if readertest.Sniffed(clawcode.New(), content) {
			claimed++
			t.Run(name, func(t *testing.T) { hold(t, content) })
		}
	}
	if want := 40 + 5 + 1; claimed != want {
		t.Errorf("claimed %d files, want %d: 40 sessions of the first versions, 5 later ones, a worker", claimed, want)
	}
}

// TestAGrowingSessionKeepsItsEvents imports states of one conversation, also those
// that have no id.
func TestAGrowingSessionKeepsItsEvents(t *testing.T) {
	const first = `{"messages":[{"blocks":[{"text":"hi","type":"text"}],"role":"user"},{"blocks":[{"text":"Hello.","type":"text"}],"role":"assistant"}`
	const next = `,{"blocks":[{"text":"bye","type":"text"}],"role":"user"},{"blocks":[{"text":"Bye.","type":"text"}],"role":"assistant"}`
	readertest.States(t, clawcode.New(), []byte(first+`],"version":1}`), []byte(first+next+`],"version":1}`))

	const meta = `{"created_at_ms":1780300800000,"session_id":"s-1","type":"session_meta","updated_at_ms":%,"version":1}` + "\n"
	const asked = `{"message":{"blocks":[{"text":"hi","type":"text"}],"role":"user"},"type":"message"}` + "\n"
	const timed = `{"text":"hi","timestamp_ms":1780300800001,"type":"prompt_history"}` + "\n"
	readertest.States(t, clawcode.New(), []byte(meta), []byte(meta+timed+asked), []byte(meta+timed+asked+asked))
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a session", `{"created_at_ms":1,"session_id":"s","type":"session_meta","version":1}`, true},
		{"a session behind a damaged line", "{\"crea\n" + `{"created_at_ms":1,"session_id":"s","type":"session_meta","version":1}`, true},
		{"a part of a session", `{"message":{"blocks":[],"role":"user"},"type":"message"}`, true},
		{"an empty document", `{"messages":[],"version":1}`, true},
		{"a long document, cut", `{"messages":[{"blocks":[{"text":"hi`, true},
		{"a worker's state", "{\n  \"worker_id\": \"w\",\n  \"status\": \"spawning\",\n  \"trust_gate_cleared\": false", true},
		{"a rollout of Codex", `{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"s"}}`, false},
		{"a message of another agent", `{"type":"message","message":{"role":"user","content":"hi"}}`, false},
		{"messages of another agent", `{"sessionId":"s","messages":[{"type":"user"}]}`, false},
		{"a session of Cline", `{"version":1,"sessionId":"s","messages":[{"id":"m","role":"user","content":[]}]}`, false},
		{"a list of messages", `{"messages":[{"role":"user","content":"hi"}]}`, false},
		{"text", "messages version", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(clawcode.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.json*") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, clawcode.New(), content) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, clawcode.New(), fixtures+"/*.json*", readertest.Apart{})
}
