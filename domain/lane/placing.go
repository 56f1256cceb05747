package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// founded adds to facts what makes them count as they do: those by which they are the
// lane's; where none of them shows that there is a lane, one that does; and where one is
// cited for a name that could decide something itself, what opened the attempt, and the
// other endings.
func (d *derivation) founded(some []*Fact) []*Fact {
	if len(some) == 0 {
		return nil
	}
	if !slices.ContainsFunc(some, func(f *Fact) bool { return f.works() && !isTransport(f.Kind) }) {
		some = append(slices.Clone(some), d.one((*Fact).works)...)
	}
	out := d.placed(some)
	out = append(out, d.silencing(out)...)
	if d.top > 1 && slices.ContainsFunc(out[len(some):], func(f *Fact) bool { return f.stakes() > 2 }) {
		out = d.placed(append(out, d.at(d.opening())...))
	}
	if slices.ContainsFunc(out[len(some):], func(f *Fact) bool { return IsEnding(f.Kind) }) {
		out = d.placed(append(out, d.at(d.hear(d.top).heard)...))
	}
	return out
}

// silencing returns the events for which openers among some facts are not heard.
func (d *derivation) silencing(some []*Fact) (out []*Fact) {
	for i, by := range d.voidBy {
		if slices.Contains(some, d.facts[i]) {
			out = append(out, d.placed(d.at([]int{by}))...)
		}
	}
	return out
}

// placed adds to facts those by which they belong to the lane: without these, the facts
// would be another's (rules 1, 5 and 7).
func (d *derivation) placed(some []*Fact) []*Fact {
	out := slices.Clone(some)
	seen := make(map[*Fact]bool, len(out))
	for n := 0; n < len(out); n++ {
		if f := out[n]; !seen[f] {
			seen[f] = true
			out = append(out, d.placing(f)...)
		}
	}
	return out
}

// placing returns the facts by which f is of the lane; none when its own word is enough.
func (d *derivation) placing(f *Fact) []*Fact {
	out := slices.Concat(d.unmuting(f), d.settling(f), d.begun[f])
	switch {
	case isTransport(f.Kind):
		return append(out, d.reaching(f)...)
	case isShown(f.Kind) && !d.owns(f):
		return append(out, d.namers(f)...)
	}
	return append(out, d.kin.placing(f)...)
}

// unmuting returns the scope of a lane that is to be ignored, for an event that is too: in
// another lane it would not count.
func (d *derivation) unmuting(f *Fact) []*Fact {
	if f.Scope.Watcher != domain.WatcherIgnore {
		return nil
	}
	_, by := d.scopeOf()
	return d.at(by)
}

// settling returns what settles for an ending that would not be heard without it.
func (d *derivation) settling(f *Fact) []*Fact {
	if f.trusted() || !d.named[f.ID] {
		return nil
	}
	return d.at(d.where(func(_ int, s *Fact) bool { return s.Kind == domain.KindLaneSettled && s.Said.Settles == f.ID }))
}

// namers returns an event of the lane that names a commit which f shows.
func (d *derivation) namers(f *Fact) []*Fact {
	if slices.Contains(f.Said.Lanes, d.lane) {
		return nil
	}
	return d.one(func(own *Fact) bool { return own.Commit != "" && own.trusted() && f.names(own.Commit) })
}

// reaching returns an event of the lane that names what an outage is about.
func (d *derivation) reaching(f *Fact) []*Fact {
	switch {
	case len(f.Said.Lanes) > 0:
		return nil
	case f.Said.Outage == domain.OutageHost:
		return d.one(func(own *Fact) bool { return f.Host != "" && own.Host == f.Host && !isTool(own.Kind) })
	case f.Said.Outage == domain.OutageControlServer:
		return d.one(func(own *Fact) bool {
			return f.ControlServer != "" && own.ControlServer == f.ControlServer && !isTool(own.Kind)
		})
	case f.Session != "":
		return d.kin.placingSession(f.Session)
	}
	return nil
}

// one returns an event of the lane that satisfies is, if there is one: of what is believed
// the plainest.
func (d *derivation) one(is func(*Fact) bool) []*Fact {
	var own []*Fact
	for _, f := range slices.Concat(d.facts, d.tools) {
		if d.owns(f) && is(f) {
			own = append(own, f)
		}
	}
	return plainest(believed(own))
}

// first returns the fact with the least id, or none.
func first(some []*Fact) []*Fact {
	if len(some) == 0 {
		return nil
	}
	return []*Fact{slices.MinFunc(some, func(a, b *Fact) int { return a.ID.Compare(b.ID) })}
}

// plainest returns the fact that says the least beside what it names, or none; of several
// the one with the least id.
func plainest(some []*Fact) []*Fact {
	if len(some) == 0 {
		return nil
	}
	return []*Fact{slices.MinFunc(some, func(a, b *Fact) int {
		return cmp.Or(cmp.Compare(a.stakes(), b.stakes()), a.ID.Compare(b.ID))
	})}
}

// plainer reports whether f can better be cited for a name than another fact: who is
// trusted before who is not, then the one that says less.
func (f *Fact) plainer(o *Fact) bool {
	if f.trusted() != o.trusted() {
		return f.trusted()
	}
	return f.stakes() < o.stakes()
}

// stakes tells how much of an outcome can hang on a fact: the less, the better it can be
// cited for a name alone.
func (f *Fact) stakes() int {
	switch {
	case isTool(f.Kind):
		return 0
	case IsEnding(f.Kind), IsDisposition(f.Kind), f.Kind == domain.KindSessionEnded, f.Kind == domain.KindLaneSettled, opens(f.Kind):
		return 4
	case isTurn(f.Kind), isBirth(f.Kind), isWitness(f.Kind), f.Kind == domain.KindTurnWithdrawn:
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

// placing returns the facts by which f belongs to its lane, beside f: see [families.lane];
// and those by which it is a subagent's.
func (r *families) placing(f *Fact) (out []*Fact) {
	if r.isSubagent(f) {
		for _, s := range r.chain(f.Session) {
			out = append(out, r.births(s)...)
		}
	}
	switch {
	case f.Kind == domain.KindLaneOwnershipBound && f.Said.Lane != "", f.Lane != "":
		return out
	case f.Session != "":
		return append(out, r.placingSession(f.Session)...)
	case f.Said.Session != "":
		return append(out, r.placingSession(f.Said.Session)...)
	case f.Worker != "":
		return append(out, r.placingWorker(f.Worker)...)
	}
	return out
}

// placingSession returns the facts that put a session in its lane: see [families.findLane].
func (r *families) placingSession(s domain.SessionID) []*Fact {
	var out []*Fact
	for _, s := range r.chain(s) {
		if b, ok := r.bound[s]; ok {
			return append(out, b.fact)
		}
		if len(r.named[s]) > 0 {
			return append(out, plainest(believed(r.naming[s]))...)
		}
		out = append(out, r.births(s)...)
	}
	return out
}

// births returns what says whose child a session is, none for a root.
func (r *families) births(s domain.SessionID) []*Fact {
	p, best := r.parents[s], 0
	if p == "" {
		return nil
	}
	for _, f := range r.born[s] {
		best = max(best, f.rank())
	}
	return first(slices.DeleteFunc(slices.Clone(r.born[s]), func(f *Fact) bool { return f.rank() != best || f.Said.Parent != p }))
}

// placingWorker returns the fact that puts a worker in its lane, and what puts that there.
func (r *families) placingWorker(w domain.WorkerID) []*Fact {
	var facts []*Fact
	for _, i := range r.workers[w] {
		facts = append(facts, r.facts[i])
	}
	facts = slices.DeleteFunc(slices.Clone(believed(facts)), func(f *Fact) bool { return f.Lane == "" && f.Session == "" })
	by := plainest(facts)
	for _, f := range by {
		by = append(by, r.placing(f)...)
	}
	return by
}
