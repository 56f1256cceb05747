package scrub_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/scrub"
)

func FuzzData(f *testing.F) {
	for _, rule := range slices.Sorted(maps.Keys(plants)) {
		for _, pattern := range plants[rule] {
			text, _ := plant(pattern, seeded(5))
			f.Add([]byte(`{"password":` + quoted(text) + `,` + quoted(text) + `:"x \u0041\/\ud83d"}`))
		}
	}
	f.Add([]byte(`["{\"scrubbed\":{\"rule\":\"jwt\",\"bytes\":1}}"]`))
	s := scrub.New()
	f.Fuzz(func(t *testing.T, doc []byte) {
		clean, hits, err := s.Data(doc)
		text, _ := s.Text(string(doc))
		if again, more := s.Text(text); again != text || len(more) > 0 {
			t.Fatalf("as a text: scrubbing\n%s\nagain found %v", text, more)
		}
		lax := []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
		if !jsontext.Value(doc).IsValid(lax...) {
			return
		}
		if err != nil || !jsontext.Value(clean).IsValid(lax...) {
			t.Fatalf("error %v, document\n%s\nbecame\n%s", err, doc, clean)
		}
		if jsontext.Value(doc).IsValid() && !jsontext.Value(clean).IsValid() {
			t.Fatalf("strict document\n%s\nbecame lax\n%s", doc, clean)
		}
		if len(hits) == 0 && string(clean) != string(doc) {
			t.Fatalf("no hits, yet\n%s\nbecame\n%s", doc, clean)
		}
		if again, more, err := s.Data(clean); string(again) != string(clean) || len(more) > 0 || err != nil {
			t.Fatalf("scrubbing\n%s\nagain found %v, error %v", clean, more, err)
		}
	})
}
