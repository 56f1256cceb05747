package membership

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Lanes assigns facts to lanes: by the lane that a fact names, else by its session, else by its
// worker (rules 1 and 5). It is not safe for concurrent use: it caches its answers.
type Lanes struct {
	replay   bool
	stakes   func(*fact.Fact) int
	facts    []*fact.Fact
	parents  map[domain.SessionID]domain.SessionID
	bound    map[domain.SessionID]Binding
	known    map[domain.SessionID]*fact.Fact   // sessions that a trusted event mentions
	born     map[domain.SessionID][]*fact.Fact // what says whose child a session is
	naming   map[domain.SessionID][]*fact.Fact // what names a lane beside the session
	named    map[domain.SessionID][]domain.LaneID
	workers  map[domain.WorkerID][]int
	work     map[domain.WorkerID]domain.LaneID  // answers given
	sessions map[domain.SessionID]domain.LaneID // answers given
	roots    map[domain.SessionID]domain.SessionID
}

// Binding is what lane.ownership_bound says of a session.
type Binding struct {
	Lane   domain.LaneID
	Fact   *fact.Fact
	Others []domain.EventID // concurrent ones that say otherwise
}

// New returns the membership of facts, in a log that was opened as a replay or not. stakes
// returns how much of an outcome can depend on a fact: of several that show the same, the one
// with the lowest stakes is cited.
func New(facts []*fact.Fact, replay bool, stakes func(*fact.Fact) int) *Lanes {
	r := &Lanes{replay: replay, stakes: stakes, facts: facts, parents: map[domain.SessionID]domain.SessionID{},
		bound: map[domain.SessionID]Binding{}, named: map[domain.SessionID][]domain.LaneID{},
		born: map[domain.SessionID][]*fact.Fact{}, naming: map[domain.SessionID][]*fact.Fact{},
		workers: map[domain.WorkerID][]int{}, sessions: map[domain.SessionID]domain.LaneID{},
		roots: map[domain.SessionID]domain.SessionID{}, work: map[domain.WorkerID]domain.LaneID{}}
	r.known = r.trustedSessions(facts)
	bindings := map[domain.SessionID][]*fact.Fact{}
	for i, f := range facts {
		if !r.Counts(f) || fact.IsTransport(f.Kind) {
			continue
		}
		switch {
		case f.Kind == domain.KindLaneOwnershipBound:
			if s := BoundSession(f); s != "" && f.Payload.Lane != "" && (f.Trusted() || r.known[s] == nil) {
				bindings[s] = append(bindings[s], f)
			}
			continue
		case IsBirth(f.Kind):
			r.born[f.Session] = append(r.born[f.Session], f)
		}
		if f.Session != "" && f.Lane != "" && (f.Trusted() || r.known[f.Session] == nil) {
			r.naming[f.Session] = append(r.naming[f.Session], f)
		}
		if f.Worker != "" {
			r.workers[f.Worker] = append(r.workers[f.Worker], i)
		}
	}
	for s, facts := range r.born {
		if r.known[s] == nil || slices.ContainsFunc(facts, (*fact.Fact).Trusted) {
			r.parents[s] = parent(facts)
		}
	}
	for s, facts := range bindings {
		r.bound[s] = bind(facts)
	}
	for s, facts := range r.naming {
		r.named[s] = lanesOf(facts)
	}
	return r
}

// trustedSessions returns the sessions that a trusted event mentions, with one such event for
// each: an untrusted event cannot state what they belong to.
func (r *Lanes) trustedSessions(facts []*fact.Fact) map[domain.SessionID]*fact.Fact {
	known := map[domain.SessionID]*fact.Fact{}
	for _, f := range facts {
		if f.Session != "" && f.Trusted() && !fact.IsTransport(f.Kind) && f.Kind != domain.KindLaneOwnershipBound {
			if held := known[f.Session]; held == nil || IsPlainer(f, held, r.stakes) {
				known[f.Session] = f
			}
		}
	}
	return known
}

// Counts reports whether events of f's provenance count in this log (rule 1).
func (r *Lanes) Counts(f *fact.Fact) bool {
	switch f.Source {
	case domain.SourceLive:
		return true
	case domain.SourceReplay:
		return r.replay
	case domain.SourceTransport:
		return fact.IsTransport(f.Kind)
	case domain.SourceTest, domain.SourceHealthcheck:
	}
	return false
}

// IsBirth reports whether the kind says whose child a session is.
func IsBirth(kind domain.Kind) bool {
	return kind == domain.KindSessionCreated || kind == domain.KindSessionIdentityEnriched
}

// BoundSession returns the session that an ownership_bound names, if any.
func BoundSession(f *fact.Fact) domain.SessionID {
	if f.Payload.Session != "" {
		return f.Payload.Session
	}
	return f.Session
}

// parent returns the session that a subagent belongs to, "" for a root: what the
// most trusted say, where an enrichment that names a parent outweighs creations
// that name none, and creations must agree that there is one.
func parent(births []*fact.Fact) domain.SessionID {
	best := 0
	for _, f := range births {
		best = max(best, f.Rank())
	}
	var created, enriched []domain.SessionID
	root := false
	for _, f := range births {
		switch {
		case f.Rank() != best:
		case f.Kind == domain.KindSessionIdentityEnriched:
			if f.Payload.Parent != "" {
				enriched = append(enriched, f.Payload.Parent)
			}
		case f.Payload.Parent == "":
			root = true
		default:
			created = append(created, f.Payload.Parent)
		}
	}
	switch {
	case len(enriched) > 0:
		return slices.Min(enriched)
	case root || len(created) == 0:
		return ""
	}
	return slices.Min(created)
}

// bind returns the binding in force: of the highest trust, the causally last, of
// concurrent ones the least id.
func bind(facts []*fact.Fact) Binding {
	facts = fact.Highest(facts)
	o := fact.Order(facts, nil)
	all := make([]int, len(facts))
	for i := range all {
		all[i] = i
	}
	last := o.Last(all)
	least := last[0]
	for _, i := range last {
		if facts[i].ID.Compare(facts[least].ID) < 0 {
			least = i
		}
	}
	b := Binding{Lane: facts[least].Payload.Lane, Fact: facts[least]}
	for _, i := range last {
		if facts[i].Payload.Lane != b.Lane {
			b.Others = append(b.Others, facts[i].ID)
		}
	}
	return b
}

// lanesOf returns the lanes that facts name.
func lanesOf(facts []*fact.Fact) []domain.LaneID {
	var out []domain.LaneID
	for _, f := range fact.Believed(facts) {
		out = append(out, f.Lane)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Parent returns the session that spawned s, "" for a root.
func (r *Lanes) Parent(s domain.SessionID) domain.SessionID { return r.parents[s] }

// Binding returns the binding of a session that is in force.
func (r *Lanes) Binding(s domain.SessionID) (Binding, bool) {
	b, ok := r.bound[s]
	return b, ok
}

// Creations returns what says whose child a session is.
func (r *Lanes) Creations(s domain.SessionID) []*fact.Fact { return r.born[s] }

// TrustedFact returns a trusted fact about a session, nil where there is none.
func (r *Lanes) TrustedFact(s domain.SessionID) *fact.Fact { return r.known[s] }
