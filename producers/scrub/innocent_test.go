package scrub_test

import (
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

// mostFalseAlarms is how many of a hundred innocent texts may be changed.
const mostFalseAlarms = 2

func TestFewInnocentTextsAreChanged(t *testing.T) {
	s := scrub.New()
	texts, alarms, tried := corpus(t, "testdata/innocent.txt"), 0, 0
	if len(texts) < 200 {
		t.Fatalf("only %d texts were read", len(texts))
	}
	for i, pattern := range texts {
		for seed := range uint64(8) {
			text, _ := plant(pattern, seeded(seed<<16|uint64(i)))
			tried++
			_, inText := s.Text(text)
			_, inData, err := s.Data([]byte(`{"a":` + quoted(text) + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if len(inText)+len(inData) > 0 {
				alarms++
				t.Logf("%v, %v in %.200q", inText, inData, text)
			}
		}
	}
	t.Logf("%d of %d innocent texts were changed", alarms, tried)
	if alarms*100 > tried*mostFalseAlarms {
		t.Errorf("%d of %d innocent texts were changed, more than %d %%", alarms, tried, mostFalseAlarms)
	}
}
