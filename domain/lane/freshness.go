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
	// ClockAhead says that the last event was observed after the time of reading.
	ClockAhead bool `json:"clock_ahead,omitzero"`
}

// Freshness computes the freshness of o at asOf. Ended, blocked and idle lanes do not
// go stale; a lane in progress does after [StaleAfter]. Without asOf, without an
// observation or while the transport is down it is unknown.
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
	case o.State == StateEnded || o.State == StateBlocked || o.State == StateReadyForPrompt || o.State == StateTrustRequired:
		r.Freshness = FreshnessCurrent
	case !known:
		r.Freshness = FreshnessUnknown
	case time.Duration(r.AgeMS)*time.Millisecond > StaleAfter:
		r.Freshness = FreshnessStale
	default:
		r.Freshness = FreshnessCurrent
	}
	return r
}
