package membership

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Grounds returns the facts by which f belongs to its lane, beside f: see [Lanes.Of];
// and those by which it is a subagent's.
func (r *Lanes) Grounds(f *fact.Fact) (out []*fact.Fact) {
	if r.IsSubagent(f) {
		for _, s := range r.Chain(f.Session) {
			out = append(out, r.Births(s)...)
		}
	}
	switch {
	case f.Kind == domain.KindLaneOwnershipBound && f.Payload.Lane != "", f.Lane != "":
		return out
	case f.Session != "":
		return append(out, r.GroundsOfSession(f.Session)...)
	case f.Payload.Session != "":
		return append(out, r.GroundsOfSession(f.Payload.Session)...)
	case f.Worker != "":
		return append(out, r.placingWorker(f.Worker)...)
	}
	return out
}

// GroundsOfSession returns the facts that put a session in its lane.
func (r *Lanes) GroundsOfSession(s domain.SessionID) []*fact.Fact {
	var out []*fact.Fact
	for _, s := range r.Chain(s) {
		if b, ok := r.bound[s]; ok {
			return append(out, b.Fact)
		}
		if len(r.named[s]) > 0 {
			return append(out, Plainest(fact.Believed(r.naming[s]), r.stakes)...)
		}
		out = append(out, r.Births(s)...)
	}
	return out
}

// Births returns what says whose child a session is, none for a root.
func (r *Lanes) Births(s domain.SessionID) []*fact.Fact {
	p, best := r.parents[s], 0
	if p == "" {
		return nil
	}
	for _, f := range r.born[s] {
		best = max(best, f.Rank())
	}
	return first(slices.DeleteFunc(slices.Clone(r.born[s]), func(f *fact.Fact) bool { return f.Rank() != best || f.Payload.Parent != p }))
}

// placingWorker returns the fact that puts a worker in its lane, and what puts that there.
func (r *Lanes) placingWorker(w domain.WorkerID) []*fact.Fact {
	var facts []*fact.Fact
	for _, i := range r.workers[w] {
		facts = append(facts, r.facts[i])
	}
	facts = slices.DeleteFunc(slices.Clone(fact.Believed(facts)), func(f *fact.Fact) bool { return f.Lane == "" && f.Session == "" })
	by := Plainest(facts, r.stakes)
	for _, f := range by {
		by = append(by, r.Grounds(f)...)
	}
	return by
}

// first returns the fact with the least id, or none.
func first(some []*fact.Fact) []*fact.Fact {
	if len(some) == 0 {
		return nil
	}
	return []*fact.Fact{slices.MinFunc(some, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })}
}

// Plainest returns the fact of some that states the least beside what it names, or none; of
// several the one with the least id. stakes returns how much an outcome can depend on a fact.
func Plainest(some []*fact.Fact, stakes func(*fact.Fact) int) []*fact.Fact {
	if len(some) == 0 {
		return nil
	}
	return []*fact.Fact{slices.MinFunc(some, func(a, b *fact.Fact) int {
		return cmp.Or(cmp.Compare(stakes(a), stakes(b)), a.ID.Compare(b.ID))
	})}
}

// IsPlainer reports whether f can better be cited for a name than another fact: a trusted fact
// before one that is not, then the one with the lower stakes.
func IsPlainer(f, o *fact.Fact, stakes func(*fact.Fact) int) bool {
	if f.Trusted() != o.Trusted() {
		return f.Trusted()
	}
	return stakes(f) < stakes(o)
}
