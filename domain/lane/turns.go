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
	last := d.lastTurns(attempt)
	if len(last) == 0 {
		d.overWithoutWord(&v, attempt)
		return v
	}
	v.rule = RuleLastTurn
	results := map[Result]bool{}
	for _, t := range last {
		r, facts := d.turnResult(t, now)
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

// turn is one turn of a session in one attempt.
type turn struct {
	session domain.SessionID
	id      domain.TurnID
	facts   []int
}

// lastTurns returns the last turns of the lane's root sessions in an attempt:
// the turns of which some event is followed by no other turn's.
func (d *derivation) lastTurns(attempt int) []turn {
	all := d.where(func(i int, f *Fact) bool {
		return d.attempt[i] == attempt && isTurn(f.Kind) && f.Session != "" && !d.kin.isSubagent(f)
	})
	withdrawn := d.withdrawn(all)
	all = slices.DeleteFunc(all, func(i int) bool { return withdrawn[d.turnKey(i)] })
	heard := d.strongest(all)
	var out []turn
	for _, i := range d.ord.last(heard) {
		k := d.turnKey(i)
		if !slices.ContainsFunc(out, func(t turn) bool { return t.session == k.session && t.id == k.id }) {
			out = append(out, d.turnOf(k, all))
		}
	}
	return d.notOvertaken(out)
}

// notOvertaken leaves out a turn of which some event is followed by another turn of the
// session: that somebody else, who saw no more, told of it too does not make it the last.
func (d *derivation) notOvertaken(turns []turn) []turn {
	return slices.DeleteFunc(slices.Clone(turns), func(t turn) bool {
		return slices.ContainsFunc(turns, func(next turn) bool {
			return t.id != "" && next.id != "" && t.id != next.id && t.session == next.session && d.leads(t, next) && !d.leads(next, t)
		})
	})
}

// leads reports whether some event of a turn precedes one of another.
func (d *derivation) leads(t, next turn) bool {
	after := d.ord.after(t.facts)
	return slices.ContainsFunc(next.facts, func(i int) bool { return after[d.ord.comp[i]] })
}

type turnKey struct {
	session domain.SessionID
	id      domain.TurnID
}

func (d *derivation) turnKey(i int) turnKey { return turnKey{d.facts[i].Session, d.facts[i].Turn} }

// turnOf gathers the events of a turn. Of turns without an id, only the last are.
func (d *derivation) turnOf(k turnKey, all []int) turn {
	t := turn{session: k.session, id: k.id}
	for _, i := range all {
		if d.turnKey(i) == k {
			t.facts = append(t.facts, i)
		}
	}
	if k.id == "" {
		t.facts = d.ord.last(d.strongest(t.facts))
	}
	return t
}

func isTurn(kind domain.Kind) bool {
	return strings.HasPrefix(string(kind), "turn.") && kind != "turn.withdrawn"
}

// withdrawn returns the turns that were taken back: those named, and where a
// count is given that many of the last ones before.
func (d *derivation) withdrawn(all []int) map[turnKey]bool {
	out := map[turnKey]bool{}
	takers := d.where(func(_ int, f *Fact) bool { return f.Kind == "turn.withdrawn" && !d.kin.isSubagent(f) })
	for len(takers) > 0 {
		first := d.ord.first(takers)
		for _, w := range first {
			f := d.facts[w]
			for _, id := range f.Said.Turns {
				out[turnKey{f.Session, id}] = true
			}
			before := d.ord.before([]int{w})
			for range f.Said.Last {
				left := slices.DeleteFunc(slices.Clone(all), func(i int) bool {
					return out[d.turnKey(i)] || d.facts[i].Session != f.Session || !before[d.ord.comp[i]]
				})
				if len(left) == 0 {
					break
				}
				for _, i := range d.ord.last(left) {
					out[d.turnKey(i)] = true
				}
			}
		}
		takers = slices.DeleteFunc(takers, func(i int) bool { return slices.Contains(first, i) })
	}
	return out
}

// turnResult says how a turn ended, and by which events.
func (d *derivation) turnResult(t turn, now bool) (Result, []int) {
	ends := slices.DeleteFunc(slices.Clone(t.facts), func(i int) bool { return d.facts[i].Kind == "turn.started" })
	ends = d.ord.last(d.strongest(ends))
	if len(ends) == 0 {
		if now && d.goesOn(t) {
			return ResultNone, t.facts
		}
		return ResultUnknown, t.facts
	}
	results := map[Result]bool{}
	for _, i := range ends {
		results[endOfTurn(d.facts[i].Kind)] = true
	}
	r := oneResult(results)
	if r == ResultUnverified && d.openCall(t) {
		r = ResultUnknown
	}
	if d.decider() && now && r != ResultContested && d.goesOn(t) {
		return ResultNone, ends
	}
	return r, ends
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

// openCall reports whether a call of the turn never came back. A call is one whoever
// tells of it: its end may stand under another name of the turn, an import's.
func (d *derivation) openCall(t turn) bool {
	asked, over := map[domain.ItemID]bool{}, map[domain.ItemID]bool{}
	for _, f := range d.tools {
		if f.Session != t.session || f.Item == "" {
			continue
		}
		if f.Kind != "tool.requested" && f.Kind != "tool.started" {
			over[f.Item] = true
		} else if f.Turn == "" || t.id == "" || f.Turn == t.id {
			asked[f.Item] = true
		}
	}
	for call := range asked {
		if !over[call] {
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
