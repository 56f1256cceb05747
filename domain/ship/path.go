package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Path is how a ref went from one commit to another.
type Path struct {
	Steps []Step // the oldest first
	// Dropped are the commits that the ref held before and does not any more: the push
	// was forced. The parents come first.
	Dropped []domain.CommitID
	// Unknown says why Steps does not begin at the old commit.
	Unknown domain.Unknown
}

// Step is one commit of the ref's first-parent chain: unless recorded otherwise,
// commits were shipped a step at a time.
type Step struct {
	Old, New domain.CommitID // Old is zeros for a root
	Tree     string
	// Commits landed with the step, New last; each commit of a path lands once.
	Commits []domain.CommitID
	// CommitsUnknown says why Commits are not all.
	CommitsUnknown domain.Unknown
	Method         domain.MergeMethod
	Basis          domain.Basis
	// Source is the head of what was shipped, where it is another commit than New.
	Source domain.CommitID
	Pull   *Pull // nil when no pull request is shown, or several alike
	Stated *domain.ShipStated
}

// notHere is why history ends where a clone is shallow.
const notHere = domain.UnknownUnavailable

// zeros represents no commit in a ref's move.
const zeros domain.CommitID = "0000000000000000000000000000000000000000"

// Follow says how a ref went from old, zeros for a new ref, to new. Pulls are the pull
// requests that are known, said is what commits say of themselves; both may be nil.
func Follow(h History, old, new domain.CommitID, pulls []Pull, said map[domain.CommitID]Said) Path {
	var p Path
	landed := seen{}
	chain, cut := firstParents(h, old, new)
	switch {
	case cut:
		p.Unknown = notHere
	case !isZero(old) && old != new && !standsOn(chain, old):
		p.Dropped, chain = rewritten(h, old, new, chain)
	}
	if !isZero(old) {
		landed.take(h, old)
	}
	came := classify(h, new, pulls, said)
	for _, c := range slices.Backward(chain) {
		s := step(h, landed, c)
		by := came[c.ID]
		s.Method, s.Basis, s.Pull, s.Source, s.Stated = by.method, by.basis, by.pull, by.source, by.stated
		p.Steps = append(p.Steps, s)
	}
	return p
}

// firstParents is the chain from new back to old, without old, the newest first; cut
// says that it ends at a commit whose parent is not there.
func firstParents(h History, old, new domain.CommitID) (chain []Commit, cut bool) {
	for id := new; !isZero(id) && id != old; {
		c, ok := h.Commit(id)
		if !ok {
			return chain, true
		}
		chain = append(chain, c)
		if len(c.Parents) == 0 {
			return chain, false
		}
		id = c.Parents[0]
	}
	return chain, false
}

// standsOn reports whether the chain's first commit has old for its parent.
func standsOn(chain []Commit, old domain.CommitID) bool {
	if len(chain) == 0 {
		return false
	}
	first := chain[len(chain)-1]
	return len(first.Parents) > 0 && first.Parents[0] == old
}

// rewritten says what a forced push dropped, and which of the chain is new.
func rewritten(h History, old, new domain.CommitID, chain []Commit) (dropped []domain.CommitID, fresh []Commit) {
	kept := seen{}
	kept.take(h, new)
	had, _ := seen{}.take(h, old)
	before := seen{}
	for _, id := range had {
		before[id] = true
		if !kept[id] {
			dropped = append(dropped, id)
		}
	}
	return dropped, slices.DeleteFunc(slices.Clone(chain), func(c Commit) bool { return before[c.ID] })
}

func step(h History, landed seen, c Commit) Step {
	s := Step{Old: zeros, New: c.ID, Tree: c.Tree}
	if len(c.Parents) > 0 {
		s.Old = c.Parents[0]
	}
	var cut bool
	if s.Commits, cut = landed.take(h, c.ID); cut {
		s.CommitsUnknown = notHere
	}
	return s
}
