package projections

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
)

// Standing is what advice on a lane depends on.
type Standing struct {
	State        lane.State
	Outcome      lane.Result
	Disposition  lane.Disposition
	Subphase     domain.BlockedSubphase
	FailureClass domain.FailureClass
	WaitsFor     calls.WaitsFor
	Accepted     bool // the outcome was accepted
	// Answered says that the last turn completed, or ended with an answer, and no call shows that anything was written.
	Answered bool
	// Asked reports that a request for an approval waits.
	Asked bool
	// Unused reports that the lane was never started, and no turn of a model is recorded.
	Unused bool
	// Stale reports that the state is no longer reliable, Silent that no event of the lane was heard for so
	// long that no one works or waits there.
	Stale, Silent bool
}

// Group is one of the parts of the board, which are shown one below the other.
type Group string

// The groups, in the order of the board.
const (
	GroupPerson Group = "needs_person"
	GroupRuns   Group = "runs"
	GroupRest   Group = "rest"
)

// Enum lists the values.
func (Group) Enum() []string {
	return []string{string(GroupPerson), string(GroupRuns), string(GroupRest)}
}

// Advice is what a person reads off the board.
type Advice struct {
	// Group is the part of the board in which the lane appears.
	Group Group `json:"group"`
	// Urgency is 1 for what waits for a person, 2 for what failed or is not clear,
	// 3 for work in progress, 4 for a claim that wants evidence, 5 for what is done, or never was used.
	Urgency int `json:"urgency"`
	// Blocker says in a word what holds the lane: a subphase, a failure class, a state.
	Blocker string `json:"blocker,omitzero"`
	// Next is one thing to do: a closed list, for programs too.
	Next Next `json:"next"`
}

// Rank orders the board, the least first: what needs a person, what runs, then the rest, in which what waited
// for a person too long ago is among what is not clear.
func (a Advice) Rank() int {
	switch a.Group {
	case GroupPerson:
		return 10
	case GroupRuns:
		return 20
	case GroupRest:
	}
	return 30 + max(a.Urgency, 2)
}

// Next is what to do next about a lane.
type Next string

// The next steps.
const (
	NextNothing Next = "nothing"
	NextWait    Next = "wait"    // it works
	NextAnswer  Next = "answer"  // it asks a person: trust, approval, a plan, a question, a prompt
	NextUnblock Next = "unblock" // something else holds it
	NextCheck   Next = "check"   // look whether it still lives, or what it did
	NextRead    Next = "read"    // it answered, and wrote nothing
	NextProve   Next = "prove"   // a claim lacks the evidence that its lane expects
	NextSettle  Next = "settle"  // its endings contradict each other
	NextRetry   Next = "retry"   // it failed
)

// Enum lists the values.
func (Next) Enum() []string {
	return []string{string(NextNothing), string(NextWait), string(NextAnswer), string(NextUnblock), string(NextCheck),
		string(NextRead), string(NextProve), string(NextSettle), string(NextRetry)}
}

// Advise is a function of its argument alone: the one place that says what to do about a lane.
func Advise(s Standing) Advice {
	a := s.advice()
	a.Group = GroupRest
	switch {
	case s.Silent:
	case a.Urgency == 1:
		a.Group = GroupPerson
	case a.Urgency == 3:
		a.Group = GroupRuns
	}
	return a
}

// advice is what to do about a lane, without its group.
func (s *Standing) advice() Advice {
	if s.Disposition != "" || s.Accepted {
		return Advice{Urgency: 5, Next: NextNothing}
	}
	if s.Asked {
		return Advice{Urgency: 1, Blocker: string(domain.BlockedApproval), Next: NextAnswer}
	}
	switch s.Outcome {
	case lane.ResultContested:
		return Advice{Urgency: 2, Blocker: string(s.Outcome), Next: NextSettle}
	case lane.ResultFailed, lane.ResultFailedVerify:
		return Advice{Urgency: 2, Blocker: string(s.FailureClass), Next: NextRetry}
	case lane.ResultFinished, lane.ResultCanceled:
		return Advice{Urgency: 5, Next: NextNothing}
	case lane.ResultUnverified:
		if s.Answered {
			return Advice{Urgency: 4, Next: NextRead}
		}
		return Advice{Urgency: 4, Next: NextCheck}
	case lane.ResultPendingWorkspace, lane.ResultPendingWrites, lane.ResultPendingGreen, lane.ResultPendingReport,
		lane.ResultPendingPushed:
		return Advice{Urgency: 4, Blocker: strings.TrimPrefix(string(s.Outcome), "finished_pending_"), Next: NextProve}
	case lane.ResultNone, lane.ResultUnknown:
	}
	return s.open()
}

// open returns the advice for a lane that has not ended, or whose end is not known.
func (s *Standing) open() Advice {
	switch s.WaitsFor {
	case calls.WaitsForApproval:
		return Advice{Urgency: 1, Blocker: string(domain.BlockedApproval), Next: NextAnswer}
	case calls.WaitsForPlan, calls.WaitsForAnswer:
		return Advice{Urgency: 1, Blocker: string(s.WaitsFor), Next: NextAnswer}
	}
	switch s.State {
	case lane.StateBlocked:
		if s.Subphase == domain.BlockedTrustPrompt || s.Subphase == domain.BlockedApproval {
			return Advice{Urgency: 1, Blocker: string(s.Subphase), Next: NextAnswer}
		}
		return Advice{Urgency: 1, Blocker: string(s.Subphase), Next: NextUnblock}
	case lane.StateTrustRequired:
		return Advice{Urgency: 1, Blocker: string(s.State), Next: NextAnswer}
	case lane.StateReadyForPrompt:
		return Advice{Urgency: 1, Next: NextAnswer}
	case lane.StateInterrupted, lane.StateDegradedMCP:
		return Advice{Urgency: 2, Blocker: string(s.State), Next: NextCheck}
	case lane.StateEnded:
		return Advice{Urgency: 2, Next: NextCheck}
	case lane.StateRed, lane.StateSpawning, lane.StatePromptAccepted, lane.StateWorking, lane.StateGreen:
	}
	switch {
	case s.Stale && s.Unused:
		return Advice{Urgency: 5, Next: NextNothing}
	case s.Stale:
		return Advice{Urgency: 2, Blocker: string(lane.FreshnessStale), Next: NextCheck}
	case s.State == lane.StateRed:
		return Advice{Urgency: 3, Blocker: string(s.State), Next: NextWait}
	}
	return Advice{Urgency: 3, Next: NextWait}
}
