package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestOfManyEventsOnlyTheFirstAreExplained asks for one event of each field, of a lane with more.
func TestOfManyEventsOnlyTheFirstAreExplained(t *testing.T) {
	w := clitest.New(t)
	fields := func(line ...string) map[string]any {
		of := map[string]any{}
		for _, f := range clitest.Documents(t, w.Must(append([]string{"lane", "explain", clitest.ContestedLane, "--json"}, line...)...).Out)[0]["fields"].([]any) {
			of[f.(map[string]any)["field"].(string)] = f
		}
		return of
	}
	whole, cut := fields(), fields("--events", "1")
	leftOut := 0
	for name, f := range cut {
		all, first := whole[name].(map[string]any)["events"].([]any), f.(map[string]any)["events"].([]any)
		left, _ := f.(map[string]any)["events_left_out"].(float64)
		if want := all[:min(len(all), 1)]; !cmp.Equal(want, first) || int(left) != len(all)-len(want) {
			t.Errorf("%s has the events %v of %v, and leaves out %v", name, first, all, left)
		}
		leftOut += int(left)
	}
	if len(cut) != len(whole) || leftOut == 0 {
		t.Errorf("%d of %d fields are explained, and %d events are left out", len(cut), len(whole), leftOut)
	}
	if out := w.Must("lane", "explain", clitest.ContestedLane, "--events", "1").Out; !strings.Contains(out, "more: claw lane explain "+clitest.ContestedLane) {
		t.Errorf("the text does not say how to get the others:\n%s", out)
	}
	if refused := w.Run("lane", "explain", clitest.ContestedLane, "--events", "-1"); refused.Code != 2 {
		t.Errorf("fewer than no events: exit code %d, want 2", refused.Code)
	}
}
