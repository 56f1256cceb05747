package scrub_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/clawable/claw/producers/scrub"
)

// pieces draws texts of what matters to the scrubber: plants, markers, names, escapes, marks.
func pieces() *rapid.Generator[string] {
	var all []string
	for _, rule := range slices.Sorted(maps.Keys(plants)) {
		all = append(all, plants[rule]...)
	}
	glue := []string{"", " ", "\n", `\n`, `\`, `"`, "'", "=", ":", "@", "-----", "-----BEGIN ", "Bearer ", "password=", "X_TOKEN=", "://u:", `\u0041`, "é", "a7",
		`{"scrubbed":{"rule":"jwt","bytes":7}}`, `{"scrubbed":{"rule":"`, `","bytes":1}}`}
	return rapid.Custom(func(t *rapid.T) string {
		random := seeded(rapid.Uint64().Draw(t, "seed"))
		var b strings.Builder
		for range rapid.IntRange(1, 8).Draw(t, "pieces") {
			text, _ := plant(rapid.SampledFrom(all).Draw(t, "plant"), random)
			cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
			b.WriteString(rapid.SampledFrom(glue).Draw(t, "glue"))
			b.WriteString(rapid.SampledFrom([]string{text, text, text[:cut], text[cut:]}).Draw(t, "piece"))
		}
		return b.String()
	})
}

func TestScrubbingTwiceIsScrubbingOnce(t *testing.T) {
	s := scrub.New()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(pieces().Draw(t, "text"), "?")
		once, _ := s.Text(text)
		if twice, hits := s.Text(once); twice != once || len(hits) > 0 {
			t.Fatalf("scrubbing\n%s\nagain found %v", once, hits)
		}
		name := strings.ToValidUTF8(pieces().Draw(t, "name"), "?")
		doc := []byte(`{` + quoted(name) + `:` + quoted(text) + `,"password":[` + quoted(quoted(text)) + `]}`)
		clean, _, err := s.Data(doc)
		if err != nil || !jsontext.Value(clean).IsValid() {
			t.Fatalf("error %v, document\n%s\nbecame\n%s", err, doc, clean)
		}
		if again, hits, err := s.Data(clean); string(again) != string(clean) || len(hits) > 0 || err != nil {
			t.Fatalf("scrubbing\n%s\nagain found %v, error %v", clean, hits, err)
		}
	})
}

func TestNoPlantSurvivesWhateverStandsAround(t *testing.T) {
	rules := slices.Sorted(maps.Keys(plants))
	s := scrub.New()
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom(rules).Draw(t, "rule")
		text, secret := plant(rapid.SampledFrom(plants[rule]).Draw(t, "pattern"), seeded(rapid.Uint64().Draw(t, "seed")))
		before, after := rapid.String().Draw(t, "before"), rapid.String().Draw(t, "after")
		clean, hits := s.Text(before + "\n\n" + text + "\n\n" + after)
		if len(hits) == 0 || strings.Contains(clean, longestRun(secret)) {
			t.Fatalf("%s: hits %v, %q survives in\n%s", rule, hits, secret, clean)
		}
	})
}

func TestOneScrubberServesManyAtOnce(t *testing.T) {
	s := scrub.New()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, rule := range slices.Sorted(maps.Keys(plants)) {
				text, _ := plant(plants[rule][0], seeded(1))
				if _, hits := s.Text(text); len(hits) != 1 || hits[0].Rule != rule {
					t.Errorf("%s: hits %v", rule, hits)
				}
			}
		})
	}
	group.Wait()
}
