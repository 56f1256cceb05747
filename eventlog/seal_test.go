package eventlog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// sealVector is what fixtures/seal/README.md defines.
type sealVector struct {
	Event        map[string]jsontext.Value `json:"event"`
	DataGiven    string                    `json:"data_given"`
	Data         string                    `json:"data"`
	Line         string                    `json:"line"`
	Sealed       string                    `json:"sealed"`
	CoreEnvelope string                    `json:"core_envelope"`
	DataDigest   string                    `json:"data_digest"`
	Leaf         string                    `json:"leaf"`
	Core         string                    `json:"core"`
}

func sealVectors(t testing.TB) map[string]sealVector {
	t.Helper()
	files, err := filepath.Glob("../fixtures/seal/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	vectors := map[string]sealVector{}
	for _, f := range files {
		if filepath.Base(f) == "ids.json" {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var v sealVector
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatal(err)
		}
		vectors[filepath.Base(f)] = v
	}
	return vectors
}

func TestAnExportedLineYieldsTheVector(t *testing.T) {
	for name, want := range sealVectors(t) {
		t.Run(name, func(t *testing.T) {
			e, err := eventlog.ParseLine([]byte(want.Line))
			if err != nil {
				t.Fatal(err)
			}
			got := want
			got.Data, got.Line, got.Sealed = string(e.Data), string(seal.Line(&e, nil)), string(seal.Envelope(&e, nil))
			got.DataDigest, got.Leaf, got.Core = e.DataDigest.String(), seal.Leaf(&e).String(), seal.Core(&e).String()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if (want.Data == "") != e.Erased {
				t.Errorf("erased %t", e.Erased)
			}
		})
	}
}

// The event of a vector is not canonical: members in another order, with whitespace.
func TestAnEventInAnyFormYieldsTheVector(t *testing.T) {
	for name, want := range sealVectors(t) {
		t.Run(name, func(t *testing.T) {
			want.Event["data_digest"] = jsontext.Value(`"` + want.DataDigest + `"`)
			if want.Data != "" {
				want.Event["data"] = jsontext.Value(want.Data)
			}
			text, err := json.MarshalIndent(want.Event, "", "\t")
			if err != nil {
				t.Fatal(err)
			}
			e, err := eventlog.ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Sealed, string(seal.Envelope(&e, nil))); diff != "" {
				t.Errorf("sealed envelope (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPrepareDigestsWhatTheVectorGives(t *testing.T) {
	for name, want := range sealVectors(t) {
		if want.DataGiven == "" {
			continue // erased
		}
		t.Run(name, func(t *testing.T) {
			e, err := eventlog.ParseLine([]byte(want.Line))
			if err != nil {
				t.Fatal(err)
			}
			d := e.Draft
			d.Data = []byte(want.DataGiven)
			got, err := eventlog.Prepare(&d, nil)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Data) != want.Data || got.DataDigest.String() != want.DataDigest || seal.Core(&got).String() != want.Core {
				t.Errorf("data %s, data_digest %s, core %s", got.Data, got.DataDigest, seal.Core(&got))
			}
		})
	}
}

// jsontext is another implementation of RFC 8785 than the one in domain.
func TestTheTextsOfTheSealAreRFC8785(t *testing.T) {
	for name, v := range sealVectors(t) {
		e, err := eventlog.ParseLine([]byte(v.Line))
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string][]byte{"line": seal.Line(&e, nil), "sealed envelope": seal.Envelope(&e, nil)} {
			canonical := jsontext.Value(string(text))
			if err := canonical.Canonicalize(); err != nil || string(canonical) != string(text) {
				t.Errorf("%s: the %s %s is canonically %s, %v", name, form, text, canonical, err)
			}
		}
	}
}

func TestAnErasedEventKeepsItsLeafAndIsNotCompared(t *testing.T) {
	vectors := sealVectors(t)
	if vectors["erased.json"].Leaf != vectors["full.json"].Leaf || vectors["erased.json"].Core != vectors["full.json"].Core {
		t.Error("erasing changed the leaf or the core")
	}
	erased, err := eventlog.ParseLine([]byte(vectors["erased.json"].Line))
	if err != nil {
		t.Fatal(err)
	}
	other := prepared(t, func(d *domain.Draft) { d.ID = erased.ID })
	if !eventlog.SameCore(&erased, &other) {
		t.Error("an erased event was compared")
	}
}
