package membership

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Of returns the lane that f belongs to, "" for none.
func (r *Lanes) Of(f *fact.Fact) domain.LaneID {
	switch {
	case f.Kind == domain.KindLaneOwnershipBound && f.Payload.Lane != "":
		return f.Payload.Lane
	case f.Lane != "":
		return f.Lane
	case f.Session != "":
		return r.OfSession(f.Session)
	case f.Payload.Session != "":
		return r.OfSession(f.Payload.Session)
	case f.Worker != "":
		return r.workerLane(f.Worker)
	}
	return ""
}

// OfSession returns the lane of a session: the one it is bound to, else the one
// that its events name beside it (none, when they name several), else its
// parent's, else the one derived from it.
func (r *Lanes) OfSession(s domain.SessionID) domain.LaneID {
	if l, ok := r.sessions[s]; ok {
		return l
	}
	l := r.findLane(s)
	r.sessions[s] = l
	return l
}

func (r *Lanes) findLane(s domain.SessionID) domain.LaneID {
	chain := r.Chain(s)
	for _, s := range chain {
		if b, ok := r.bound[s]; ok {
			return b.Lane
		}
		switch named := r.named[s]; len(named) {
		case 0:
		case 1:
			return named[0]
		default:
			return ""
		}
	}
	return chain[len(chain)-1].Lane()
}

// Chain returns s, its parent and so on to the root. Sessions that are each
// other's parents have the least of them as their root.
func (r *Lanes) Chain(s domain.SessionID) []domain.SessionID {
	chain := []domain.SessionID{s}
	for {
		p := r.parents[chain[len(chain)-1]]
		if p == "" {
			return chain
		}
		if at := slices.Index(chain, p); at >= 0 {
			return append(chain, slices.Min(chain[at:]))
		}
		chain = append(chain, p)
	}
}

// Root returns the root session of s.
func (r *Lanes) Root(s domain.SessionID) domain.SessionID {
	root, ok := r.roots[s]
	if !ok {
		chain := r.Chain(s)
		root = chain[len(chain)-1]
		r.roots[s] = root
	}
	return root
}

// IsRoot reports whether f is not in the session of a subagent.
func (r *Lanes) IsRoot(f *fact.Fact) bool { return !r.IsSubagent(f) }

// IsSubagent reports whether f is in a session that is not a root.
func (r *Lanes) IsSubagent(f *fact.Fact) bool {
	return f.Session != "" && r.Root(f.Session) != f.Session
}

// workerLane returns the one lane that a worker's events name or whose sessions
// they name; none when they name several.
func (r *Lanes) workerLane(w domain.WorkerID) domain.LaneID {
	if l, ok := r.work[w]; ok {
		return l
	}
	l := r.findWorkerLane(w)
	r.work[w] = l
	return l
}

func (r *Lanes) findWorkerLane(w domain.WorkerID) domain.LaneID {
	var lanes []domain.LaneID
	facts := make([]*fact.Fact, 0, len(r.workers[w]))
	for _, i := range r.workers[w] {
		facts = append(facts, r.facts[i])
	}
	for _, f := range fact.Believed(facts) {
		if f.Lane != "" || f.Session != "" {
			lanes = append(lanes, r.Of(f))
		}
	}
	slices.Sort(lanes)
	if lanes = slices.Compact(lanes); len(lanes) == 1 {
		return lanes[0]
	}
	return ""
}
