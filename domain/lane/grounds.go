package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/membership"
)

// grounded adds to facts what makes them count as they do: those by which they are the
// lane's; where none of them shows that there is a lane, one that does; and where one is
// cited for a name that could decide something itself, what opened the attempt, and the
// other endings.
func (d *derivation) grounded(some []*fact.Fact) []*fact.Fact {
	if len(some) == 0 {
		return nil
	}
	if !slices.ContainsFunc(some, func(f *fact.Fact) bool { return showsWork(f) && !fact.IsTransport(f.Kind) }) {
		some = append(slices.Clone(some), ownGround(d, showsWork)...)
	}
	out := withGrounds(d, some)
	out = append(out, voidingFacts(d, out)...)
	if d.top > 1 && slices.ContainsFunc(out[len(some):], func(f *fact.Fact) bool { return stakesOf(f) > 2 }) {
		out = withGrounds(d, append(out, d.facts.at(d.opening())...))
	}
	if slices.ContainsFunc(out[len(some):], func(f *fact.Fact) bool { return fact.IsEnding(f.Kind) }) {
		out = withGrounds(d, append(out, d.facts.at(d.endingsOf(d.top).heard)...))
	}
	return out
}

// voidingFacts returns the events for which openers among some facts are not heard.
func voidingFacts(d *derivation, some []*fact.Fact) (out []*fact.Fact) {
	for i, by := range d.voidBy {
		if slices.Contains(some, d.facts[i]) {
			out = append(out, withGrounds(d, d.facts.at([]int{by}))...)
		}
	}
	return out
}

// withGrounds adds to facts those by which they belong to the lane: without these, the facts
// would be another's (rules 1, 5 and 7).
func withGrounds(d *derivation, some []*fact.Fact) []*fact.Fact {
	out := slices.Clone(some)
	seen := make(map[*fact.Fact]bool, len(out))
	for n := 0; n < len(out); n++ {
		if f := out[n]; !seen[f] {
			seen[f] = true
			out = append(out, grounds(d, f)...)
		}
	}
	return out
}

// grounds returns the facts by which f is of the lane; none when its own word is enough.
func grounds(d *derivation, f *fact.Fact) []*fact.Fact {
	out := slices.Concat(scopeGrounds(d, f), settlementsOf(d, f), d.turnStarts[f])
	switch {
	case fact.IsTransport(f.Kind):
		return append(out, outageGrounds(d, f)...)
	case fact.ShowsCommit(f.Kind) && !d.owns(f):
		return append(out, commitGrounds(d, f)...)
	}
	return append(out, d.lanes.Grounds(f)...)
}

// scopeGrounds returns the scope of a lane that is to be ignored, for an event that is too: in
// another lane it would not count.
func scopeGrounds(d *derivation, f *fact.Fact) []*fact.Fact {
	if f.Scope.Watcher != domain.WatcherIgnore {
		return nil
	}
	_, by := scopeOf(d)
	return d.facts.at(by)
}

// settlementsOf returns what settles for an ending that would not be heard without it.
func settlementsOf(d *derivation, f *fact.Fact) []*fact.Fact {
	if f.Trusted() || !d.named[f.ID] {
		return nil
	}
	return d.facts.at(d.where(func(_ int, s *fact.Fact) bool { return s.Kind == domain.KindLaneSettled && s.Payload.Settles == f.ID }))
}

// commitGrounds returns an event of the lane that names a commit which f shows.
func commitGrounds(d *derivation, f *fact.Fact) []*fact.Fact {
	if slices.Contains(f.Payload.Lanes, d.lane) {
		return nil
	}
	return ownGround(d, func(own *fact.Fact) bool { return own.Commit != "" && own.Trusted() && f.NamesCommit(own.Commit) })
}

// outageGrounds returns an event of the lane that names what an outage is about.
func outageGrounds(d *derivation, f *fact.Fact) []*fact.Fact {
	switch {
	case len(f.Payload.Lanes) > 0:
		return nil
	case f.Payload.Outage == domain.OutageHost:
		return ownGround(d, func(own *fact.Fact) bool { return f.Host != "" && own.Host == f.Host && !fact.IsTool(own.Kind) })
	case f.Payload.Outage == domain.OutageControlServer:
		return ownGround(d, func(own *fact.Fact) bool {
			return f.ControlServer != "" && own.ControlServer == f.ControlServer && !fact.IsTool(own.Kind)
		})
	case f.Session != "":
		return d.lanes.GroundsOfSession(f.Session)
	}
	return nil
}

// ownGround returns an event of the lane that satisfies is, if there is one: of what is believed
// the plainest.
func ownGround(d *derivation, is func(*fact.Fact) bool) []*fact.Fact {
	var own []*fact.Fact
	for _, f := range slices.Concat(d.facts, d.tools) {
		if d.owns(f) && is(f) {
			own = append(own, f)
		}
	}
	return plainest(fact.Believed(own))
}

// plainest is [membership.Plainest] by what hangs on a fact.
func plainest(some []*fact.Fact) []*fact.Fact { return membership.Plainest(some, stakesOf) }

// isPlainer is [membership.IsPlainer] by what hangs on a fact.
func isPlainer(f, o *fact.Fact) bool { return membership.IsPlainer(f, o, stakesOf) }

// stakesOf returns how much of an outcome can depend on a fact: the less, the better it can be
// cited for a name alone.
func stakesOf(f *fact.Fact) int {
	switch {
	case fact.IsTool(f.Kind):
		return 0
	case fact.IsEnding(f.Kind), fact.IsDisposition(f.Kind), f.Kind == domain.KindSessionEnded, f.Kind == domain.KindLaneSettled, fact.IsWord(f.Kind), opens(f.Kind):
		return 4
	case fact.IsTurn(f.Kind), membership.IsBirth(f.Kind), evidence.IsWitness(f.Kind), f.Kind == domain.KindTurnWithdrawn:
		return 3
	case stateOf(f.Kind) != "":
		return 2
	}
	return 1
}

// opens reports whether events of a kind can open an attempt.
func opens(kind domain.Kind) bool {
	return kind == domain.KindLaneStarted || kind == domain.KindLaneRestarted || kind == domain.KindPromptAccepted
}
