package lanetest

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const scenarioList = "../../../../shared/outcome/scenarios.md"

func TestEveryScenarioThatWasSeenToGoWrongIsATest(t *testing.T) {
	listed, err := os.ReadFile("testdata/scenarios.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(listed)), "\n")
	if len(want) != 181 {
		t.Fatalf("testdata/scenarios.txt lists %d scenarios, want 181", len(want))
	}
	wanted, held := map[string]int{}, map[string]int{}
	for _, name := range want {
		wanted[name]++
	}
	for _, s := range scenarios() {
		held[s.name]++
		if s.why == "" {
			t.Errorf("%q does not say which rule decides", s.name)
		}
	}
	if diff := cmp.Diff(wanted, held); diff != "" {
		t.Errorf("scenarios (-listed +tested):\n%s", diff)
	}
}

func TestTheListOfScenariosIsTheSharedOne(t *testing.T) {
	shared, err := os.ReadFile(scenarioList)
	if os.IsNotExist(err) {
		t.Skip("no ../shared here: TestEveryScenarioThatWasSeenToGoWrongIsATest proves the same on testdata/scenarios.txt")
	}
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(shared)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			want = append(want, name)
		}
	}
	listed, err := os.ReadFile("testdata/scenarios.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(string(listed)), "\n")); diff != "" {
		t.Errorf("list of scenarios (-shared +testdata):\n%s", diff)
	}
}
