package projections_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/statejson"
)

// TestTheStateIsAFunctionOfTheSet shuffles each drawn log 25 times, repeats
// events and cuts the feeding: with 100 logs, 2,500 shuffles.
func TestTheStateIsAFunctionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := foldtest.Draw(t)
		want := foldtest.Digests(t, log)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 25 {
			other := slices.Clone(log)
			for range random.IntN(4) {
				other = append(other, other[random.IntN(len(other))])
			}
			random.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
			for i := range other {
				other[i].Revision = domain.Revision(random.Uint64())
			}
			if diff := cmp.Diff(want, foldtest.Digests(t, other)); diff != "" {
				t.Fatalf("-as drawn +shuffled\n%s", diff)
			}
		}
	})
}

// TestAStateSurvivesBeingWritten holds the hand-written encoders to reflection
// and RFC 8785, and reading to writing.
func TestAStateSurvivesBeingWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := projections.NewMemory(projections.Options{})
		log := foldtest.Draw(t)
		for i := range log {
			if err := m.Apply(&log[i]); err != nil {
				t.Fatal(err)
			}
		}
		written(t, m.Sessions)
		written(t, m.Messages)
		written(t, m.Tools)
		written(t, m.Usage)
		written(t, m.Failures)
		written(t, m.Approvals)
		written(t, m.Parked)
	})
}

func written[E any](t *rapid.T, entities projections.MemoryEntities[E]) {
	for key, e := range entities {
		state, err := statejson.Append(nil, e)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(e, json.Deterministic(true))
		want := jsontext.Value(plain)
		if err == nil {
			err = want.Canonicalize()
		}
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(state) {
			t.Fatalf("%s\n-RFC 8785 %s\n+written  %s", key, want, state)
		}
		var back E
		if err := statejson.Read(state, &back); err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		again, err := statejson.Append(nil, &back)
		if err != nil || string(again) != string(state) {
			t.Fatalf("-written %s\n+read and written %s %v", state, again, err)
		}
	}
}
