package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// scopeOf returns the lane's scope and the events that state it: that of the
// causally last lane.ownership_bound, else of its start; trust before order, and
// of concurrent ones the narrowest. What is not trusted is heard only in a lane
// where nothing is.
func scopeOf(d *derivation) (domain.Scope, []int) {
	trusted := slices.ContainsFunc(d.facts, func(f *fact.Fact) bool { return fact.InOrder(f.Kind) && f.Trusted() })
	states := func(kinds ...domain.Kind) []int {
		return d.where(func(_ int, f *fact.Fact) bool {
			return !f.Scope.IsZero() && (f.Trusted() || !trusted) && slices.Contains(kinds, f.Kind)
		})
	}
	for _, some := range [][]int{states(domain.KindLaneOwnershipBound), states(domain.KindLaneStarted, domain.KindLaneRestarted)} {
		if len(some) == 0 {
			continue
		}
		last := d.ord.Last(d.facts.strongest(some))
		d.facts.byID(last)
		narrowest := slices.MinFunc(last, func(a, b int) int {
			return width(d.facts[a].Scope.Watcher) - width(d.facts[b].Scope.Watcher)
		})
		return d.facts[narrowest].Scope, last
	}
	return domain.Scope{}, nil
}

// width orders watchers from the narrowest; an event that states no watcher counts as one
// to act on.
func width(w domain.Watcher) int {
	switch w {
	case domain.WatcherIgnore:
		return 0
	case domain.WatcherObserve:
		return 1
	case domain.WatcherAct:
	}
	return 2
}

func isIgnored(f *fact.Fact) bool { return f.Scope.Watcher == domain.WatcherIgnore }

// dropsIgnored reports whether there are events that are marked to be ignored and do not
// count: in a lane that is itself to be ignored they do, and it is never actionable.
func dropsIgnored(d *derivation) bool {
	some := slices.ContainsFunc(d.facts, isIgnored) || slices.ContainsFunc(d.tools, isIgnored) ||
		slices.ContainsFunc(d.unheard, isIgnored)
	if !some {
		return false
	}
	scope, _ := scopeOf(d)
	return scope.Watcher != domain.WatcherIgnore
}

func writeScope(d *derivation) {
	scope, by := scopeOf(d)
	d.out.Scope = scope
	rule := RuleScope
	switch {
	case len(by) == 0:
		rule = RuleNoScope
	case d.facts[by[0]].Kind != domain.KindLaneOwnershipBound:
		rule = RuleScopeOfStart
	}
	d.because("scope", rule, by)
}

// writeStated writes what was stated about the highest attempt when it began.
func writeStated(d *derivation) {
	states := func(f *fact.Fact) bool {
		return len(f.Payload.Expects) > 0 || f.Payload.Purpose != "" || f.Payload.PRNumber != 0
	}
	if !slices.ContainsFunc(d.facts, states) {
		return
	}
	stated, by := readEvidence(d).Stated(d.top)
	if d.out.Stated = stated; len(by) > 0 {
		d.because("stated", RuleStated, by)
	}
}

// writeActionable writes whether the outcome requires action: where the scope excludes
// action, the outcome is not among the reasons; where the outcome requires none, the scope
// is not.
func writeActionable(d *derivation) {
	d.out.Actionable = d.out.isActionable()
	d.because("actionable", RuleActionable, nil)
	acts := width(d.out.Scope.Watcher) == 2
	if !acts || d.out.Actionable {
		d.out.also("actionable", "scope")
	}
	if acts {
		d.out.also("actionable", "outcome")
	}
}

// isActionable reports whether the outcome requires action.
func (o *Outcome) isActionable() bool {
	if width(o.Scope.Watcher) < 2 || o.IsInferred() {
		return false
	}
	switch o.Outcome {
	case ResultFinished, ResultUnverified, ResultFailedVerify, ResultFailed, ResultCanceled, ResultContested:
		return true
	case ResultNone, ResultPendingWorkspace, ResultPendingWrites, ResultPendingGreen, ResultPendingReport,
		ResultPendingPushed, ResultUnknown:
	}
	return false
}
