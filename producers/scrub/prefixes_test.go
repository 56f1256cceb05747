package scrub_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

// mostUnknown is how many of a hundred tokens of a documented form may pass where nothing but
// the form tells what they are.
const mostUnknown = 5

func TestFewTokensOfADocumentedFormPass(t *testing.T) {
	s := scrub.New()
	forms, passed, tried := corpus(t, "testdata/prefixes.txt"), 0, 0
	if len(forms) < 150 {
		t.Fatalf("only %d forms were read", len(forms))
	}
	for i, form := range forms {
		for seed := range uint64(8) {
			if !strings.Contains(form, "[[") {
				form = "[[" + form + "]]"
			}
			text, secret := plant("it answered "+form+" to that", seeded(seed<<16|uint64(i)))
			tried++
			if clean, _ := s.Text(text); survives(clean, secret) {
				passed++
				t.Logf("passed: %s", form)
			}
		}
	}
	t.Logf("%d of %d tokens passed", passed, tried)
	if passed*100 > tried*mostUnknown {
		t.Errorf("%d of %d tokens passed, more than %d %%", passed, tried, mostUnknown)
	}
}
