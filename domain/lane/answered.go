package lane

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// isAnswered reports whether a turn without an end was answered: all of its last facts are messages
// that ended, no call follows them or is open, and no emitter observes the session live. Where calls
// or a live session contradict it, it returns facts that do.
func isAnswered(d *derivation, t turn, open []*fact.Fact) (is bool, against []*fact.Fact) {
	last := d.ord.Last(t.facts)
	switch {
	case len(last) == 0 || slices.ContainsFunc(last, func(i int) bool { return d.facts[i].Kind != domain.KindTurnAnswered }):
		return false, nil
	case len(open) > 0:
		return false, open
	}
	seen, against := seenOf(d, t.session), slices.Clone(t.behind)
	if seen.live != nil && !d.sessionOver(t.session) {
		against = append(against, seen.live)
	}
	return len(against) == 0, against
}

// behindAnswers gives each of the last turns the calls behind the answers in its session.
func behindAnswers(d *derivation, last []turn) {
	answers, behind := map[domain.SessionID][]*fact.Fact{}, map[domain.SessionID][]*fact.Fact{}
	for _, t := range last {
		of := d.facts.at(d.ord.Last(t.facts))
		answers[t.session] = append(answers[t.session], slices.DeleteFunc(of, func(f *fact.Fact) bool { return f.Kind != domain.KindTurnAnswered })...)
	}
	for s, some := range answers {
		if len(some) > 0 {
			calls := seenOf(d, s).calls
			d.looked += 2*len(calls) + len(some)
			behind[s] = fact.Behind(calls, some)
		}
	}
	for n := range last {
		last[n].behind = behind[last[n].session]
	}
}

// seen is what is known of a session beside its turns.
type seen struct {
	live  *fact.Fact // by which an emitter observed it live, nil for none
	calls []*fact.Fact
}

// seenOf looks through all sessions when it is first called.
func seenOf(d *derivation, s domain.SessionID) seen {
	if d.cached.seen == nil {
		d.cached.seen = map[domain.SessionID]seen{}
		for _, some := range [][]*fact.Fact{d.facts, d.tools} {
			d.looked += len(some)
			for _, f := range some {
				of := d.cached.seen[f.Session]
				if of.live == nil && !f.Imported {
					of.live = f
				}
				if fact.IsTool(f.Kind) {
					of.calls = append(of.calls, f)
				}
				d.cached.seen[f.Session] = of
			}
		}
	}
	return d.cached.seen[s]
}

// writeStanding writes the state of the work of the highest attempt.
func writeStanding(d *derivation, v *verdict) {
	if some := workFacts(d, d.top); len(some) > 0 {
		d.out.Work = workOf(d, d.top).Standing()
		_, roots := readEvidence(d).Roots()
		d.because("standing", RuleUndertaken, append(some, roots...))
		d.out.rests("standing", d.out.Work.Objects())
		d.out.also("standing", "attempt")
	}
	if d.out.Ended = endedOf(v); d.out.Ended == "" {
		writeNoTurn(d)
		return
	}
	by, turns := v.rests(d), gathered{}
	for _, e := range v.ends {
		turns.add(d, &e, true)
		by = append(append(by, e.calls...), e.open...)
	}
	by = append(by, d.facts.at(append(turns.places, d.passedAmong(turns.places, v.passed)...))...)
	d.rests("ended", RuleHowEnded, by)
	d.out.also("ended", "attempt")
}

// writeNoTurn reports that no session of the highest attempt had a turn, where sessions are recorded
// and none of them continues.
func writeNoTurn(d *derivation) {
	turns := d.in(d.top, func(_ int, f *fact.Fact) bool { return fact.IsTurn(f.Kind) })
	sessions := d.in(d.top, func(_ int, f *fact.Fact) bool {
		return strings.HasPrefix(string(f.Kind), "session.") && !d.lanes.IsSubagent(f)
	})
	goesOn := func(i int) bool {
		return seenOf(d, d.facts[i].Session).live != nil && !d.sessionOver(d.facts[i].Session)
	}
	if len(turns) > 0 || len(sessions) == 0 || slices.ContainsFunc(sessions, goesOn) {
		return
	}
	d.out.Ended = work.EndedNoTurn
	by := slices.Clone(sessions)
	for _, i := range sessions {
		by = append(by, sessionEnds(d, d.facts[i].Session)...)
	}
	d.because("ended", RuleNoTurn, by)
	d.out.also("ended", "attempt")
}

// endedOf returns how the record of an attempt ends. Of several last turns, the one that is least
// ended counts.
func endedOf(v *verdict) work.EndedState {
	if len(v.standing) > 0 {
		return work.EndedRecorded
	}
	var states []work.EndedState
	for _, e := range v.ends {
		states = append(states, e.ended())
	}
	return work.LeastEnded(states)
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
