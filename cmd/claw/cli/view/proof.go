package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// Proof is the evidence of the state of a lane.
type Proof struct {
	Outcome *lane.Outcome
	Ships   []projections.Shipped // that brought something of the lane, the oldest first
	Waits   *query.Waits          // nil: nothing waits
}

// Text describes it in words, such as "tests green, committed 3f2a1c9, on main by #12"; "" where
// nothing shows it.
func (p Proof) Text() string {
	waits := append(waitsText(p.Waits), stateText(p.Outcome, p.Waits)...)
	return strings.Join(slices.Concat(nonEmpty(acceptedText(p.Outcome.Accepted)), waits, p.work()), ", ")
}

// acceptedText states who accepted the outcome, and how far that is trusted.
func acceptedText(by *accept.Acceptance) string {
	if by == nil {
		return ""
	}
	names := make([]string, len(by.By))
	for i, name := range by.By {
		names[i] = string(name)
	}
	return "accepted by " + strings.Join(names, ", ") + ", trust " + string(by.Trust)
}

// work returns the parts that describe how the lane ended and what shows its work.
func (p Proof) work() []string {
	s := &p.Outcome.Work
	parts := nonEmpty(endedText(p.Outcome), expectsText(p.Outcome))
	switch {
	case !s.IsZero() || len(p.Ships) > 0:
		parts = append(parts, nonEmpty(wroteText(s), testedText(&s.Tested), committedText(s), pushedText(s, p.Ships), pullText(s, p.Ships), beforeText(s.CameOut))...)
	case len(parts) == 0:
		parts = nonEmpty(unshownText(p.Outcome))
	}
	return append(parts, nonEmpty(claimedText(p.Outcome))...)
}

// waitsText are the approvals that a lane waits for, and the calls that a policy held back.
func waitsText(w *query.Waits) []string {
	if w == nil {
		return nil
	}
	asks, held := "", ""
	switch n := len(w.Approvals); {
	case n == 1:
		id := w.Approvals[0].Approval.ULID.String()
		asks = "waits for approval " + id[len(id)-4:]
	case n > 1:
		asks = "waits for " + term.Many(n, "approval")
	}
	if w.HeldTotal > 0 {
		held = term.Many(w.HeldTotal, "call") + " blocked"
		if len(w.Held) > 0 {
			held += " by rule " + w.Held[0].Rule
		}
	}
	return nonEmpty(asks, held)
}

// stateText describes what a lane that has not ended waits for, where no request states it.
func stateText(o *lane.Outcome, w *query.Waits) []string {
	if o.Outcome != lane.ResultNone && o.Outcome != lane.ResultUnknown || o.Disposition != "" {
		return nil
	}
	switch {
	case o.WaitsFor == calls.WaitsForAnswer:
		return []string{"waits for an answer"}
	case o.WaitsFor == calls.WaitsForPlan:
		return []string{"waits for an answer to its plan"}
	case o.WaitsFor == calls.WaitsForApproval && (w == nil || len(w.Approvals) == 0):
		return []string{"waits for an approval"}
	}
	switch o.State {
	case lane.StateBlocked:
		what := strings.ReplaceAll(strings.TrimPrefix(string(o.Subphase), "blocked."), "_", " ")
		switch what {
		case "approval":
			return nil // a request states it
		case "":
			return []string{"blocked"}
		}
		return []string{"blocked: " + what}
	case lane.StateTrustRequired:
		return []string{"waits for trust in its folder"}
	case lane.StateReadyForPrompt:
		return []string{"waits for a prompt"}
	case lane.StateInterrupted:
		return []string{"its transport is interrupted"}
	case lane.StateSpawning:
		return spawningText(o)
	case lane.StatePromptAccepted, lane.StateWorking, lane.StateDegradedMCP, lane.StateGreen, lane.StateRed, lane.StateEnded:
	}
	return nil
}

// spawningText describes what is known about a lane before its first turn.
func spawningText(o *lane.Outcome) []string {
	if len(o.Sessions) > 0 {
		return []string{"no turn recorded"}
	}
	owner, expects := "", ""
	if o.Scope.Owner != "" {
		owner = "owner " + o.Scope.Owner
	}
	if len(o.Stated.Expects) > 0 {
		names := make([]string, len(o.Stated.Expects))
		for i, x := range o.Stated.Expects {
			names[i] = string(x)
		}
		expects = "expects " + strings.Join(names, " + ")
	}
	return nonEmpty("no session yet", owner, expects)
}

func wroteText(s *work.Standing) string {
	switch {
	case s.Tested.State != work.TestedNever:
		return ""
	case s.Wrote.State == work.WrotePaths:
		return term.Many(s.Wrote.Paths, "file") + ", no test was run"
	case s.Wrote.State == work.WroteMaybe:
		return "files perhaps written, no test was run"
	}
	return ""
}

func testedText(t *work.Tested) string {
	where := ""
	if t.Folder != "" {
		where = " in " + t.Folder
	}
	some := "tests"
	if t.Level == domain.GreenTargeted || t.Level == domain.GreenPackage {
		some = "some tests"
	}
	switch t.State {
	case work.TestedGreen:
		if t.Maybe {
			return some + " green" + where + ", perhaps edited after"
		}
		return some + " green" + where
	case work.TestedRed:
		if t.Failed > 0 {
			return "red: " + strconv.Itoa(t.Failed) + " failed" + where
		}
		return "red: tests failed" + where
	case work.TestedStale:
		return "edited after the last green"
	case work.TestedHung:
		return "hung: tests ran out of time" + where
	case work.TestedUnknown:
		return some + " green" + where + ", perhaps before an edit"
	case work.TestedNever:
	}
	return ""
}

func committedText(s *work.Standing) string {
	made := strings.TrimSpace("committed " + string(s.Committed.Commit[:min(len(s.Committed.Commit), shortCommit)]))
	switch c := &s.Committed; c.State {
	case work.CommittedAll:
		return made
	case work.CommittedPart:
		return made + " without " + term.Many(len(c.Missing), "file")
	case work.CommittedUnknown:
		return made + ", perhaps not all"
	case work.CommittedNone:
		if s.Wrote.State == work.WrotePaths && s.Tested.State != work.TestedNever {
			return "not committed"
		}
	}
	return ""
}

// pushedText states where the work went: by a ship that the log holds, else by what a call
// shows.
func pushedText(s *work.Standing, ships []projections.Shipped) string {
	if n := len(ships); n > 0 {
		last := &ships[n-1]
		text := "on " + strings.TrimPrefix(string(last.Ref), "refs/heads/")
		if last.PRNumber > 0 {
			text += " by #" + strconv.Itoa(last.PRNumber)
		}
		return text
	}
	switch p := &s.Pushed; p.State {
	case work.PushedMain:
		return "on " + p.Ref
	case work.PushedBranch:
		if p.Ref != "" {
			return "pushed to " + p.Ref
		}
		return "pushed"
	case work.PushedBehind:
		return strings.TrimSpace("pushed to "+p.Ref) + ", committed more behind it"
	case work.PushedRejected:
		return strings.TrimSpace("push rejected " + p.Ref)
	case work.PushedNone:
	}
	return ""
}

// pullText describes the pull request, unless it is that of the last ship.
func pullText(s *work.Standing, ships []projections.Shipped) string {
	p := &s.PullRequest
	if p.Number == 0 || len(ships) > 0 && ships[len(ships)-1].PRNumber == p.Number {
		return ""
	}
	return "#" + strconv.Itoa(p.Number) + " " + string(p.State)
}

// nonEmpty are the texts that say something.
func nonEmpty(all ...string) (some []string) {
	for _, text := range all {
		if text != "" {
			some = append(some, text)
		}
	}
	return some
}
