package projections

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// Standing is what advice on a lane depends on.
type Standing struct {
	State        lane.State
	Outcome      lane.Result
	Disposition  lane.Disposition
	Subphase     domain.BlockedSubphase
	FailureClass domain.FailureClass
	Freshness    lane.Fresh
	Accepted     bool // somebody accepted the outcome
}

// Advice is what a person reads off the board.
type Advice struct {
	// Urgency is 1 for what waits for a person, 2 for what failed or is not clear,
	// 3 for work in progress, 4 for a claim that wants evidence, 5 for what is done.
	Urgency int `json:"urgency"`
	// Blocker says in a word what holds the lane: a subphase, a failure class, a state.
	Blocker string `json:"blocker,omitzero"`
	// Next is one thing to do: a closed list, for programs too.
	Next Next `json:"next"`
}

// Next is what to do next about a lane.
type Next string

// The next steps.
const (
	NextNothing Next = "nothing"
	NextWait    Next = "wait"    // it works
	NextAnswer  Next = "answer"  // it asks a person: trust, approval, a prompt
	NextUnblock Next = "unblock" // something else holds it
	NextCheck   Next = "check"   // look whether it still lives, or what it did
	NextProve   Next = "prove"   // a claim lacks the evidence that its lane expects
	NextSettle  Next = "settle"  // its endings contradict each other
	NextRetry   Next = "retry"   // it failed
)

// Enum lists the values.
func (Next) Enum() []string {
	return []string{string(NextNothing), string(NextWait), string(NextAnswer), string(NextUnblock), string(NextCheck),
		string(NextProve), string(NextSettle), string(NextRetry)}
}

// Advise is a function of its argument alone.
func Advise(s Standing) Advice {
	if s.Disposition != "" || s.Accepted {
		return Advice{Urgency: 5, Next: NextNothing}
	}
	switch s.Outcome {
	case lane.ResultContested:
		return Advice{2, string(s.Outcome), NextSettle}
	case lane.ResultFailed, lane.ResultFailedVerify:
		return Advice{2, string(s.FailureClass), NextRetry}
	case lane.ResultFinished, lane.ResultCanceled:
		return Advice{Urgency: 5, Next: NextNothing}
	case lane.ResultUnverified:
		return Advice{4, "", NextCheck}
	case lane.ResultPendingWorkspace, lane.ResultPendingWrites, lane.ResultPendingGreen, lane.ResultPendingReport,
		lane.ResultPendingPushed:
		return Advice{4, strings.TrimPrefix(string(s.Outcome), "finished_pending_"), NextProve}
	case lane.ResultNone, lane.ResultUnknown:
	}
	return adviseOpen(s)
}

// adviseOpen speaks of a lane that has not ended, or of which nobody knows how.
func adviseOpen(s Standing) Advice {
	switch s.State {
	case lane.StateBlocked:
		if s.Subphase == domain.BlockedTrustPrompt || s.Subphase == domain.BlockedApproval {
			return Advice{1, string(s.Subphase), NextAnswer}
		}
		return Advice{1, string(s.Subphase), NextUnblock}
	case lane.StateTrustRequired:
		return Advice{1, string(s.State), NextAnswer}
	case lane.StateReadyForPrompt:
		return Advice{1, "", NextAnswer}
	case lane.StateInterrupted, lane.StateDegradedMCP:
		return Advice{2, string(s.State), NextCheck}
	case lane.StateEnded:
		return Advice{2, "", NextCheck}
	case lane.StateRed:
		return Advice{3, string(s.State), NextWait}
	case lane.StateSpawning, lane.StatePromptAccepted, lane.StateWorking, lane.StateGreen:
	}
	if s.Freshness == lane.FreshnessStale {
		return Advice{2, string(s.Freshness), NextCheck}
	}
	return Advice{3, "", NextWait}
}
