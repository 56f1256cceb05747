package seal_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
)

const vectors = "../../fixtures/seal"

// vector is what fixtures/seal/README.md defines.
type vector struct {
	Data         string `json:"data"`
	Line         string `json:"line"`
	Sealed       string `json:"sealed"`
	CoreEnvelope string `json:"core_envelope"`
	DataDigest   string `json:"data_digest"`
	Leaf         string `json:"leaf"`
	Core         string `json:"core"`
}

func TestSealYieldsTheVectors(t *testing.T) {
	events := sealedEvents()
	for _, name := range vectorNames(t) {
		t.Run(name, func(t *testing.T) {
			e, ok := events[name]
			if !ok {
				t.Fatal("no event is written down for this vector")
			}
			delete(events, name)
			var want vector
			readFixture(t, name+".json", &want)
			if !e.Erased {
				e.Data = []byte(want.Data)
				e.DataDigest = seal.Data(*e.Salt, e.Data)
			}
			got := vector{Data: want.Data, Line: string(seal.Line(&e, nil)), Sealed: string(seal.Envelope(&e, nil)),
				CoreEnvelope: want.CoreEnvelope, DataDigest: e.DataDigest.String(), Leaf: seal.Leaf(&e).String(), Core: seal.Core(&e).String()}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	for name := range events {
		t.Errorf("no vector %s.json", name)
	}
}

func TestLineAndSealedAppendToWhatIsThere(t *testing.T) {
	e := sealedEvents()["minimal"]
	e.Data = []byte("{}")
	for name, form := range map[string]func(*domain.Event, []byte) []byte{"line": seal.Line, "sealed": seal.Envelope} {
		if got := form(&e, []byte("before ")); string(got) != "before "+string(form(&e, nil)) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// The core is what a retry shares: nothing that the log's arrival adds is in it.
func TestCoreLeavesOutWhatArrivalAddsAndNothingElse(t *testing.T) {
	e := sealedEvents()["full"]
	arrived := e
	arrived.Position, arrived.Revision, arrived.RecordedAt, arrived.ClockBehind = domain.PositionAt(5), 6, time.Unix(7, 0), false
	if seal.Core(&arrived) != seal.Core(&e) {
		t.Error("position, revision, recorded_at or clock_behind is in the core")
	}
	if seal.Leaf(&arrived) == seal.Leaf(&e) {
		t.Error("the leaf does not hold what arrival adds")
	}
	digested := e
	digested.DataDigest[0] ^= 1
	if seal.Core(&digested) == seal.Core(&e) {
		t.Error("the data_digest is not in the core")
	}
}

func vectorNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(vectors, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".json"); name != "ids" {
			names = append(names, name)
		}
	}
	return names
}

func readFixture(t *testing.T, name string, v any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(vectors, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// id is the ULID of 16 equal bytes.
func id(b byte) ulid.ULID { return ulid.ULID(bytes.Repeat([]byte{b}, 16)) }

func salt(b byte) *domain.Salt {
	s := domain.Salt(bytes.Repeat([]byte{b}, 16))
	return &s
}
