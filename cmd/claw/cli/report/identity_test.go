package reportcmd_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// beside are the members beside a document.
type beside struct {
	Log      string `json:"log_id"`
	Hash     string `json:"content_hash"`
	Made     string `json:"generated_at"`
	Position int    `json:"as_of_position"`
}

// TestTheHashIgnoresWhatStandsBeside makes the report of the same recordings in logs of two machines,
// which imported them in another order, at another time: another log, another position, one hash.
func TestTheHashIgnoresWhatStandsBeside(t *testing.T) {
	var all []beside
	folders := []string{"claude-code", "codex", "gemini-cli"}
	for n := range 2 {
		w := clitest.Empty(t)
		w.Now = func() time.Time { return clitest.Now.Add(time.Duration(n) * time.Hour) }
		w.Must("init")
		if n > 0 {
			slices.Reverse(folders)
			w.Must("report", "file", "--no-change", "--nudge", "n", "--checked", "lanes")
		}
		for _, folder := range folders {
			w.Must("import", clitest.InRepository("fixtures/"+folder))
		}
		var one beside
		if err := json.Unmarshal([]byte(w.Must("report", "new", "--since", "all", "--as-of", "2026-06-01T12:00:00Z", "--json").Out), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if a, b := all[0], all[1]; a.Hash != b.Hash || a.Log == b.Log || a.Made == b.Made || a.Position == b.Position {
		t.Errorf("%+v and %+v", a, b)
	}
}
