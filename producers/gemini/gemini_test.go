package gemini_test

import (
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/gemini"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/gemini-cli"
	shared   = "../../../shared/data"
)

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(t, content), readertest.Count(t, gemini.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, gemini.New(), content)
	readertest.Slowly(t, gemini.New(), content)
	readertest.Doubled(t, gemini.New(), content)
	readertest.Cuts(t, gemini.New(), content, 200)
}

func TestTheFixturesGiveTheirEvents(t *testing.T) {
	readertest.Golden(t, gemini.New(), fixtures, *update)
}

func TestTheFixturesHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.json*") {
		t.Run(name, func(t *testing.T) { hold(t, content) })
	}
}

func TestTheRecordingsHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "gemini-cli", "TestTheFixturesHoldWhatIsInThem") {
		t.Run(name, func(t *testing.T) { hold(t, content) })
	}
}

// A recording is rewritten while the session runs: a later state adds, and changes nothing.
func TestTheStatesOfASessionAgree(t *testing.T) {
	states := readertest.Files(t, fixtures+"/states/*.json")
	readertest.States(t, gemini.New(), states["1.json"], states["2.json"], states["3.json"])
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"an empty file is nobody's", "", false},
		{"a document", "{\n \"sessionId\": \"s\",\n \"projectHash\": \"h\",\n \"startTime\": \"t\",\n \"messages\": [\n", true},
		{"the first line of JSON Lines", `{"sessionId":"s","projectHash":"h","startTime":"t"}` + "\n", true},
		{"a message alone", `{"id":"m","timestamp":"t","type":"user","content":"go"}`, false},
		{"a record of another program with a session", `{"sessionId":"s","type":"user","timestamp":"t"}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(gemini.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, and drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.json*") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, gemini.New(), content) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, gemini.New(), fixtures+"/*.json*", readertest.Apart{})
}
