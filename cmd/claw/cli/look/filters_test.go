package lookcmd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestAValueThatNothingHasIsSaid selects values that the log has and values that it does not have.
func TestAValueThatNothingHasIsSaid(t *testing.T) {
	w := clitest.New(t)
	for name, test := range map[string]struct{ line, want string }{
		"an agent that spoke":          {"board --agent codex", ""},
		"an agent that did not":        {"board --agent codx", "--agent codx: nothing in this log has it; others are claude-code, codex"},
		"a repository":                 {"lanes --repo nowhere", "--repo nowhere: nothing in this log has it"},
		"a branch":                     {"usage --branch nowhere", "--branch nowhere: nothing in this log has it; others are main"},
		"a session":                    {"sessions --session codex/none", "--session codex/none: nothing in this log has it"},
		"the beginning of a session":   {"tools --session " + clitest.BoundSession[:len(clitest.BoundSession)-1], ""},
		"a session that only bound":    {"tools --session " + clitest.BoundSession, ""},
		"a tool":                       {"tools --tool Bsh", "--tool Bsh: nothing in this log has it; others are "},
		"a kind of error":              {"errors --kind Denied", "--kind Denied: nothing in this log has it; others are denied, "},
		"in a search":                  {"search word --agent codx", "--agent codx: nothing in this log has it; others are claude-code, codex"},
		"a kind of event that may be":  {"search word --kind ref.moved", ""},
		"a lane":                       {"lanes --lane 7ZZZ", "--lane 7ZZZ: nothing in this log has it"},
		"a lane with its whole id":     {"usage --lane lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R", "--lane 01KT1GW6G0FXE8CX6BVXYZ3Z6R: nothing in this log has it"},
		"a lane that is there":         {"lanes --lane " + clitest.ContestedLane, ""},
		"a commit":                     {"sessions --commit abcdef0123", "--commit abcdef0123: nothing in this log has it"},
		"a ref of ships":               {"ship list --ref nowhere", "--ref refs/heads/nowhere: nothing in this log has it; others are refs/heads/"},
		"a repository of ships":        {"ship list --repo nowhere", "--repo nowhere: nothing in this log has it"},
		"a session of acts":            {"audit who --session codex/none", "--session codex/none: nothing in this log has it"},
		"an agent who did nothing":     {"audit who --actor agent:codex/none", "--actor agent:codex/none: nothing in this log has it"},
		"a person who did nothing":     {"audit who --actor human:nobody", "--actor human:nobody: nothing in this log has it"},
		"a text that no act has":       {"audit who nothing --file nowhere", ""},
		"what two filters select none": {"sessions --agent codex --session " + clitest.BoundSession, ""},
	} {
		t.Run(name, func(t *testing.T) {
			said := w.Must(strings.Fields(test.line)...).Err
			if test.want == "" && said != "" || !strings.HasPrefix(said, strings.TrimSuffix("warning: "+test.want, "warning: ")) {
				t.Errorf("%s says %q, want %q", test.line, said, test.want)
			}
			warnings := clitest.Documents(t, w.Must(append(strings.Fields(test.line), "--json")...).Out)[0]["warnings"].([]any)
			if (len(warnings) > 0) != (test.want != "") {
				t.Errorf("%s --json warns of %v", test.line, warnings)
			}
		})
	}
}

// TestWhatHasNoTimeIsAskedThroughItsSession selects by time among rows of which some
// have none: those of a session that was seen at a time, and those of one that never was.
func TestWhatHasNoTimeIsAskedThroughItsSession(t *testing.T) {
	w := clitest.Empty(t)
	var lines strings.Builder
	for i, session := range []string{"seen", "unseen"} {
		at := fmt.Sprintf(`"subject":{"session":"codex/%s"},"stream":"session-0000000000M3J04M3D8PHGC%03d"`, session, i)
		fmt.Fprintf(&lines, `{"kind":"tool.failed","observed_at":{"unknown":"not_recorded"},%s,"data":{"name":"Bash","error_kind":"exit_code"}}
{"kind":"usage.recorded","observed_at":{"unknown":"not_recorded"},%s,"data":{"model":"m","input_tokens":1,"output_tokens":1,"cache_read_tokens":0,"cache_creation_tokens":0,"reasoning_tokens":0}}
`, at, at)
		if session == "seen" {
			fmt.Fprintf(&lines, `{"kind":"message.recorded","observed_at":"2026-05-01T00:00:00Z",%s,"data":{"role":"user","text":"hi"}}`+"\n", at)
		}
	}
	w.File("timeless.jsonl", lines.String())
	w.Must("init", "--user")
	w.Must("log", "append", "timeless.jsonl")
	for since, want := range map[string]float64{"": 2, "2026-04-01": 1, "2026-05-15": 0} {
		got := map[string]any{}
		for _, verb := range []string{"tools", "errors"} {
			got[verb] = clitest.Documents(t, w.Must(sinceThen(since, verb, "--json")...).Out)[0]["total"]
		}
		got["usage"] = clitest.Documents(t, w.Must(sinceThen(since, "usage", "--json")...).Out)[0]["total"].(map[string]any)["responses"]
		if diff := cmp.Diff(map[string]any{"tools": want, "errors": want, "usage": want}, got); diff != "" {
			t.Errorf("since %q: -want +got\n%s", since, diff)
		}
	}
}

// TestTimesThatNoLogCanHoldSelectAllOrNothing selects times beyond the years of a nanosecond count.
func TestTimesThatNoLogCanHoldSelectAllOrNothing(t *testing.T) {
	w := clitest.New(t)
	total := func(since string) float64 {
		return clitest.Documents(t, w.Must("lanes", "--json", "--since", since).Out)[0]["total"].(float64)
	}
	all := total("1970-01-02")
	for since, want := range map[string]float64{"0001-01-01": all, "1000-01-01": all, "2300-01-01": 0, "9999-12-31T23:59:59Z": 0} {
		if got := total(since); got != want {
			t.Errorf("since %s: %v lanes, want %v", since, got, want)
		}
	}
	if a := w.Run("lanes", "--since", "200000d"); a.Code != 2 {
		t.Errorf("an age of 547 years: exit %d\n%s", a.Code, a.Out)
	}
}

// TestAgesAreOfTheTimeOfReading reads a list as of a time and looks at what it says and selects.
func TestAgesAreOfTheTimeOfReading(t *testing.T) {
	w := clitest.New(t)
	lanes := clitest.Documents(t, w.Must("lanes", "--json", "--limit", "1").Out)[0]["lanes"].([]any)
	seen := lanes[0].(map[string]any)["last_observed"].(string)
	day := seen[:len("2026-01-02")]
	for asOf, want := range map[string]string{day + "T00:00:00Z": "future", "2200-01-01T00:00:00Z": day} {
		if out := w.Must("lanes", "--limit", "1", "--as-of", asOf).Out; !strings.Contains(out, want) {
			t.Errorf("as of %s the lane last seen %s is not %s old:\n%s", asOf, seen, want, out)
		}
	}
	for asOf, want := range map[string]float64{day + "T23:59:59Z": 1, "2200-01-01T00:00:00Z": 0} {
		out := w.Must("lanes", "--json", "--limit", "1", "--since", "24h", "--as-of", asOf).Out
		if got := clitest.Documents(t, out)[0]["total"].(float64); min(got, 1) != want {
			t.Errorf("in the 24 hours before %s: %v lanes", asOf, got)
		}
	}
}

// sinceThen adds a time to the arguments of a verb, none for "".
func sinceThen(since string, args ...string) []string {
	if since == "" {
		return args
	}
	return append(args, "--since", since)
}

// TestLanesAreSelectedByTheirScope asks each list of lanes for an owner, a workflow, and for what is
// actionable.
func TestLanesAreSelectedByTheirScope(t *testing.T) {
	w := clitest.New(t)
	w.File("scoped.jsonl", `{"kind":"lane.started","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z9R","data":{},"scope":{"owner":"ada","workflow":"tide","watcher":"act"}}
{"kind":"lane.failed","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z9R","data":{"failure_class":"test"}}
{"kind":"lane.started","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z9S","data":{},"scope":{"owner":"bob","workflow":"tide"}}
`)
	w.Must("log", "append", "scoped.jsonl")
	for _, verb := range []string{"board", "lanes"} {
		for flags, want := range map[string]float64{"--owner ada": 1, "--workflow tide": 2, "--workflow tide --actionable": 1, "--owner bob --actionable": 0} {
			line := append(append([]string{verb}, strings.Fields(flags)...), "--json")
			if got := clitest.Documents(t, w.Must(line...).Out)[0]["total"]; got != want {
				t.Errorf("claw %s %s: %v lanes, want %v", verb, flags, got, want)
			}
		}
	}
	if out := w.Must("watch", "--once", "--from", "start", "--owner", "ada", "--json").Out; strings.Count(out, "\n") != 1 || !strings.Contains(out, "01KT1GW6G0FXE8CX6BVXYZ3Z9R") {
		t.Errorf("claw watch --owner ada prints %s", out)
	}
	if out := w.Run("board", "--owner", "eve").Err; !strings.Contains(out, "--owner eve") {
		t.Errorf("claw board --owner eve warns %q", out)
	}
}
