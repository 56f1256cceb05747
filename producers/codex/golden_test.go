package codex_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden is a draft as the golden files have it.
type golden struct {
	Line        int                  `json:"line"`
	ID          domain.EventID       `json:"id"`
	Kind        domain.Kind          `json:"kind"`
	Stream      domain.StreamID      `json:"stream"`
	ObservedAt  domain.Instant       `json:"observed_at"`
	Emitter     domain.EmitterID     `json:"emitter"`
	Epoch       domain.Epoch         `json:"epoch"`
	Seq         uint64               `json:"seq"`
	SeqKind     domain.SeqKind       `json:"seq_kind"`
	Causes      []domain.EventID     `json:"causes,omitzero"`
	Correlation domain.CorrelationID `json:"correlation"`
	Subject     domain.Subject       `json:"subject"`
	Source      domain.Source        `json:"source"`
	Data        jsontext.Value       `json:"data"`
}

func TestGolden(t *testing.T) {
	for path, rollout := range fixtureRollouts(t) {
		var got bytes.Buffer
		for _, r := range readertest.Read(t, codex.New(), rollout) {
			for _, d := range r.Drafts {
				line, err := json.Marshal(golden{r.Line, d.ID, d.Kind, d.Stream, d.ObservedAt, d.Emitter, d.Epoch, d.Seq, d.SeqKind,
					d.Causes, d.Correlation, d.Subject, d.Source, d.Data})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, "%s\n", line)
			}
			if r.Skipped != "" || r.Unreadable != "" {
				fmt.Fprintf(&got, `{"line":%d,"skipped":%q,"unreadable":%q}`+"\n", r.Line, r.Skipped, r.Unreadable)
			}
		}
		file := filepath.Join(filepath.Dir(path), "want", "drafts.jsonl")
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
	}
}
