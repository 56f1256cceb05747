package hookcmd_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// scene is what a model requests from an agent in one session, and the results.
type scene struct {
	name   string
	agents []string
	// enforce lets the policy of the scenes decide about the calls.
	enforce bool
	calls   []sceneCall
	// decisions are the kinds of what is decided about the calls, in order.
	decisions []string
}

// sceneCall is one call that the model requests: a command, or what it does with a file.
type sceneCall struct {
	command string
	file    string // in the words of [program.files]
	granted bool   // a signer grants the request that is open, before the call
	ends    string
	// heard is how the call ends as far as hooks report, where a transcript reports more.
	heard map[string]string
	says  string // part of what claw prints about the call
}

const sceneRules = `version = 1

[[rule]]
id = "notes"
decision = "allow"
argv_shorthand = "touch:*"

[[rule]]
id = "release_needs_leave"
decision = "deny"
reason = "a release needs leave"
next = ["ask the owner"]
argv_shorthand = "mkdir:*"

[[rule]]
id = "ask_copy"
decision = "ask"
argv_shorthand = "cp:*"
`

const onceGranted = "claw approval grant approval-"

var scenes = []scene{
	{name: "hooks only record", agents: []string{"claude-code", "codex", "gemini", "opencode"}, calls: []sceneCall{
		{command: "echo hello", ends: "completed"},
		{command: "ls nowhere", ends: "failed", heard: map[string]string{"codex": "completed"}}, // its hook gets no exit code
		{command: "mkdir made", ends: "completed"},
	}},
	{name: "files are written and missed", agents: []string{"gemini", "opencode"}, calls: []sceneCall{
		{file: "write", ends: "completed"},
		{file: "edit", ends: "completed"},
		{file: "edit what is not there", ends: "failed"},
		{file: "read another", ends: "failed"},
	}},
	{name: "a denied call is let through once", agents: []string{"claude-code", "codex", "gemini", "opencode"}, enforce: true, calls: []sceneCall{
		{command: "echo hello", ends: "completed"},
		{command: "touch note", ends: "completed"},
		{command: "mkdir made", ends: "denied", says: "claw: blocked by rule release_needs_leave of the adopted policy: a release needs leave. Instead: ask the owner. To let exactly this through once a signer runs: " + onceGranted},
		{command: "mkdir made", granted: true, ends: "completed"},
		{command: "mkdir made", ends: "denied", says: onceGranted},
	}, decisions: []string{
		"policy.evaluated",
		"approval.requested", "policy.evaluated", "policy.action_blocked",
		"approval.granted", "approval.consumed", "policy.evaluated",
		"approval.requested", "policy.evaluated", "policy.action_blocked"}},
	{name: "what asks is denied where nobody sits", agents: []string{"claude-code"}, enforce: true, calls: []sceneCall{
		{command: "touch note", ends: "completed"},
		{command: "cp note copy", ends: "denied", says: "claw: to be asked for by rule ask_copy of the adopted policy."},
	}, decisions: []string{"policy.evaluated", "policy.evaluated"}},
	{name: "what asks needs an approval where a hook cannot ask", agents: []string{"codex", "gemini", "opencode"}, enforce: true, calls: []sceneCall{
		{command: "touch note", ends: "completed"},
		{command: "cp note copy", ends: "denied", says: "claw: blocked by rule ask_copy of the adopted policy. To let exactly this through once a signer runs: " + onceGranted},
		{command: "cp note copy", granted: true, ends: "completed"},
		{command: "cp note copy", ends: "denied", says: onceGranted},
	}, decisions: []string{
		"policy.evaluated",
		"approval.requested", "policy.evaluated", "policy.action_blocked",
		"approval.granted", "approval.consumed", "policy.evaluated",
		"approval.requested", "policy.evaluated", "policy.action_blocked"}},
}

// played is what a scene left.
type played struct {
	transcript string              // the file that the agent wrote
	database   string              // in which it keeps the same, "" for none
	said       func(string) string // what was said about a call, by its id
}

// callID is the id of the n-th call of a scene, from 0.
func callID(n int) string { return fmt.Sprintf("call_%d", n+1) }

// TestTheLogHoldsWhatTheModelAskedFor plays each scene with each agent: from recordings
// of the real programs, and when CLAW_TEST_AGENTS is 1 with the programs themselves.
func TestTheLogHoldsWhatTheModelAskedFor(t *testing.T) {
	ways := map[string]func(*testing.T, *clitest.World, string, *scene, func(int)) played{"recorded": playRecorded}
	if os.Getenv("CLAW_TEST_AGENTS") == "1" {
		ways["live"] = playLive
	}
	for way, play := range ways {
		for i := range scenes {
			s := &scenes[i]
			for _, agent := range s.agents {
				t.Run(way+"/"+agent+"/"+s.name, func(t *testing.T) {
					now := ahead()
					if way == "live" {
						t.Parallel()
						now = time.Now // of the programs that the agent starts
					}
					playAndJudge(t, s, agent, play, now)
				})
			}
		}
	}
}

// ahead is a clock that returns a later time at each call, and therefore runs ahead of the machine's.
func ahead() func() time.Time {
	ticks := time.Duration(0)
	return func() time.Time { ticks += time.Millisecond; return time.Now().Add(ticks) }
}

func playAndJudge(t *testing.T, s *scene, agent string, play func(*testing.T, *clitest.World, string, *scene, func(int)) played, now func() time.Time) {
	w := clitest.Patient(t)
	w.Now = now
	w.Must("init", "--user")
	w.Folder("work")
	if s.enforce {
		w.File("policy.toml", sceneRules)
		w.Must("policy", "adopt", "policy.toml")
		w.Grant(domain.StreamID{})
	}
	p := play(t, w, agent, s, func(n int) {
		if s.calls[n].granted {
			w.Grant(openRequest(w))
		}
	})
	for i, c := range s.calls {
		if said := p.said(callID(i)); !strings.Contains(said, c.says) {
			t.Errorf("%s, call %d: it was said %q", c.command, i+1, said)
		}
	}
	judgeCalls(t, w, s, func(c *sceneCall) string {
		if heard, ok := c.heard[agent]; ok {
			return heard
		}
		return c.ends
	})
	decided := decisions(t, w)
	if diff := cmp.Diff(s.decisions, decided); diff != "" && len(s.decisions)+len(decided) > 0 {
		t.Errorf("decisions (-want +got)\n%s", diff)
	}
	judgeJoin(t, w, s, agent, p.transcript)
	if p.database != "" {
		if told := clitest.Documents(t, w.Must("import", p.database, "--json").Out)[0]; told["events"] != 0.0 {
			t.Errorf("the database told of %v events that the transcript did not", told["events"])
		}
		judgeJoin(t, w, s, agent, p.database)
	}
}

// decisions are the kinds of the decisions about calls, in the order in which they happened:
// events that waited in the spool are later in the log.
func decisions(t *testing.T, w *clitest.World) (kinds []string) {
	t.Helper()
	all := slices.DeleteFunc(clitest.Documents(t, w.Must("log", "read").Out), func(e map[string]any) bool {
		kind := e["kind"].(string)
		return kind == "policy.adopted" || !strings.HasPrefix(kind, "policy.") && !strings.HasPrefix(kind, "approval.")
	})
	at := func(e map[string]any) time.Time {
		observed, err := time.Parse(time.RFC3339Nano, e["observed_at"].(string))
		if err != nil {
			t.Fatal(err)
		}
		return observed
	}
	slices.SortStableFunc(all, func(a, b map[string]any) int { return at(a).Compare(at(b)) })
	for _, e := range all {
		kinds = append(kinds, e["kind"].(string))
	}
	return kinds
}

// openRequest is the request that waits for a signer.
func openRequest(w *clitest.World) domain.StreamID {
	w.T.Helper()
	open := clitest.Documents(w.T, w.Must("approval", "list", "--state", "pending", "--json").Out)[0]["approvals"].([]any)
	if len(open) != 1 {
		w.T.Fatalf("%d requests are open: %v", len(open), open)
	}
	stream, err := domain.ParseStreamID(open[0].(map[string]any)["approval"].(string))
	if err != nil {
		w.T.Fatal(err)
	}
	return stream
}

// judgeCalls holds the list of calls to those of the scene.
func judgeCalls(t *testing.T, w *clitest.World, s *scene, ends func(*sceneCall) string) {
	t.Helper()
	var want, got []string
	for i := range s.calls {
		want = append(want, callID(i)+" "+ends(&s.calls[i]))
	}
	for i, call := range clitest.Documents(t, w.Must("tools", "--json").Out)[0]["tool_calls"].([]any) {
		c := call.(map[string]any)
		item := c["item"].(string)
		if strings.Contains(item, "/call/") { // of an agent that names no call
			item = callID(i)
		}
		got = append(got, fmt.Sprint(item, " ", c["status"]))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("calls (-asked for +in the log)\n%s", diff)
	}
}

// tellsNoEnd are the agents whose transcripts do not record that a turn ended.
var tellsNoEnd = map[string]bool{"gemini": true}

// judgeJoin imports the agent's transcript after the events of its hooks, twice: nothing is
// there twice, and nothing is missing that only a transcript records.
func judgeJoin(t *testing.T, w *clitest.World, s *scene, agent, transcript string) {
	t.Helper()
	alone := clitest.Patient(t)
	alone.Must("init", "--user")
	for _, each := range []*clitest.World{alone, w} {
		each.Must("import", transcript)
		again := clitest.Documents(t, each.Must("import", transcript, "--json").Out)[0]
		if again["events"] != 0.0 {
			t.Errorf("imported again: %v events", again["events"])
		}
	}
	judgeCalls(t, w, s, func(c *sceneCall) string { return c.ends })
	same := map[string][]string{"tools": {"total"}, "usage": {"total", "rows"}, "sessions": {"total"}, "board": {"total", "by_outcome"}}
	if tellsNoEnd[agent] {
		same["board"] = []string{"total"}
	}
	for verb, members := range same {
		want, got := clitest.Documents(t, alone.Must(verb, "--json").Out)[0], clitest.Documents(t, w.Must(verb, "--json").Out)[0]
		for _, m := range members {
			if diff := cmp.Diff(want[m], got[m]); diff != "" {
				t.Errorf("%s: %s (-the transcript alone +with hooks)\n%s", verb, m, diff)
			}
		}
	}
	want, got := clitest.Documents(t, alone.Must("sessions", "--json").Out)[0]["sessions"], clitest.Documents(t, w.Must("sessions", "--json").Out)[0]["sessions"]
	for _, m := range []string{"session", "turns", "prompts"} {
		told, joined := clitest.Members(want, m), clitest.Members(got, m)
		if m == "turns" && tellsNoEnd[agent] {
			told = []any{map[string]any{"completed": 1.0}}
		}
		if diff := cmp.Diff(told, joined); diff != "" {
			t.Errorf("sessions: %s (-the transcript alone +with hooks)\n%s", m, diff)
		}
	}
}
