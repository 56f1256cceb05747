package lane

import (
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// openCalls returns the calls of a turn that never came back, under this or another
// name of the turn. A call that names no turn may be of any turn of its session, and a
// turn without an id may have any call.
func openCalls(d *derivation, t turn) []*fact.Fact {
	left, names := callsLeft(d)[t.session], append([]domain.TurnID{t.id, ""}, t.others...)
	if t.id == "" {
		names = slices.Collect(maps.Keys(left))
	}
	slices.Sort(names)
	var open []*fact.Fact
	for _, name := range slices.Compact(names) {
		open = append(open, left[name]...)
	}
	d.looked += len(open)
	return withoutLost(d, t, open)
}

// withoutLost returns open calls of a turn's session, without those whose results a compaction lost: the
// call precedes it, and an answer or the completion of the turn follows it.
func withoutLost(d *derivation, t turn, open []*fact.Fact) []*fact.Fact {
	compacted := compactionsOf(d, t.session)
	if len(open) == 0 || len(compacted) == 0 {
		return open
	}
	said := slices.DeleteFunc(slices.Clone(t.facts), func(i int) bool { return !fact.IsAnswer(d.facts[i].Kind) })
	answered := d.ord.Before(said, compacted)
	compacted = slices.DeleteFunc(slices.Clone(compacted), func(c int) bool { return !answered.Holds(c) })
	return fact.NotNumberedBefore(open, d.facts.at(compacted))
}

// compactionsOf looks for the trusted compactions of all sessions when it is first called.
func compactionsOf(d *derivation, s domain.SessionID) []int {
	if d.cached.compacted == nil {
		d.cached.compacted = map[domain.SessionID][]int{}
		for _, i := range d.where(func(_ int, f *fact.Fact) bool { return f.Kind == domain.KindSessionCompacted && f.Trusted() }) {
			d.cached.compacted[d.facts[i].Session] = append(d.cached.compacted[d.facts[i].Session], i)
		}
	}
	return d.cached.compacted[s]
}

// callsLeft returns the calls that never returned, by session and turn, without those in which a commit
// saved the recording. It looks through the calls when
// it is first called.
func callsLeft(d *derivation) map[domain.SessionID]map[domain.TurnID][]*fact.Fact {
	if d.cached.calls == nil {
		d.cached.calls = map[domain.SessionID]map[domain.TurnID][]*fact.Fact{}
		for session, open := range fact.Open(d.tools) {
			said, by := d.spoken(session), map[domain.TurnID][]*fact.Fact{}
			d.looked += len(said)
			for _, f := range fact.NotSavedIn(open, d.facts.at(said)) {
				by[f.Turn] = append(by[f.Turn], f)
			}
			d.cached.calls[session] = by
		}
	}
	return d.cached.calls
}

// writeWaits writes what the open calls of the last turns wait for of a person.
func writeWaits(d *derivation, v *verdict) {
	var open, beside []*fact.Fact
	for _, e := range v.ends {
		if e.rule != RuleLiveTurn && e.rule != RuleOpenTurn || len(e.left) == 0 || d.sessionOver(e.left[0].Session) {
			continue
		}
		if s := e.left[0].Session; !slices.ContainsFunc(open, func(f *fact.Fact) bool { return f.Session == s }) {
			beside = append(beside, seenOf(d, s).calls...)
		}
		open = append(open, e.left...)
	}
	d.looked += len(beside)
	waits, by := fact.Waiting(open, beside)
	if d.out.WaitsFor = waits; waits != "" {
		d.rests("waits_for", RuleWaits, append(v.rests(d), by...))
		d.out.also("waits_for", "ended")
	}
}
