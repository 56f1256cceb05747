package witness_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/witness"
)

// TestTheDocsListEachRunner holds docs/standing.md to the table of runners.
func TestTheDocsListEachRunner(t *testing.T) {
	text, err := os.ReadFile("../../docs/standing.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range witness.Runners() {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/standing.md does not name %q", name)
		}
	}
}
