package work

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// objects are the trusted facts of repositories, by the first digits of the commits that they are about.
type objects map[domain.CommitID][]*fact.Fact

func objectsOf(repositories []*fact.Fact) objects {
	out := objects{}
	for _, f := range repositories {
		if c := f.Shown(); len(c) >= fact.Printed {
			out[c[:fact.Printed]] = append(out[c[:fact.Printed]], f)
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
	for _, f := range o[begins[:fact.Printed]] {
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

// pushesShown returns how it is known what became of pushes: by objects where a clone saw each of the remote's
// refs come to the commit that was pushed. Where git did not print it, it is the last that was made before.
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
			moved := slices.DeleteFunc(w.shown.find(r.New, domain.KindRefMoved), func(f *fact.Fact) bool {
				return r.Ref == "" || !strings.HasSuffix(string(f.Payload.Moved.Ref), "/"+r.Ref)
			})
			if len(moved) == 0 {
				return Shown{Basis: BasisCall}
			}
			by = append(by, least(moved))
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
