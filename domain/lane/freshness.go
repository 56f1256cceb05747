package lane

import (
	"time"

	"github.com/clawable/claw/domain"
)

// StaleAfter is how long a state in progress is current without a word.
const StaleAfter = 300 * time.Second

// Fresh says whether a state can still be relied on at the time of reading.
type Fresh string

// The freshness values.
const (
	FreshnessCurrent Fresh = "current"
	FreshnessStale   Fresh = "stale"
	FreshnessUnknown Fresh = "unknown"
)

// Enum lists the values.
func (Fresh) Enum() []string {
	return names(FreshnessCurrent, FreshnessStale, FreshnessUnknown)
}

// Reading is what depends on the time of reading. It is computed, never folded.
type Reading struct {
	Freshness Fresh `json:"freshness"`
	// Age is how long ago the lane's last event was observed, in milliseconds; 0
	// when not known or when the producer's clock is ahead.
	AgeMS int64 `json:"age_ms"`
	// ClockAhead reports that the last event was observed after the time of reading.
	ClockAhead bool `json:"clock_ahead,omitzero"`
}

// Freshness computes the freshness of o at asOf. Ended, blocked and idle lanes do not go
// stale; a lane in progress does after [StaleAfter], and is stale when no time is
// recorded for anything that happened in it. Without asOf or while the transport is down
// it is unknown.
func Freshness(o Outcome, asOf domain.Instant) Reading {
	var r Reading
	known := asOf.Known() && o.LastObserved.Known()
	if known {
		age := asOf.Time().Sub(o.LastObserved.Time())
		r.ClockAhead, r.AgeMS = age < 0, max(age, 0).Milliseconds()
	}
	switch {
	case o.State == StateInterrupted:
		r.Freshness = FreshnessUnknown
	case !inProgress(o.State):
		r.Freshness = FreshnessCurrent
	case !asOf.Known():
		r.Freshness = FreshnessUnknown
	case asOf.Time().After(StaleFrom(o).Time()):
		r.Freshness = FreshnessStale
	default:
		r.Freshness = FreshnessCurrent
	}
	return r
}

// StaleFrom is the time after which o is stale unless something is heard of its
// lane; not known for a lane that does not go stale, and at the beginning of time for one
// in progress of which no time is known.
func StaleFrom(o Outcome) domain.Instant {
	if !inProgress(o.State) {
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	if !o.LastObserved.Known() {
		return domain.At(time.Unix(0, 1))
	}
	return domain.At(o.LastObserved.Time().Add(StaleAfter))
}

// inProgress reports whether a lane in this state is expected to say something.
func inProgress(s State) bool {
	switch s {
	case StateSpawning, StatePromptAccepted, StateWorking, StateDegradedMCP, StateGreen, StateRed:
		return true
	case StateEnded, StateBlocked, StateReadyForPrompt, StateTrustRequired, StateInterrupted:
	}
	return false
}
