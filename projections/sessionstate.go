package projections

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// SessionState says whether a conversation goes on.
type SessionState string

// The states of a session.
const (
	SessionWorking SessionState = "working" // a turn is open
	SessionIdle    SessionState = "idle"    // none is
	SessionEnded   SessionState = "ended"   // its agent recorded the end, and no turn after it; to resume it is none
)

// Enum lists the values.
func (SessionState) Enum() []string {
	return []string{string(SessionWorking), string(SessionIdle), string(SessionEnded)}
}

// SessionStanding is the state of a session, and the events that decide it.
type SessionStanding struct {
	State   SessionState
	Because []domain.EventID // sorted
}

// Standing resolves the state of the session.
func (s *Session) Standing() SessionStanding {
	if end := s.Ended.Last(); end != nil && !s.startedAfter(end) {
		return SessionStanding{SessionEnded, []domain.EventID{end.ID}}
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
		return SessionStanding{SessionWorking, sortIDs(open)}
	}
	return SessionStanding{SessionIdle, sortIDs(over)}
}

// startedAfter reports whether the emitter of a word started a turn after it.
func (s *Session) startedAfter(said *Said) bool {
	return slices.ContainsFunc(s.startsOf(said.Emitter), func(start startOf) bool { return before(said, &start.Said) })
}

// sortIDs sorts ids and keeps each once.
func sortIDs(ids []domain.EventID) []domain.EventID {
	slices.SortFunc(ids, domain.EventID.Compare)
	return slices.Compact(ids)
}
