package sessions

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/values"
)

// State is the state of a conversation: whether it continues.
type State string

// The states of a session.
const (
	Working State = "working" // a turn is open
	Idle    State = "idle"    // none is
	Ended   State = "ended"   // its agent recorded the end, and no turn after it; to resume it is none
)

// Enum lists the values.
func (State) Enum() []string {
	return []string{string(Working), string(Idle), string(Ended)}
}

// Standing is the state of a session, and the events that decide it.
type Standing struct {
	State   State
	Because []domain.EventID // sorted
}

// Standing resolves the state of the session.
func (s *Session) Standing() Standing {
	if end := s.Ended.Last(); end != nil && !s.Turns.startedAfter(end) {
		return Standing{Ended, []domain.EventID{end.ID}}
	}
	var open, over []domain.EventID
	for _, t := range s.TurnStandings() {
		if t.Status == TurnOpen {
			open = append(open, t.Because...)
		} else {
			over = append(over, t.Because...)
		}
	}
	if len(open) > 0 {
		return Standing{Working, sortIDs(open)}
	}
	return Standing{Idle, sortIDs(over)}
}

// startedAfter reports whether the emitter of a word started a turn after it.
func (all Turns) startedAfter(said *values.Said) bool {
	return slices.ContainsFunc(all.startsOf(said.Emitter), func(start startOf) bool { return before(said, &start.Said) })
}

// sortIDs sorts ids and keeps each once.
func sortIDs(ids []domain.EventID) []domain.EventID {
	slices.SortFunc(ids, domain.EventID.Compare)
	return slices.Compact(ids)
}
