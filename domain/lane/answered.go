package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// isAnswered reports whether a turn that nobody ended was answered: all of its last facts are
// messages that ended, no call follows them or is open, and nobody sees its session live. Where
// only the last two speak against it, it returns a fact that does.
func isAnswered(d *derivation, t turn, open []*fact.Fact) (is bool, against []*fact.Fact) {
	last := d.ord.Last(t.facts)
	if len(last) == 0 || slices.ContainsFunc(last, func(i int) bool { return d.facts[i].Kind != domain.KindTurnAnswered }) {
		return false, nil
	}
	if len(open) > 0 {
		return false, open
	}
	for _, i := range last {
		against = append(against, followers(d, d.facts[i])...)
	}
	against = append(against, seenLive(d, t.session)...)
	return len(against) == 0, against
}

// seenLive returns a fact by which somebody saw a session as it happened, none where its end was
// seen too.
func seenLive(d *derivation, s domain.SessionID) []*fact.Fact {
	if d.sessionOver(s) {
		return nil
	}
	for _, some := range [][]*fact.Fact{d.facts, d.tools} {
		for _, f := range some {
			if f.Session == s && !f.Imported {
				return []*fact.Fact{f}
			}
		}
	}
	return nil
}

// followers returns the facts of calls of the session that follow an answer, and of those that its
// emitter does not know: nobody can tell when they were.
func followers(d *derivation, answer *fact.Fact) (out []*fact.Fact) {
	known := map[domain.ItemID]bool{}
	var others []*fact.Fact
	for _, f := range d.tools {
		switch {
		case f.Session != answer.Session:
		case f.Emitter != answer.Emitter || f.Epoch != answer.Epoch || f.SeqKind != answer.SeqKind:
			others = append(others, f)
		case f.Seq > answer.Seq:
			out = append(out, f)
		default:
			known[f.Item] = true
		}
	}
	return append(out, slices.DeleteFunc(others, func(f *fact.Fact) bool { return known[f.Item] })...)
}

// writeStanding writes how the work of the highest attempt stands.
func writeStanding(d *derivation, v *verdict) {
	if some := callFacts(d, d.top); len(some) > 0 {
		d.out.Work = workOf(d, d.top).Standing()
		d.because("standing", RuleUndertaken, some)
	}
	if d.out.Ended = endedOf(v); d.out.Ended == "" {
		return
	}
	by, turns := v.rests(d), []int(nil)
	for _, e := range v.ends {
		turns = slices.Concat(turns, e.by, e.accounts)
		by = append(by, append(e.calls, e.open...)...)
	}
	by = append(by, d.facts.at(append(turns, d.passedAmong(turns, v.passed)...))...)
	d.rests("ended", RuleHowEnded, by)
	d.out.also("ended", "attempt")
}

// endedOf tells how the record of an attempt ends. Of several last turns that counts which ended
// the least.
func endedOf(v *verdict) work.EndedState {
	order := []work.EndedState{work.EndedRunning, work.EndedCutOff, work.EndedLeftOpen, work.EndedAnswered, work.EndedRecorded}
	best := len(order)
	for _, e := range v.ends {
		best = min(best, slices.Index(order, e.ended()))
	}
	switch {
	case len(v.standing) > 0:
		return work.EndedRecorded
	case best < len(order):
		return order[best]
	}
	return ""
}

// ended is how the record of a turn ends.
func (e *turnEnd) ended() work.EndedState {
	switch e.rule {
	case RuleLiveTurn, RuleDecider:
		return work.EndedRunning
	case RuleAnswered:
		return work.EndedAnswered
	case RuleOpenTurn:
		if len(e.open) > 0 {
			return work.EndedCutOff
		}
		return work.EndedLeftOpen
	}
	return work.EndedRecorded
}
