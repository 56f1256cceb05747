package work

import "slices"

// EndedState is how the record of a lane's attempt ends.
type EndedState string

// The states.
const (
	EndedRecorded EndedState = "recorded"  // the end of the lane, or of its last turn, is recorded
	EndedAnswered EndedState = "answered"  // the last message ended and asked for no call; no end is recorded
	EndedCutOff   EndedState = "cut_off"   // in a call
	EndedLeftOpen EndedState = "left_open" // no sign shows that the last recorded message ended the answer
	EndedRunning  EndedState = "running"   // its session is live
	EndedNoTurn   EndedState = "no_turn"   // the model never began a turn: there is no work whose end could be missing
)

// Enum lists the values.
func (EndedState) Enum() []string {
	return []string{string(EndedRecorded), string(EndedAnswered), string(EndedCutOff), string(EndedLeftOpen), string(EndedRunning), string(EndedNoTurn)}
}

// LeastEnded returns the state of several that ended the least, "" of none.
func LeastEnded(states []EndedState) EndedState {
	for _, s := range []EndedState{EndedRunning, EndedCutOff, EndedLeftOpen, EndedAnswered, EndedRecorded} {
		if slices.Contains(states, s) {
			return s
		}
	}
	return ""
}

// Basis is how well something is known: the weakest of what it rests on.
type Basis string

// The bases, from the weakest.
const (
	BasisInferred Basis = "inferred" // from how a record breaks off: the end is not recorded
	BasisCall     Basis = "call"     // the end of a call shows it
	BasisRecorded Basis = "recorded" // it is recorded as a separate fact
)

// Enum lists the values.
func (Basis) Enum() []string {
	return []string{string(BasisInferred), string(BasisCall), string(BasisRecorded)}
}
