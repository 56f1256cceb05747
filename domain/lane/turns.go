package lane

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// withoutEnding derives an attempt that no lane.* event ended (rule 5): from the
// last turn of its root sessions, else from what is over.
func (d *derivation) withoutEnding(attempt int, now bool) verdict {
	v := verdict{result: ResultNone, rule: RuleNone, doubts: map[DoubtKind][]int{}}
	last, passed := d.lastTurns(attempt, d.kin.isRoot)
	v.passed = passed
	if len(last) == 0 {
		if !d.subagentsAlone(&v, attempt, now) {
			d.overWithoutWord(&v, attempt)
		}
		return v
	}
	results := map[Result]bool{}
	ends, decider := make([]turnEnd, len(last)), d.decider(attempt)
	for n, t := range last {
		ends[n] = d.turnResult(t, now, decider)
		results[ends[n].result] = true
		if ends[n].result == ResultFailed {
			v.class = d.turnClass(t, v.class)
		}
	}
	v.result, v.rule = oneResult(results), RuleTurnsDiffer
	for n, e := range ends {
		switch {
		case e.result == v.result:
			v.rule = e.rule
		case v.result != ResultContested:
			continue
		}
		v.decided, v.calls = append(v.decided, e.by...), append(v.calls, e.calls...)
		if v.result == ResultContested && isBeside(last, n) {
			v.decided = append(v.decided, last[n].retold...)
		}
	}
	if v.classRule = RuleTurnClass; v.result != ResultFailed {
		v.class = ""
	}
	v.ended = v.result != ResultNone && v.result != ResultUnknown
	v.kind = turnKind(v.result)
	v.decided = append(v.decided, d.passedAmong(v.decided, v.passed)...)
	if v.result == ResultUnknown {
		over, seen := d.allOver(attempt)
		v.over = append(over, seen...)
	}
	return v
}

// turnEnd is how a turn ended, by which rule, and what says so.
type turnEnd struct {
	result Result
	rule   Rule
	by     []int
	calls  []*fact.Fact
}

// oneResult is what several sessions' last turns say together: what is open
// outweighs what ended; ends that differ contest each other.
func oneResult(results map[Result]bool) Result {
	for _, open := range []Result{ResultNone, ResultUnknown} {
		if results[open] {
			return open
		}
	}
	if len(results) > 1 {
		return ResultContested
	}
	for r := range results {
		return r
	}
	return ResultNone
}

func turnKind(r Result) domain.Kind {
	return map[Result]domain.Kind{ResultUnverified: domain.KindTurnCompleted, ResultCanceled: domain.KindTurnInterrupted, ResultFailed: domain.KindTurnFailed}[r]
}

// turnResult says how a turn ended. now says that its attempt is the lane's highest, decider
// who decides for the lane.
func (d *derivation) turnResult(t turn, now bool, decider []int) turnEnd {
	live := now && d.goesOn(t)
	ends := slices.DeleteFunc(slices.Clone(t.facts), func(i int) bool { return d.facts[i].Kind == domain.KindTurnStarted })
	ends = d.ord.Last(d.strongest(ends))
	switch {
	case len(ends) == 0 && live:
		return turnEnd{result: ResultNone, rule: RuleLiveTurn, by: t.facts}
	case len(ends) == 0:
		return turnEnd{result: ResultUnknown, rule: RuleOpenTurn, by: append(slices.Clone(t.facts), d.over(t)...)}
	}
	e := turnEnd{result: oneResult(d.endsOf(ends)), by: ends}
	switch {
	case decider == nil || e.result == ResultContested:
	case live:
		return turnEnd{result: ResultNone, rule: RuleDecider, by: slices.Concat(t.facts, decider)}
	case now:
		e.by = append(ends, d.over(t)...)
	}
	switch e.result {
	case ResultContested:
		e.rule = RuleTurnsDiffer
	case ResultCanceled:
		e.rule = RuleInterruptedTurn
	case ResultFailed:
		e.rule = RuleFailedTurn
		if d.turnClass(t, "") != d.turnClass(turn{facts: e.by}, "") {
			e.by = append(e.by, t.facts...)
		}
	case ResultNone, ResultUnknown, ResultUnverified, ResultFinished, ResultFailedVerify, ResultPendingWorkspace,
		ResultPendingWrites, ResultPendingGreen, ResultPendingReport, ResultPendingPushed: // a turn that completed
		e.rule = RuleCompleted
		if e.calls = d.openCalls(t); len(e.calls) > 0 {
			e.result, e.rule = ResultUnknown, RuleOpenCall
			if len(t.others) > 0 {
				e.by = append(e.by, t.retold...)
			}
		}
	}
	return e
}

// endsOf returns how a turn ended by some ends of it.
func (d *derivation) endsOf(ends []int) map[Result]bool {
	results := map[Result]bool{}
	for _, i := range ends {
		results[endOfTurn(d.facts[i].Kind)] = true
	}
	return results
}

func endOfTurn(kind domain.Kind) Result {
	switch kind {
	case domain.KindTurnCompleted:
		return ResultUnverified
	case domain.KindTurnInterrupted:
		return ResultCanceled
	case domain.KindTurnFailed:
		return ResultFailed
	}
	return ResultUnknown
}

// goesOn reports whether a turn's session is live and not over: seen by a hook or
// a supervisor, not in a recording.
func (d *derivation) goesOn(t turn) bool { return d.isLive(t) && !d.sessionOver(t.session) }

// isLive reports whether somebody saw the turn as it happened.
func (d *derivation) isLive(t turn) bool {
	return slices.ContainsFunc(t.facts, func(i int) bool { return !d.facts[i].Imported })
}

// over returns the ends of a live turn's session, by which the turn does not go on.
func (d *derivation) over(t turn) []int {
	if !d.isLive(t) {
		return nil
	}
	return d.sessionEnds(t.session)
}

// decider returns who decides for the lane and will say how it ends, nil where nobody does:
// of those that opened an attempt, the latest up to this one.
func (d *derivation) decider(attempt int) []int {
	best := -1
	for i, f := range d.facts {
		if d.opens[i] == 0 || !strings.HasPrefix(string(f.Kind), "lane.") {
			continue
		}
		if best < 0 || d.opens[best] > attempt || d.opens[i] <= attempt && d.opens[i] > d.opens[best] {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []int{best}
}

func (d *derivation) turnClass(t turn, sofar domain.FailureClass) domain.FailureClass {
	class := sofar
	for _, i := range t.facts {
		f := d.facts[i]
		if f.Kind != domain.KindTurnFailed {
			continue
		}
		c := knownClass(f.Payload.Class)
		if class == "" {
			class = c
		}
		if c != class {
			return domain.FailUnknown
		}
	}
	return class
}
