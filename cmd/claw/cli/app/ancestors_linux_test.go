package app_test

import (
	"os"
	"slices"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// TestTheProcessesAboveAreRead holds that the nearest process above is the one that runs the tests.
func TestTheProcessesAboveAreRead(t *testing.T) {
	above, known := app.FromOS().Ancestors()
	if !known || len(above) == 0 {
		t.Fatalf("known %v: %q", known, above)
	}
	if slices.Equal(above[0], os.Args) {
		t.Errorf("the nearest process above is this one: %q", above[0])
	}
}
