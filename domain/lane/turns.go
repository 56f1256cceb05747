package lane

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// withoutEnding derives an attempt that no lane.* event ended (rule 5): from the
// last turn of its root sessions, else from what is over.
func (d *derivation) withoutEnding(attempt int, now bool) verdict {
	v := verdict{result: ResultNone, rule: RuleNone, doubts: map[DoubtKind][]int{}}
	last := d.lastTurns(attempt, d.kin.isRoot)
	if len(last) == 0 {
		if !d.subagentsAlone(&v, attempt, now) {
			d.overWithoutWord(&v, attempt)
		}
		return v
	}
	v.rule = RuleLastTurn
	results := map[Result]bool{}
	decider := d.decider()
	for _, t := range last {
		r, facts := d.turnResult(t, now, decider)
		results[r] = true
		v.decided = append(v.decided, facts...)
		if r == ResultFailed {
			v.class, v.classRule = d.turnClass(t, v.class), RuleLastTurn
		}
	}
	v.result = oneResult(results)
	if v.result != ResultFailed {
		v.class = ""
	}
	v.ended = v.result != ResultNone && v.result != ResultUnknown
	v.kind = turnKind(v.result)
	if v.result == ResultUnknown {
		v.over = d.allOver(attempt)
	}
	return v
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
	return map[Result]domain.Kind{ResultUnverified: "turn.completed", ResultCanceled: "turn.interrupted", ResultFailed: "turn.failed"}[r]
}

func isTurn(kind domain.Kind) bool {
	return strings.HasPrefix(string(kind), "turn.") && kind != "turn.withdrawn"
}

// turnResult says how a turn ended, and by which events. decider says that somebody
// decides for the lane.
func (d *derivation) turnResult(t turn, now, decider bool) (Result, []int) {
	ends := slices.DeleteFunc(slices.Clone(t.facts), func(i int) bool { return d.facts[i].Kind == "turn.started" })
	ends = d.ord.last(d.strongest(ends))
	if len(ends) == 0 {
		if now && d.goesOn(t) {
			return ResultNone, t.facts
		}
		return ResultUnknown, t.facts
	}
	r := oneResult(d.endsOf(ends))
	if r == ResultUnverified && d.openCall(t) {
		r = ResultUnknown
	}
	if decider && now && r != ResultContested && d.goesOn(t) {
		return ResultNone, ends
	}
	return r, ends
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
	case "turn.completed":
		return ResultUnverified
	case "turn.interrupted":
		return ResultCanceled
	case "turn.failed":
		return ResultFailed
	}
	return ResultUnknown
}

// goesOn reports whether a turn's session is live and not over: seen by a hook or
// a supervisor, not in a recording.
func (d *derivation) goesOn(t turn) bool {
	live := slices.ContainsFunc(t.facts, func(i int) bool { return !d.facts[i].Imported })
	return live && !d.sessionOver(t.session)
}

// decider reports whether somebody decides for the lane and will say how it ends.
func (d *derivation) decider() bool {
	for i, f := range d.facts {
		if d.opens[i] > 0 && strings.HasPrefix(string(f.Kind), "lane.") {
			return true
		}
	}
	return false
}

func (d *derivation) turnClass(t turn, sofar domain.FailureClass) domain.FailureClass {
	class := sofar
	for _, i := range t.facts {
		f := d.facts[i]
		if f.Kind != "turn.failed" {
			continue
		}
		c := knownClass(f.Said.Class)
		if class == "" {
			class = c
		}
		if c != class {
			return domain.FailUnknown
		}
	}
	return class
}
