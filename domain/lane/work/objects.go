package work

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// objects are the trusted facts of repositories.
type objects struct {
	about    map[domain.CommitID][]*fact.Fact // by the first digits of the commit
	children map[domain.CommitID][]*fact.Fact // of commits, by a parent
}

func objectsOf(repositories []*fact.Fact) objects {
	out := objects{map[domain.CommitID][]*fact.Fact{}, map[domain.CommitID][]*fact.Fact{}}
	for _, f := range repositories {
		if c := f.Shown(); len(c) >= fact.Printed {
			out.about[c[:fact.Printed]] = append(out.about[c[:fact.Printed]], f)
		}
		if f.Shown() != "" {
			for _, p := range f.Payload.Parents {
				out.children[p] = append(out.children[p], f)
			}
		}
	}
	return out
}

// find returns the facts of a kind about the one commit whose name begins like that, none where several
// names do.
func (o objects) find(begins domain.CommitID, kind domain.Kind) (out []*fact.Fact) {
	if len(begins) < fact.Printed {
		return nil
	}
	for _, f := range o.about[begins[:fact.Printed]] {
		if f.Kind == kind && strings.HasPrefix(string(f.Shown()), string(begins)) {
			out = append(out, f)
		}
	}
	if slices.ContainsFunc(out, func(f *fact.Fact) bool { return f.Shown() != out[0].Shown() }) {
		return nil
	}
	return out
}

// Shown says how well a part of the standing is known.
type Shown struct {
	Basis Basis `json:"basis,omitzero"` // absent where nothing of the kind was done
	// Objects are the events of repositories that show it, beside what calls show.
	Objects []domain.EventID `json:"objects,omitzero"`
}

// Objects are the events of repositories by which the standing is known, sorted.
func (s *Standing) Objects() []domain.EventID {
	return sorted(slices.Concat(s.Committed.Objects, s.Pushed.Objects))
}

// commits returns how the commits of some nodes are known: by objects where a repository holds each of them.
func (o objects) commits(nodes []node) Shown {
	var by []*fact.Fact
	for _, x := range nodes {
		some := x.work().Commits
		if len(some) > 0 && !slices.ContainsFunc(some, func(c domain.ObservedCommit) bool { return c.IsMade() }) {
			return Shown{Basis: BasisCall} // it rests on what git said of a clean worktree
		}
		for _, c := range some {
			if !c.IsMade() {
				continue
			}
			held := o.find(c.Commit, domain.KindCommitObserved)
			if len(held) == 0 {
				return Shown{Basis: BasisCall}
			}
			by = append(by, least(held))
		}
	}
	return known(by)
}

// arrived returns the facts by which a clone saw a ref of a remote come to the one commit whose name begins like
// that, or to one that descends from it; none where it did not.
func (o objects) arrived(begins domain.CommitID, ref string) []*fact.Fact {
	moves := func(c domain.CommitID) []*fact.Fact {
		return slices.DeleteFunc(o.find(c, domain.KindRefMoved), func(f *fact.Fact) bool { return !f.Payload.Moved.Names(ref) })
	}
	if direct := moves(begins); len(direct) > 0 {
		return []*fact.Fact{least(direct)}
	}
	held := o.find(begins, domain.KindCommitObserved)
	if len(held) == 0 {
		return nil
	}
	behind := fact.Arrival(held[0].Commit, ref, func(c domain.CommitID) []*fact.Fact { return o.children[c] }, moves)
	if len(behind) == 0 {
		return nil
	}
	return append(behind, least(held))
}

// pushesShown returns how it is known what became of pushes: by objects where a clone saw each of the remote's
// refs come to the commit that was pushed, or to one that descends from it. Where git did not print it, it is the
// last that was made before. That a push was rejected, the call alone shows.
func pushesShown(w *Work, some []int) Shown {
	var by []*fact.Fact
	for _, n := range some {
		x := w.nodes[n]
		for _, r := range x.work().Refs {
			if !r.IsPush() {
				continue
			}
			if r.New == "" {
				r.New = lastMade(w.nodesAt(w.last(w.before(n, w.everMade))))
			}
			arrived := w.shown.arrived(r.New, r.Ref)
			if len(arrived) == 0 || r.Result == domain.ObservedRejected {
				return Shown{Basis: BasisCall}
			}
			by = append(by, arrived...)
		}
	}
	return known(by)
}

// lastMade is the last commit that a node made, "" where several nodes or none did.
func lastMade(nodes []node) (last domain.CommitID) {
	if len(nodes) != 1 {
		return ""
	}
	for _, c := range nodes[0].work().Commits {
		if c.IsMade() {
			last = c.Commit
		}
	}
	return last
}

// least is the fact of the least id.
func least(some []*fact.Fact) *fact.Fact {
	return slices.MinFunc(some, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
}

// basisOf is how the results of tests are known: a trusted signer alone makes them highly trusted.
func basisOf(tests []node) Basis {
	if slices.ContainsFunc(tests, func(x node) bool { return x.f.Trust != domain.TrustHigh }) {
		return BasisCall
	}
	return BasisSigned
}

// known is how something is known that events of repositories show, and calls alone where there are none.
func known(by []*fact.Fact) Shown {
	if len(by) == 0 {
		return Shown{Basis: BasisCall}
	}
	out := Shown{Basis: BasisObjects}
	for _, f := range by {
		out.Objects = append(out.Objects, f.ID)
	}
	out.Objects = sorted(out.Objects)
	return out
}

// and returns how is known what rests on both.
func (s Shown) and(o Shown) Shown {
	if s.Basis != BasisObjects || o.Basis != BasisObjects {
		return Shown{Basis: BasisCall}
	}
	return Shown{BasisObjects, sorted(slices.Concat(s.Objects, o.Objects))}
}
