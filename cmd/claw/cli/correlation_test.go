package cli_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// line is what a test needs of an exported event.
type line struct {
	ID          string `json:"id"`
	Kind        string `json:"kind"`
	Stream      string `json:"stream"`
	Emitter     string `json:"emitter"`
	Correlation string `json:"correlation"`
}

func exportedLines(w *clitest.World, more ...string) (all []line) {
	w.T.Helper()
	for text := range strings.Lines(w.Must(append([]string{"log", "export"}, more...)...).Out) {
		var one line
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			w.T.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// since are the events that came after those of before.
func since(before, after []line) []line {
	return slices.DeleteFunc(slices.Clone(after), func(e line) bool {
		return slices.ContainsFunc(before, func(b line) bool { return b.ID == e.ID })
	})
}

// appending are the verbs that append an event when they succeed as [good] has them.
var appending = []string{"claw lane bind", "claw lane settle", "claw lane close", "claw lane start", "claw lane restart", "claw lane expect", "claw lane finish", "claw lane accept", "claw lane reopen", "claw log append", "claw log forget",
	"claw policy adopt", "claw expect adopt", "claw approval request", "claw approval consume", "claw approval grant", "claw approval import", "claw approval deny", "claw approval revoke",
	"claw approval delegate", "claw init", "claw test", "claw signers add", "claw signers remove", "claw ship prepare", "claw ship push", "claw git status", "claw report file",
	"claw report amend", "claw report ack", "claw token create", "claw token revoke", "claw report advertise", "claw conformance run",
	"claw pinpoint file", "claw pinpoint attach", "claw pinpoint link", "claw pinpoint rank", "claw pinpoint move", "claw pinpoint handoff", "claw nudge send", "claw nudge ack", "claw report status post"}

// copying are the verbs that append what others said as they said it.
var copying = []string{"claw import", "claw log import", "claw log restore"}

// TestEveryEventOfARunNamesIt runs every verb, and holds each event that it appended to name
// its run: one run for one process, except where it continues another one.
func TestEveryEventOfARunNamesIt(t *testing.T) {
	for verb := range good {
		if slices.Contains(scripts, verb) || slices.Contains(copying, verb) {
			continue
		}
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			w := worldFor(t, verb)
			before := exportedLines(w)
			w.Must(commandLine(verb)...)
			appended := since(before, exportedLines(w))
			if len(appended) == 0 == slices.Contains(appending, verb) {
				t.Errorf("%d events appended", len(appended))
			}
			for _, e := range appended {
				if e.Correlation == "" {
					t.Errorf("%s %s by %s names no run", e.Kind, e.ID, e.Emitter)
				}
			}
		})
	}
}

// TestALogBeginsWithTheRunThatMadeIt makes logs in each way in which one is made.
func TestALogBeginsWithTheRunThatMadeIt(t *testing.T) {
	for _, first := range [][]string{{"init"}, {"log", "append", "drafts.jsonl"}, {"import", "--yes"}} {
		w := clitest.New(t)
		w.Env["CLAW_LOG"] = w.Path("fresh.db")
		w.Must(first...)
		all := exportedLines(w)
		if all[0].Kind != "log.opened" || all[0].Correlation == "" {
			t.Errorf("claw %q: %+v", first, all[0])
		}
		if len(all) == 2 && all[0].Correlation != all[1].Correlation {
			t.Errorf("claw %q: one process is two runs: %+v", first, all)
		}
	}
}

// TestAShipIsOneRun prepares and pushes a ship by separate processes.
func TestAShipIsOneRun(t *testing.T) {
	w := clitest.New(t)
	before := exportedLines(w)
	w.Must("ship", "prepare", "yard")
	w.Must("ship", "prepare", "yard")
	w.Must("ship", "push", "yard")
	ship, runs := since(before, exportedLines(w)), map[string]bool{}
	for _, e := range ship {
		runs[e.Correlation] = true
	}
	if len(ship) < 5 || len(runs) != 1 || runs[""] {
		t.Errorf("%d events of a ship in runs %v:\n%+v", len(ship), runs, ship)
	}
}

// TestADecisionGoesOnWithTheRunOfItsLane starts a lane by a harness, which names its run, and
// decides about it by separate processes.
func TestADecisionGoesOnWithTheRunOfItsLane(t *testing.T) {
	w := clitest.New(t)
	own := map[string]string{}
	for _, e := range exportedLines(w) {
		own[e.Stream] = e.Correlation
	}
	before := exportedLines(w)
	w.Must("lane", "settle", clitest.ContestedLane, "--event", clitest.ContestedEnd, "--reason", "seen")
	w.Must("lane", "close", clitest.ContestedLane, "--reason", "seen")
	for _, e := range since(before, exportedLines(w)) {
		if e.Correlation == "" || e.Correlation != own["lane-"+clitest.ContestedLane] {
			t.Errorf("%s is of run %q, the lane of %q", e.Kind, e.Correlation, own["lane-"+clitest.ContestedLane])
		}
	}
}

// TestAnAppendedDraftIsOfItsSessionOrOfTheProcess appends drafts that name no run, twice.
func TestAnAppendedDraftIsOfItsSessionOrOfTheProcess(t *testing.T) {
	w := clitest.New(t)
	const id = "01KJSESXM0FXE8CX6BVXYZ3Z9R"
	w.File("more.jsonl", `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}
{"id":"`+id+`","kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}
{"kind":"lane.ready","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","subject":{"session":"`+clitest.BoundSession+`"},"data":{}}
`)
	before := exportedLines(w)
	w.Must("log", "append", "more.jsonl")
	got := since(before, exportedLines(w))
	if len(got) != 3 || got[0].Correlation == "" || got[0].Correlation != got[1].Correlation {
		t.Fatalf("one process: %+v", got)
	}
	if want := string(domain.SessionID(clitest.BoundSession).Correlation()); got[2].Correlation != want {
		t.Errorf("a draft of a session is of run %s, want %s", got[2].Correlation, want)
	}
	w.File("again.jsonl", `{"id":"`+id+`","kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}`+"\n")
	if a := w.Must("log", "append", "again.jsonl"); !strings.Contains(a.Out, `"repeated":true`) {
		t.Errorf("again: %s", a.Out)
	}
}

// TestAHookIsOfTheRunOfItsSession lets a hook record a call, hold it back and ask for leave.
func TestAHookIsOfTheRunOfItsSession(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File(".claw/policy.toml", clitest.Rules)
	before := exportedLines(w)
	w.Hook(clitest.Bash("PreToolUse", "git push origin main"), "claude-code", "--enforce")
	w.Hook(clitest.Bash("PostToolUse", "ls"), "claude-code")
	told, kinds := since(before, exportedLines(w)), map[string]bool{}
	for _, e := range told {
		kinds[e.Kind] = true
		if e.Correlation == "" || e.Correlation != told[0].Correlation {
			t.Errorf("%s is of run %q, the session of %q", e.Kind, e.Correlation, told[0].Correlation)
		}
	}
	for _, kind := range []string{"tool.requested", "policy.evaluated", "approval.requested", "tool.denied"} {
		if !kinds[kind] {
			t.Errorf("no %s among %v", kind, kinds)
		}
	}
}
