package scrub_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/scrub"
)

func TestTheDocumentListsTheRules(t *testing.T) {
	document, err := os.ReadFile("../../docs/scrubber.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, r := range scrub.New().Rules() {
		want = append(want, fmt.Sprintf("| `%s` | %s | %s |", r.ID, r.Family, r.Description))
	}
	for line := range strings.Lines(string(document)) {
		if strings.HasPrefix(line, "| `") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/scrubber.md -want +got:\n%s", diff)
	}
}
