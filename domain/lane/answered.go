package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// isAnswered reports whether a turn that nobody ended was answered: it is the only last one of its
// session, all of its last facts are messages that ended, no call follows them or is open, and
// nobody sees the session live. Where calls or a live session speak against it, it returns facts
// that do.
func isAnswered(d *derivation, t turn, open []*fact.Fact) (is bool, against []*fact.Fact) {
	last := d.ord.Last(t.facts)
	if len(last) == 0 || t.beside || slices.ContainsFunc(last, func(i int) bool { return d.facts[i].Kind != domain.KindTurnAnswered }) {
		return false, nil
	}
	if len(open) > 0 {
		return false, open
	}
	seen := seenOf(d, t.session)
	against = followers(d, seen.calls, d.facts.at(last))
	if seen.live != nil && !d.sessionOver(t.session) {
		against = append(against, seen.live)
	}
	return len(against) == 0, against
}

// seen is what is known of a session beside its turns.
type seen struct {
	live  *fact.Fact // by which somebody saw it as it happened, nil for none
	calls []*fact.Fact
}

// seenOf looks through all sessions when the first is asked for.
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

// numbering is where the numbers of facts compare.
type numbering struct {
	emitter domain.EmitterID
	epoch   domain.Epoch
	kind    domain.SeqKind
}

func numberingOf(f *fact.Fact) numbering { return numbering{f.Emitter, f.Epoch, f.SeqKind} }

// followers returns the facts of calls that follow one of the answers, and of those that the
// numbering of an answer does not know: nobody can tell when they were.
func followers(d *derivation, calls, answers []*fact.Fact) (out []*fact.Fact) {
	d.looked += 2*len(calls) + len(answers)
	first := map[numbering]uint64{}
	for _, a := range answers {
		if seq, there := first[numberingOf(a)]; !there || a.Seq < seq {
			first[numberingOf(a)] = a.Seq
		}
	}
	type told struct {
		by   numbering
		item domain.ItemID
	}
	before, times := map[told]bool{}, map[domain.ItemID]int{}
	for _, f := range calls {
		t := told{numberingOf(f), f.Item}
		if seq, numbered := first[t.by]; numbered && f.Seq <= seq && !before[t] {
			before[t] = true
			times[f.Item]++
		}
	}
	for _, f := range calls {
		if seq, numbered := first[numberingOf(f)]; numbered && f.Seq > seq || times[f.Item] < len(first) {
			out = append(out, f)
		}
	}
	return out
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
