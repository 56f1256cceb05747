package readertest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// goldenEvent is a draft without what all drafts of its session share.
type goldenEvent struct {
	ID       domain.EventID   `json:"id"`
	Replaces domain.EventID   `json:"replaces,omitzero"`
	Edition  int              `json:"edition,omitzero"`
	Kind     domain.Kind      `json:"kind"`
	Stream   domain.StreamID  `json:"stream"`
	Observed domain.Instant   `json:"observed_at"`
	Seq      uint64           `json:"seq,omitzero"`
	SeqKind  domain.SeqKind   `json:"seq_kind,omitzero"`
	Causes   []domain.EventID `json:"causes,omitzero"`
	Subject  domain.Subject   `json:"subject"`
	Data     jsontext.Value   `json:"data"`
}

type goldenLine struct {
	Line       int           `json:"line"`
	Row        string        `json:"row,omitzero"`
	Skipped    string        `json:"skipped,omitzero"`
	Unreadable string        `json:"unreadable,omitzero"`
	Events     []goldenEvent `json:"events,omitzero"`
}

// everyRecording are the files of a folder but its README.md.
const everyRecording = "[^R]*.*"

// Golden holds what the reader makes of the files of a folder against the files of its
// folder want; update writes those anew. Lines that only belong to the record above
// are left out there.
func Golden(t *testing.T, reader producers.Reader, folder string, update bool) {
	for name, content := range Files(t, filepath.Join(folder, everyRecording)) {
		t.Run(name, func(t *testing.T) {
			if !Sniffed(reader, content) {
				t.Error("not claimed")
			}
			GoldenRecords(t, Read(t, reader, content), filepath.Join(folder, "want", name+".lines"), update)
		})
	}
}

// GoldenRecords holds records against a file, which update writes anew.
func GoldenRecords(t *testing.T, records []producers.Record, path string, update bool) {
	t.Helper()
	got := golden(t, records)
	if update {
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
}

func golden(t *testing.T, records []producers.Record) []byte {
	var out bytes.Buffer
	for _, r := range records {
		if r.Skipped == "continues the record above" || r.Skipped == "structure of the document" {
			continue
		}
		line := goldenLine{Line: r.Line, Row: r.Row, Skipped: r.Skipped, Unreadable: r.Unreadable}
		for _, d := range r.Drafts {
			Core(t, d)
			line.Events = append(line.Events, goldenEvent{d.ID, d.Replaces, d.Edition, d.Kind, d.Stream, d.ObservedAt, d.Seq, d.SeqKind, d.Causes, d.Subject, d.Data})
		}
		b, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	return out.Bytes()
}
