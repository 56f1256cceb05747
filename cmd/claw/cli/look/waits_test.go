package lookcmd_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// heldPush makes a world in which a policy held back the push of an agent and asked for an
// approval, and a call that no approval lets through.
func heldPush(t *testing.T) (w *clitest.World, stream domain.StreamID) {
	t.Helper()
	return heldPushBehind(t, clitest.Payload("SessionStart", map[string]any{"source": "startup"}), clitest.Payload("UserPromptSubmit", map[string]any{"prompt": "ship it"}))
}

// heldPushBehind is heldPush of a session that said payloads before.
func heldPushBehind(t *testing.T, payloads ...string) (w *clitest.World, stream domain.StreamID) {
	t.Helper()
	w = clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", clitest.Rules+"\n[[rule]]\nid = \"never\"\ndecision = \"deny\"\nargv_shorthand = \"reboot:*\"\napproval = \"never\"\n")
	w.Must("policy", "adopt", "policy.toml")
	for _, payload := range payloads {
		w.Hook(payload, "claude-code")
	}
	_, reason := clitest.Decision(t, w.Hook(clitest.Bash("PreToolUse", "git push origin main"), "claude-code", "--enforce"))
	stream, err := domain.ParseStreamID(regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	if err != nil {
		t.Fatal(err)
	}
	reboot := strings.Replace(clitest.Bash("PreToolUse", "reboot now"), "toolu_1", "toolu_2", 1)
	if got, _ := clitest.Decision(t, w.Hook(reboot, "claude-code", "--enforce")); got != "deny" {
		t.Fatal("reboot is not held back")
	}
	return w, stream
}

// TestWhatWaitsIsOnItsLane checks every place that shows the state of lanes.
func TestWhatWaitsIsOnItsLane(t *testing.T) {
	w, stream := heldPush(t)
	board := clitest.Documents(t, w.Must("board", "--json").Out)[0]["lanes"].([]any)[0].(map[string]any)
	if board["next"] != "answer" || board["blocker"] != "blocked.approval" || board["urgency"] != 1.0 {
		t.Errorf("the row says %v, %v, %v", board["next"], board["blocker"], board["urgency"])
	}
	lane := board["lane"].(string)
	grant := "claw approval grant " + stream.String()
	for _, verb := range []string{"board", "lane show " + lane, "status"} {
		text, d := w.Must(strings.Fields(verb)...).Out, clitest.Documents(t, w.Must(append(strings.Fields(verb), "--json")...).Out)[0]
		if verb == "board" {
			d = board
		}
		waits := d["waits"].(map[string]any)
		if ask := waits["approvals"].([]any)[0].(map[string]any); ask["grant"] != grant || ask["action"] != "sh -c 'git push origin main'" || waits["blocked_total"] != 2.0 {
			t.Errorf("%s --json: %v", verb, waits)
		}
		for _, want := range []string{grant, "git push origin main"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is without %q\n%s", verb, want, text)
			}
		}
	}
	if out := w.Must("lane", "show", lane).Out; !strings.Contains(out, "reboot now, by rule never; instead: ask operator") {
		t.Errorf("the call that nothing lets through is not there\n%s", out)
	}
	if out := w.Run("doctor").Out; !strings.Contains(out, "approvals: 1 approval, 2 blocked; the oldest was asked for just now: ") || !strings.Contains(out, "hint: "+grant) {
		t.Errorf("doctor\n%s", out)
	}
	if out := w.Must("lane", "explain", lane, "next").Out; !strings.Contains(out, "board.approval") || !strings.Contains(out, "approval.requested") {
		t.Errorf("the reason of the advice\n%s", out)
	}
}

// TestWhatWaitsOfNoLaneIsBesideTheBoard asks in a session that claw did not see begin.
func TestWhatWaitsOfNoLaneIsBesideTheBoard(t *testing.T) {
	w, stream := heldPushBehind(t)
	d := clitest.Documents(t, w.Must("board", "--json").Out)[0]
	if n := len(d["lanes"].([]any)); n != 0 {
		t.Fatalf("the session has a lane: %v", d["lanes"])
	}
	if got := w.Must("board"); !strings.Contains(got.Err, "an approval waits that is of no lane yet: sh -c 'git push origin main'; to let it through: claw approval grant "+stream.String()) {
		t.Errorf("board\n%s\n%s", got.Out, got.Err)
	}
}

// TestWhatWaitsFitsTheTerminal holds the board with a request to narrow terminals.
func TestWhatWaitsFitsTheTerminal(t *testing.T) {
	w, _ := heldPush(t)
	w.Env["NO_COLOR"] = "1"
	for _, width := range []int{40, 60, 80, 120} {
		w.Tune = func(p *app.Program) { p.Width, p.OutTerminal = width, true }
		for _, verb := range []string{"board", "status", "doctor"} {
			for line := range strings.Lines(w.Run(verb).Out) {
				if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s has a line of %d of %d: %s", verb, n, width, line)
				}
			}
		}
	}
}

// TestWhatIsAnsweredDoesNotWait follows a request to each of its ends.
func TestWhatIsAnsweredDoesNotWait(t *testing.T) {
	for name, answer := range map[string]func(*clitest.World, domain.StreamID){
		"granted": func(w *clitest.World, s domain.StreamID) { w.Grant(s) },
		"denied":  func(w *clitest.World, s domain.StreamID) { w.Must("approval", "deny", s.String()) },
		"used": func(w *clitest.World, s domain.StreamID) {
			w.Grant(s)
			w.Hook(strings.Replace(clitest.Bash("PreToolUse", "git push origin main"), "toolu_1", "toolu_3", 1), "claude-code", "--enforce")
		},
	} {
		w, stream := heldPush(t)
		answer(w, stream)
		row := clitest.Documents(t, w.Must("board", "--json").Out)[0]["lanes"].([]any)[0].(map[string]any)
		waits := row["waits"].(map[string]any)
		blocked := map[string]any{"granted": 2.0, "denied": 1.0, "used": 1.0}[name]
		if _, asks := waits["approvals"]; asks || row["blocker"] == "blocked.approval" || waits["blocked_total"] != blocked {
			t.Errorf("%s: %v", name, row)
		}
		if out := w.Must("status").Out; name != "granted" && !strings.Contains(out, "blocked   1 call, held back by policies") {
			t.Errorf("%s: status\n%s", name, out)
		}
	}
}
