package tables

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
)

// WaitsAtMost is how long something that waits for a person ranks above what runs.
const WaitsAtMost = 24 * time.Hour

// Advise is what to do about a lane of an outcome at a time.
func Advise(o *lane.Outcome, at domain.Instant) projections.Advice {
	s := standingOf(o)
	s.Stale = lane.Freshness(*o, at).Freshness == lane.FreshnessStale
	s.Silent = isPast(SilentFrom(o), at)
	return projections.Advise(s)
}

// AdviseAsked is what to do about a lane of which a request waits since a time.
func AdviseAsked(o *lane.Outcome, since, at domain.Instant) projections.Advice {
	s := standingOf(o)
	s.Asked, s.Silent = true, since.Known() && isPast(domain.At(since.Time().Add(WaitsAtMost)), at)
	return projections.Advise(s)
}

// Ranks are the places of a lane on the board while it is heard of, and once it is silent.
func Ranks(o *lane.Outcome) (heard, silent int) {
	s := standingOf(o)
	heard = projections.Advise(s).Rank()
	s.Stale, s.Silent = lane.StaleFrom(*o).Known(), true
	return heard, projections.Advise(s).Rank()
}

// SilentFrom is the time from which a lane counts as without work and without anyone waiting,
// unless an event of it is heard; not known for a lane to which this never applies.
func SilentFrom(o *lane.Outcome) domain.Instant {
	if stale := lane.StaleFrom(*o); stale.Known() && o.WaitsFor == "" {
		return stale
	}
	if o.WaitsFor != "" {
		return personGone(o)
	}
	switch o.State {
	case lane.StateBlocked, lane.StateTrustRequired, lane.StateReadyForPrompt:
		return personGone(o)
	case lane.StateSpawning, lane.StatePromptAccepted, lane.StateWorking, lane.StateDegradedMCP, lane.StateGreen, lane.StateRed,
		lane.StateInterrupted, lane.StateEnded:
	}
	return domain.Instant{}
}

// personGone is the time from which no answer is expected to what waits for a person.
func personGone(o *lane.Outcome) domain.Instant {
	if !o.LastObserved.Known() {
		return domain.At(time.Unix(0, 1))
	}
	return domain.At(o.LastObserved.Time().Add(WaitsAtMost))
}

func isPast(from, at domain.Instant) bool {
	return from.Known() && at.Known() && from.Time().Before(at.Time())
}

func standingOf(o *lane.Outcome) projections.Standing {
	wrote, rule := o.Work.Wrote.State, o.Because["outcome"].Rule
	answered := rule == lane.RuleCompleted || rule == lane.RuleAnswered
	return projections.Standing{State: o.State, Outcome: o.Outcome, Disposition: o.Disposition, Subphase: o.Subphase, WaitsFor: o.WaitsFor,
		FailureClass: o.FailureClass, Accepted: o.Accepted != nil, Unused: lane.IsUnused(rule, o.State, o.Because["attempt"].Events),
		Answered: answered && wrote != work.WrotePaths && wrote != work.WroteMaybe}
}
