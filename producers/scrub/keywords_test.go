package scrub_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/producers/scrub"
)

func TestTheRuleFileHasNoFaults(t *testing.T) {
	if faults := scrub.RuleFaults(); len(faults) > 0 {
		t.Errorf("faults:\n%s", strings.Join(faults, "\n"))
	}
	seen := map[string]bool{}
	for _, r := range scrub.New().Rules() {
		if seen[r.ID] {
			t.Errorf("two rules are called %s", r.ID)
		}
		seen[r.ID] = true
	}
}

func TestKeywordsAreFoundWhereverTheyStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[ab_]{1,4}`)
		words := rapid.SliceOfNDistinct(letters, 1, 8, rapid.ID).Draw(t, "words")
		text := rapid.StringMatching(`[abAB_c]{0,40}`).Draw(t, "text")
		want := [][2]int{}
		for end := range len(text) + 1 {
			for w, word := range words {
				if strings.HasSuffix(strings.ToLower(text[:end]), word) {
					want = append(want, [2]int{w, end})
				}
			}
		}
		got := scrub.FindWords(words, text)
		slices.SortFunc(got, func(a, b [2]int) int {
			if a[1] != b[1] {
				return a[1] - b[1]
			}
			return a[0] - b[0]
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// mostUnknown is how many of a hundred tokens of a documented form may pass where only the
// form shows what they are.
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
