package domain_test

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
)

const sealDir = "../fixtures/seal"

// sealVector is what fixtures/seal/README.md defines.
type sealVector struct {
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
	for _, name := range sealNames(t) {
		t.Run(name, func(t *testing.T) {
			e, ok := events[name]
			if !ok {
				t.Fatal("no event is written down for this vector")
			}
			delete(events, name)
			var want sealVector
			readFixture(t, name+".json", &want)
			if !e.Erased {
				e.Data = []byte(want.Data)
				e.DataDigest = domain.SealData(*e.Salt, e.Data)
			}
			got := sealVector{Data: want.Data, Line: string(e.Line(nil)), Sealed: string(e.Sealed(nil)),
				CoreEnvelope: want.CoreEnvelope, DataDigest: e.DataDigest.String(), Leaf: e.Leaf().String(), Core: e.Core().String()}
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
	for name, form := range map[string]func([]byte) []byte{"line": e.Line, "sealed": e.Sealed} {
		if got := form([]byte("before ")); string(got) != "before "+string(form(nil)) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// The core is what a retry shares: nothing that the log's arrival adds is in it.
func TestCoreLeavesOutWhatArrivalAddsAndNothingElse(t *testing.T) {
	e := sealedEvents()["full"]
	arrived := e
	arrived.Position, arrived.Revision, arrived.RecordedAt, arrived.ClockBehind = domain.PositionAt(5), 6, time.Unix(7, 0), false
	if arrived.Core() != e.Core() {
		t.Error("position, revision, recorded_at or clock_behind is in the core")
	}
	if arrived.Leaf() == e.Leaf() {
		t.Error("the leaf does not hold what arrival adds")
	}
	digested := e
	digested.DataDigest[0] ^= 1
	if digested.Core() == e.Core() {
		t.Error("the data_digest is not in the core")
	}
}

func TestDigestAndSaltReadOnlyWhatTheyWrite(t *testing.T) {
	salt := domain.Salt(bytes.Repeat([]byte{0xab}, 16))
	digest := domain.SealData(salt, []byte("{}"))
	var s domain.Salt
	var d domain.Digest
	if err := s.UnmarshalText([]byte(salt.String())); err != nil || s != salt {
		t.Errorf("salt: %v, %v", s, err)
	}
	if err := d.UnmarshalText([]byte(digest.String())); err != nil || d != digest {
		t.Errorf("digest: %v, %v", d, err)
	}
	for name, text := range map[string]string{
		"no text":      "",
		"too short":    digest.String()[2:],
		"odd":          digest.String()[1:],
		"too long":     digest.String() + "00",
		"upper case":   strings.ToUpper(strings.Repeat("ab", 32)),
		"not hex":      strings.Repeat("zz", 32),
		"a space more": digest.String()[:63] + " ",
	} {
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("a digest of %s was read", name)
		}
	}
}

func sealNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sealDir, "*.json"))
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
	b, err := os.ReadFile(filepath.Join(sealDir, name))
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
