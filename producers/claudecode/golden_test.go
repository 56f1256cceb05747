package claudecode_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const fixtures = "../../fixtures/claude-code"

// goldenEvent is a draft without what all drafts of its session share.
type goldenEvent struct {
	ID       domain.EventID   `json:"id"`
	Kind     domain.Kind      `json:"kind"`
	Stream   domain.StreamID  `json:"stream"`
	Observed domain.Instant   `json:"observed_at"`
	Seq      uint64           `json:"seq,omitzero"`
	Causes   []domain.EventID `json:"causes,omitzero"`
	Subject  domain.Subject   `json:"subject"`
	Data     jsontext.Value   `json:"data"`
}

type goldenLine struct {
	Line       int           `json:"line"`
	Skipped    string        `json:"skipped,omitzero"`
	Unreadable string        `json:"unreadable,omitzero"`
	Events     []goldenEvent `json:"events,omitzero"`
}

func golden(t *testing.T, records []producers.Record) []byte {
	var out bytes.Buffer
	for _, r := range records {
		line := goldenLine{Line: r.Line, Skipped: r.Skipped, Unreadable: r.Unreadable}
		for _, d := range r.Drafts {
			core(t, "golden", d)
			line.Events = append(line.Events, goldenEvent{d.ID, d.Kind, d.Stream, d.ObservedAt, d.Seq, d.Causes, d.Subject, d.Data})
		}
		b, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	return out.Bytes()
}

func TestTheFixtureGivesItsEvents(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures, "*.jsonl"))
	if err != nil || len(files) < 3 {
		t.Fatalf("fixtures: %v, %v", files, err)
	}
	wantAll, gotAll := newRecount(), newImported()
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !sniffed(content) {
				t.Error("not claimed")
			}
			wantAll.file(content)
			gotAll.file(t, content)
			readertest.Doubled(t, claudecode.New(), content)
			got := golden(t, read(t, content))
			path := filepath.Join(fixtures, "want", filepath.Base(name))
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(wantAll.totals(), gotAll.totals(wantAll.records)); diff != "" {
		t.Errorf("-recount +importer:\n%s", diff)
	}
}
