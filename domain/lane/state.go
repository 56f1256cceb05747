package lane

import (
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane/fact"
)

// stateOf returns the state that an event gives; "" for none.
func stateOf(kind domain.Kind) State {
	switch kind {
	case domain.KindWorkerSpawning:
		return StateSpawning
	case domain.KindWorkerTrustRequired:
		return StateTrustRequired
	case domain.KindWorkerReadyForPrompt, domain.KindLaneReady:
		return StateReadyForPrompt
	case domain.KindTurnCompleted, domain.KindTurnInterrupted, domain.KindTurnFailed:
		return StateReadyForPrompt
	case domain.KindPromptAccepted:
		return StatePromptAccepted
	case domain.KindTurnStarted, domain.KindWorkerRunning:
		return StateWorking
	case domain.KindMCPDegraded, domain.KindPluginDegraded:
		return StateDegradedMCP
	case domain.KindLaneGreen:
		return StateGreen
	case domain.KindLaneRed:
		return StateRed
	case domain.KindWorkerBlocked, domain.KindLaneBlocked, domain.KindWorkerToolPermissionRequired:
		return StateBlocked
	}
	return ""
}

// rank is the place of a state in the order of [State.Enum].
func (s State) rank() int { return slices.Index(states[:], s) }

// standingOf returns the state that the events of the highest attempt give, ends
// and outages aside: the last, of concurrent ones the latest in the list, without
// those that a later event has answered.
func standingOf(d *derivation) (Standing, []int) {
	some := d.in(d.top, func(_ int, f *fact.Fact) bool {
		return stateOf(f.Kind) != "" && !endsSubagentTurn(d, f) && !isOfEndedSession(d, f)
	})
	some = unanswered(d, some)
	last := d.ord.Last(some)
	best := State("")
	for _, i := range last {
		if s := stateOf(d.facts[i].Kind); best == "" || s.rank() > best.rank() {
			best = s
		}
	}
	last = slices.DeleteFunc(slices.Clone(last), func(i int) bool { return stateOf(d.facts[i].Kind) != best })
	if best == "" {
		best = StateSpawning
	}
	return Standing{State: best, Subphase: d.facts.subphase(last), Events: d.facts.ids(last)}, last
}

// endsSubagentTurn reports that the end of a subagent's turn leaves the lane as it is.
func endsSubagentTurn(d *derivation, f *fact.Fact) bool {
	return stateOf(f.Kind) == StateReadyForPrompt && fact.IsTurn(f.Kind) && d.lanes.IsSubagent(f)
}

// isOfEndedSession reports whether f is what a session recorded about itself before it was over:
// that turn is no longer worked on, and its prompt is no longer awaited. What others record
// about the lane stays.
func isOfEndedSession(d *derivation, f *fact.Fact) bool {
	return f.Session != "" && !strings.HasPrefix(string(f.Kind), "lane.") && !strings.HasPrefix(string(f.Kind), "worker.") &&
		d.sessionOver(f.Session)
}

// unanswered drops events that ask for something which a later event gave: a
// trust question, an approval, a server that was degraded and is ready.
func unanswered(d *derivation, some []int) []int {
	answers := d.where(func(_ int, f *fact.Fact) bool {
		switch f.Kind {
		case domain.KindWorkerTrustResolved, domain.KindApprovalGranted, domain.KindApprovalDenied, domain.KindMCPReady, domain.KindPluginReady:
			return true
		}
		return false
	})
	for _, alike := range d.facts.sameAnswers(answers) {
		before := d.ord.Before(alike, nil)
		some = slices.DeleteFunc(some, func(i int) bool {
			return before.Holds(i) && answersTo(d.facts[alike[0]], d.facts[i])
		})
	}
	return some
}

// sameAnswers groups answers to the same questions.
func (fs factList) sameAnswers(answers []int) map[string][]int {
	out := map[string][]int{}
	for _, i := range answers {
		f := fs[i]
		k := strings.Join(append([]string{string(f.Kind)}, f.Payload.Servers...), "\x00")
		out[k] = append(out[k], i)
	}
	return out
}

func answersTo(answer, asked *fact.Fact) bool {
	switch answer.Kind {
	case domain.KindWorkerTrustResolved:
		return asked.Kind == domain.KindWorkerTrustRequired || asked.Payload.Subphase == domain.BlockedTrustPrompt
	case domain.KindApprovalGranted, domain.KindApprovalDenied:
		return asked.Kind == domain.KindWorkerToolPermissionRequired || asked.Payload.Subphase == domain.BlockedApproval
	case domain.KindMCPReady, domain.KindPluginReady:
		return stateOf(asked.Kind) == StateDegradedMCP && len(answer.Payload.Servers) > 0 &&
			!slices.ContainsFunc(asked.Payload.Servers, func(s string) bool { return !slices.Contains(answer.Payload.Servers, s) })
	}
	return false
}

// subphase returns where the lane is blocked: of several the first in their list.
func (fs factList) subphase(blocks []int) domain.BlockedSubphase {
	list := domain.BlockedSubphase("").Enum()
	best := len(list)
	for _, i := range blocks {
		s := fs[i].Payload.Subphase
		if fs[i].Kind == domain.KindWorkerToolPermissionRequired {
			s = domain.BlockedApproval
		}
		if at := slices.Index(list, string(s)); at >= 0 {
			best = min(best, at)
		}
	}
	if best == len(list) {
		return ""
	}
	return domain.BlockedSubphase(list[best])
}

// writeState sets the state: ended, else interrupted, else the last one given.
func writeState(d *derivation) {
	if d.out.State != "" {
		return
	}
	s, by := standingOf(d)
	d.out.State, d.out.Subphase = s.State, s.Subphase
	rule := RuleState
	if len(by) == 0 {
		rule = RuleSpawning
	}
	d.because("state", rule, by)
	openStill(d, "state", by)
	if s.Subphase != "" {
		d.because("subphase", RuleState, by)
	}
	if s.Subphase == domain.BlockedApproval && d.out.WaitsFor == "" {
		d.out.WaitsFor = calls.WaitsForApproval
		d.because("waits_for", RuleState, by)
	}
	if s.State == StateBlocked {
		writeBlocker(d, by)
	}
}

// writeBlocker takes the failure class of what blocks the lane, where all agree.
func writeBlocker(d *derivation, blocks []int) {
	var classes []domain.FailureClass
	by := slices.DeleteFunc(slices.Clone(blocks), func(i int) bool { return d.facts[i].Payload.Class == "" })
	for _, i := range by {
		classes = append(classes, knownClass(d.facts[i].Payload.Class))
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	if len(classes) == 0 || d.out.FailureClass != "" {
		return
	}
	d.out.FailureClass = domain.FailUnknown
	if len(classes) == 1 {
		d.out.FailureClass = classes[0]
	}
	d.because("failure_class", RuleBlockedClass, by)
}

// openStill adds to a field that rests on a turn, or beside one, why the turn's end did not end
// the lane: what decided the attempt, the withdrawals of turns, and what is recorded beside the
// turns that are between. Of a cycle, it adds what opened the attempt that one of it opened.
func openStill(d *derivation, field string, by []int) {
	of, beside := map[domain.SessionID]bool{}, map[domain.SessionID]bool{}
	for _, f := range d.grounded(d.facts.at(by)) {
		of[f.Session] = of[f.Session] || fact.IsTurn(f.Kind)
	}
	between := d.ord.Between(by)
	for _, i := range d.where(func(i int, f *fact.Fact) bool { return between(i) && fact.IsTurn(f.Kind) }) {
		if !slices.Contains(by, i) {
			of[d.facts[i].Session], beside[d.facts[i].Session] = true, true
		}
	}
	more := turnsOf(d, beside, d.top)
	for _, w := range d.withdrawals() {
		if of[d.facts[w].Session] {
			more = append(more, w)
		}
	}
	if d.top > 1 && slices.ContainsFunc(by, func(i int) bool { return slices.Contains(d.ord.Cyclic(), i) }) {
		more = append(more, d.opening()...)
	}
	b := d.out.Because[field]
	b.Events = slices.Concat(b.Events, idsOf(d.grounded(d.facts.at(more))))
	if slices.Contains(slices.Collect(maps.Values(of)), true) {
		b.Events = append(b.Events, d.verdict...)
	}
	d.out.Because[field] = Because{b.Rule, sortedIDs(b.Events)}
}
