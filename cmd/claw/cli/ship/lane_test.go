package shipcmd_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestALaneAndItsWorkerShowTheShip pushes the work of a lane, and holds what the documents of the
// lane and of its worker say of that to what was pushed.
func TestALaneAndItsWorkerShowTheShip(t *testing.T) {
	s, commits := tied(t)
	s.File("boot.jsonl", `{"kind":"worker.spawning","stream":"worker-01KT1GW6G0FXE8CX6BVXYZ3Z6R","observed_at":"2026-06-01T12:00:00Z","emitter":"sup","epoch":"01KT1GW6G0FXE8CX6BVXYZ3Z6R",`+
		`"seq":1,"seq_kind":"count","subject":{"worker":"w1","lane":"`+clitest.ContestedLane+`"},"data":{}}`+"\n")
	s.Must("log", "append", "boot.jsonl")
	type shipped struct {
		Ship, Repo, Ref, Basis string
		Method                 string `json:"merge_method"`
		Range                  string `json:"commit_range"`
		PR                     int    `json:"pr_number"`
		Pushed                 string `json:"pushed_at"`
		Riders                 int    `json:"rider_count"`
		Unstated               int    `json:"unknown_role_count"`
	}
	type answer struct {
		Ship  *shipped
		Ships []shipped
	}
	ask := func(args ...string) (a answer) {
		t.Helper()
		if err := json.Unmarshal([]byte(s.Must(append(args, "--json")...).Out), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, verb := range []string{"show", "outcome"} {
		if before := ask("lane", verb, clitest.ContestedLane); len(before.Ships) > 0 {
			t.Errorf("lane %s before anything went: %+v", verb, before.Ships)
		}
	}
	var pushed struct{ Ship, Repo string }
	if err := json.Unmarshal([]byte(s.Must("ship", "push", "work", "--lane", clitest.ContestedLane, "--pr", "7", "--json").Out), &pushed); err != nil {
		t.Fatal(err)
	}
	base := s.Git("rev-parse", commits[0]+"^")
	want := shipped{Ship: pushed.Ship, Repo: pushed.Repo, Ref: "refs/heads/main", Basis: "recorded", Method: "direct_push", Range: base + ".." + commits[3], PR: 7,
		Pushed: "2026-06-01T12:00:00Z", Unstated: 4}
	for _, verb := range []string{"show", "outcome"} {
		if diff := cmp.Diff([]shipped{want}, ask("lane", verb, clitest.ContestedLane).Ships); diff != "" {
			t.Errorf("lane %s: -want +got\n%s", verb, diff)
		}
		if text := s.Must("lane", verb, clitest.ContestedLane).Out; !strings.Contains(text, "direct_push (recorded), #7") {
			t.Errorf("lane %s as text: %s", verb, text)
		}
	}
	for _, verb := range [][]string{{"state", "write", "--worker", "w1"}, {"state", "read"}} {
		if diff := cmp.Diff(&want, ask(verb...).Ship); diff != "" {
			t.Errorf("%v: -want +got\n%s", verb, diff)
		}
	}
	if text := s.Must("state", "read").Out; !strings.Contains(text, "direct_push (recorded), #7") {
		t.Errorf("state read as text: %s", text)
	}
}
