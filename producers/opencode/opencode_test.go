package opencode_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/opencode"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/opencode"
	shared   = "../../../shared/data"
)

func TestTheFixturesGiveTheirEvents(t *testing.T) {
	readertest.Golden(t, opencode.New(), fixtures, *update)
}

func TestTheFixturesHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.json") {
		t.Run(name, func(t *testing.T) {
			readertest.Again(t, opencode.New(), content)
			readertest.Slowly(t, opencode.New(), content)
			readertest.Doubled(t, opencode.New(), content)
			readertest.Cuts(t, opencode.New(), content, 400)
			if strings.HasPrefix(name, "storage-") {
				return
			}
			if diff := cmp.Diff(recount(t, content), readertest.Count(t, opencode.New(), content)); diff != "" {
				t.Errorf("-recount +reader:\n%s", diff)
			}
		})
	}
}

func TestTheRecordingsHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "opencode", "TestTheFixturesHoldWhatIsInThem") {
		t.Run(name, func(t *testing.T) {
			if !readertest.Sniffed(opencode.New(), content) {
				t.Error("not claimed")
			}
			readertest.Again(t, opencode.New(), content)
			readertest.Cuts(t, opencode.New(), content, 40)
			if diff := cmp.Diff(recount(t, content), readertest.Count(t, opencode.New(), content)); diff != "" {
				t.Errorf("-recount +reader:\n%s", diff)
			}
		})
	}
}

// A session is rewritten while it runs: a later state adds, and changes nothing.
func TestTheStatesOfASessionAgree(t *testing.T) {
	states := readertest.Files(t, fixtures+"/states/*.json")
	readertest.States(t, opencode.New(), states["1.json"], states["2.json"], states["3.json"], states["4.json"])
}

// The folder of an export and of a running program hold one session: what is recorded of
// a session and of a message as such is the same.
func TestAFileOfTheStorageFolderAgreesWithTheExport(t *testing.T) {
	files := readertest.Files(t, fixtures+"/*.json")
	export := readertest.Set{}
	export.Import(t, opencode.New(), files["export.json"])
	for _, name := range []string{"storage-session.json", "storage-message.json"} {
		if added := export.Import(t, opencode.New(), files[name]); added != 0 {
			t.Errorf("%s adds %d events to the export's", name, added)
		}
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"an empty file is nobody's", "", false},
		{"an export", `{"info":{"id":"ses_1","slug":"s","projectID":"p","directory":"/w"},"messages":[`, true},
		{"an export whose session is longer than the head", `{"info":{"id":"ses_1","projectID":"p","directory":"/w","permission":[` + strings.Repeat("0,", 40<<10), true},
		{"a session of the storage folder", `{"id":"ses_1","projectID":"p","directory":"/w","title":"t"}`, true},
		{"a message of it", `{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1}}`, true},
		{"a part of it, longer than the head", `{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"text","text":"` + strings.Repeat("x", 70<<10), true},
		{"a message of a program with other roles", `{"id":"1","sessionID":"s","role":"system","time":{}}`, false},
		{"an export of Kilo", `{"info":{"id":"ses_1","version":"7.7.9","projectID":"p","directory":"/w"},"messages":[`, false},
		{"a session of Kilo", `{"id":"ses_1","projectID":"p","directory":"/w","title":"t","version":"7.2.21"}`, false},
		{"a trajectory with info", `{"info":{"exit_status":"submitted"},"messages":[]}`, false},
		{"a list of exports", `[{"info":{"id":"ses_1","projectID":"p","directory":"/w"}}]`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(opencode.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, and drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.json") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		readertest.Any(t, opencode.New(), content)
	})
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, opencode.New(), fixtures+"/*.json", readertest.Apart{})
}
