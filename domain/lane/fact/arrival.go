package fact

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Reach is how many generations a commit may be behind the one to which a ref of a remote came for [Arrival] to
// find it there.
const Reach = 128

// Arrival returns the facts by which repositories show that a ref of a remote came to a commit that descends from
// another: the commits between the two, and the move. It returns the nearest such move, nil for none.
//
// ref is short, as at the remote. children returns the trusted facts of the commits that have a commit as a parent,
// moves those of refs of remotes that came to a commit. A commit is no descendant of itself.
func Arrival(commit domain.CommitID, ref string, children, moves func(domain.CommitID) []*Fact) []*Fact {
	seen, level := map[domain.CommitID]bool{commit: true}, []descent{{commit: commit}}
	for range Reach {
		var next []descent
		for _, d := range level {
			for _, child := range byID(children(d.commit)) {
				if !seen[child.Commit] {
					seen[child.Commit] = true
					next = append(next, descent{child.Commit, append(slices.Clone(d.by), child)})
				}
			}
		}
		slices.SortFunc(next, func(a, b descent) int { return cmp.Compare(a.commit, b.commit) })
		for _, d := range next {
			for _, m := range byID(moves(d.commit)) {
				if m.Payload.Moved.Names(ref) {
					return append(d.by, m)
				}
			}
		}
		level = next
	}
	return nil
}

// descent is a commit that descends from another, and the facts of the commits that lead to it.
type descent struct {
	commit domain.CommitID
	by     []*Fact
}

func byID(some []*Fact) []*Fact {
	return slices.SortedFunc(slices.Values(some), func(a, b *Fact) int { return a.ID.Compare(b.ID) })
}

// Names reports whether it is the ref that is called so, in short, at its remote.
func (m Moved) Names(ref string) bool { return ref != "" && strings.HasSuffix(string(m.Ref), "/"+ref) }
