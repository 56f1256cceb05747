package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// families says to which lane a fact belongs: by its own word, else by its
// session, else by its worker (rules 1 and 5).
type families struct {
	opts     Options
	facts    []*Fact
	parents  map[domain.SessionID]domain.SessionID
	bound    map[domain.SessionID]binding
	known    map[domain.SessionID]*Fact   // sessions of which somebody trusted speaks
	born     map[domain.SessionID][]*Fact // what says whose child a session is
	naming   map[domain.SessionID][]*Fact // what names a lane beside the session
	named    map[domain.SessionID][]domain.LaneID
	workers  map[domain.WorkerID][]int
	work     map[domain.WorkerID]domain.LaneID  // answers given
	sessions map[domain.SessionID]domain.LaneID // answers given
	roots    map[domain.SessionID]domain.SessionID
}

// binding is what lane.ownership_bound says of a session.
type binding struct {
	lane   domain.LaneID
	fact   *Fact
	others []domain.EventID // concurrent ones that say otherwise
}

func newFamilies(facts []*Fact, opts Options) *families {
	r := &families{opts: opts, facts: facts, parents: map[domain.SessionID]domain.SessionID{},
		bound: map[domain.SessionID]binding{}, named: map[domain.SessionID][]domain.LaneID{},
		born: map[domain.SessionID][]*Fact{}, naming: map[domain.SessionID][]*Fact{},
		workers: map[domain.WorkerID][]int{}, sessions: map[domain.SessionID]domain.LaneID{},
		roots: map[domain.SessionID]domain.SessionID{}, work: map[domain.WorkerID]domain.LaneID{}}
	r.known = trustedSessions(facts)
	bindings := map[domain.SessionID][]*Fact{}
	for i, f := range facts {
		if !r.counts(f) || isTransport(f.Kind) {
			continue
		}
		switch {
		case f.Kind == "lane.ownership_bound":
			if s := f.binds(); s != "" && f.Said.Lane != "" && (f.trusted() || r.known[s] == nil) {
				bindings[s] = append(bindings[s], f)
			}
			continue
		case isBirth(f.Kind):
			r.born[f.Session] = append(r.born[f.Session], f)
		}
		if f.Session != "" && f.Lane != "" && (f.trusted() || r.known[f.Session] == nil) {
			r.naming[f.Session] = append(r.naming[f.Session], f)
		}
		if f.Worker != "" {
			r.workers[f.Worker] = append(r.workers[f.Worker], i)
		}
	}
	for s, facts := range r.born {
		if r.known[s] == nil || slices.ContainsFunc(facts, (*Fact).trusted) {
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

// trustedSessions returns the sessions of which somebody trusted speaks: who is
// not trusted cannot say to what they belong. It names one event of each that is.
func trustedSessions(facts []*Fact) map[domain.SessionID]*Fact {
	known := map[domain.SessionID]*Fact{}
	for _, f := range facts {
		if f.Session != "" && f.trusted() && !isTransport(f.Kind) && f.Kind != "lane.ownership_bound" {
			if held := known[f.Session]; held == nil || f.plainer(held) {
				known[f.Session] = f
			}
		}
	}
	return known
}

// counts reports whether events of f's provenance count in this log (rule 1).
func (r *families) counts(f *Fact) bool {
	switch f.Source {
	case domain.SourceLive:
		return true
	case domain.SourceReplay:
		return r.opts.Replay
	case domain.SourceTransport:
		return isTransport(f.Kind)
	case domain.SourceTest, domain.SourceHealthcheck:
	}
	return false
}

// isBirth reports whether the kind says whose child a session is.
func isBirth(kind domain.Kind) bool {
	return kind == "session.created" || kind == "session.identity_enriched"
}

// binds returns the session that an ownership_bound speaks of, if any.
func (f *Fact) binds() domain.SessionID {
	if f.Said.Session != "" {
		return f.Said.Session
	}
	return f.Session
}

// believed keeps the trusted of some facts, or all when none is.
func believed(some []*Fact) []*Fact {
	if !slices.ContainsFunc(some, (*Fact).trusted) {
		return some
	}
	return slices.DeleteFunc(slices.Clone(some), func(f *Fact) bool { return !f.trusted() })
}

// highest keeps the facts of the highest trust, and of these the live ones if
// there are any.
func highest(some []*Fact) []*Fact {
	best, live := 0, false
	for _, f := range some {
		best = max(best, f.rank())
	}
	for _, f := range some {
		live = live || f.rank() == best && !f.Imported
	}
	return slices.DeleteFunc(slices.Clone(some), func(f *Fact) bool {
		return f.rank() != best || live && f.Imported
	})
}

// parent returns the session that a subagent belongs to, "" for a root: what the
// most trusted say, where an enrichment that names a parent outweighs creations
// that name none, and creations must agree that there is one.
func parent(births []*Fact) domain.SessionID {
	best := 0
	for _, f := range births {
		best = max(best, f.rank())
	}
	var created, enriched []domain.SessionID
	root := false
	for _, f := range births {
		switch {
		case f.rank() != best:
		case f.Kind == "session.identity_enriched":
			if f.Said.Parent != "" {
				enriched = append(enriched, f.Said.Parent)
			}
		case f.Said.Parent == "":
			root = true
		default:
			created = append(created, f.Said.Parent)
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
func bind(facts []*Fact) binding {
	facts = highest(facts)
	o := orderOf(facts, nil)
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
	b := binding{lane: facts[least].Said.Lane, fact: facts[least]}
	for _, i := range last {
		if facts[i].Said.Lane != b.lane {
			b.others = append(b.others, facts[i].ID)
		}
	}
	return b
}

// lanesOf returns the lanes that facts name.
func lanesOf(facts []*Fact) []domain.LaneID {
	var out []domain.LaneID
	for _, f := range believed(facts) {
		out = append(out, f.Lane)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
