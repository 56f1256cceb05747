package claudecode_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shared holds real transcripts of other people, which are not part of the repository.
const shared = "../../../shared/data"

type recording struct {
	name, format string
	content      []byte
}

// recordings returns all recorded files, of every format; none where they are
// not beside the repository.
func recordings(t testing.TB) []recording {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(shared, "manifest.json"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Fmt string }
	if err := json.Unmarshal(list, &rows); err != nil {
		t.Fatal(err)
	}
	var out []recording
	for _, r := range rows {
		content, err := os.ReadFile(filepath.Join(shared, r.File))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, recording{r.File, r.Fmt, content})
	}
	return out
}

// transcripts returns the recorded ones and those of the fixtures.
func transcripts(t testing.TB) []recording {
	t.Helper()
	var out []recording
	for _, r := range recordings(t) {
		if r.format == "claude-code" {
			out = append(out, r)
		}
	}
	if n := len(out); n > 0 && n < 40 {
		t.Fatalf("%d transcripts among the recordings, expected at least 40", n)
	}
	names, err := filepath.Glob(filepath.Join(fixtures, "*.jsonl"))
	if err != nil || len(names) < 3 {
		t.Fatalf("fixtures: %v, %v", names, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, recording{filepath.Base(name), "claude-code", content})
	}
	return out
}

func TestEveryTranscriptGivesWhatAnIndependentCountFinds(t *testing.T) {
	for _, f := range transcripts(t) {
		t.Run(f.name, func(t *testing.T) {
			want, got := newRecount(), newImported()
			want.file(f.content)
			got.file(t, f.content)
			if diff := cmp.Diff(want.totals(), got.totals(want.records)); diff != "" {
				t.Errorf("-recount +importer:\n%s", diff)
			}
		})
	}
}

func TestAllTranscriptsTogetherGiveWhatAnIndependentCountFinds(t *testing.T) {
	want, got := newRecount(), newImported()
	for _, f := range transcripts(t) {
		want.file(f.content)
		got.file(t, f.content)
	}
	if diff := cmp.Diff(want.totals(), got.totals(want.records)); diff != "" {
		t.Errorf("-recount +importer:\n%s", diff)
	}
}
