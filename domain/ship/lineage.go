package ship

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// How says in which way a commit took the place of another.
type How string

// The ways.
const (
	Squashed   How = "squashed"    // the other is one of several that it holds together
	Rebased    How = "rebased"     // the other is the same change on another base, of the pull request that landed
	SameChange How = "same_change" // the other is the same change: amended, rebased or picked, git does not say
	Rewritten  How = "rewritten"   // git said as it happened that it took the place of the other, itself or by ones between
)

// Enum lists the values.
func (How) Enum() []string {
	return []string{string(Squashed), string(Rebased), string(SameChange), string(Rewritten)}
}

// Superseded is a commit whose work reached the ref in another one.
type Superseded struct {
	Commit domain.CommitID `json:"commit"`
	By     domain.CommitID `json:"by"`
	How    How             `json:"how"`
}

// Work is what is known of commits beside their history.
type Work interface {
	History
	// Landed reports whether a ship brought the commit.
	Landed(domain.CommitID) bool
	// Same lists the commits of a patch-id.
	Same(patch string) []domain.CommitID
	// Instead lists the commits that git says a commit took the place of.
	Instead(domain.CommitID) []domain.CommitID
}

// mostSuperseded bounds how far back the head of a pull request is followed.
const mostSuperseded = 10_000

// Lineage lists the commits whose work a ship brought in other ones, so that one commit
// represents it: those that git reports as rewritten, those of the pull request that
// was squashed or rebased, and those that make the same change and landed nowhere.
// Sorted by name, each once.
func Lineage(w Work, p *domain.ShipProvenance) []Superseded {
	found := map[domain.CommitID]Superseded{}
	brought := map[string]domain.CommitID{}
	for i := range p.Commits {
		c := &p.Commits[i]
		if c.PatchID == "" {
			continue
		}
		brought[c.PatchID] = c.Commit
		for _, id := range w.Same(c.PatchID) {
			if id != c.Commit && !w.Landed(id) {
				found[id] = Superseded{id, c.Commit, SameChange}
			}
		}
	}
	if p.MergeMethod == domain.MergeSquash || p.MergeMethod == domain.MergeRebase {
		for _, c := range own(w, p.HeadCommit) {
			switch by, same := brought[c.PatchID]; {
			case p.MergeMethod == domain.MergeSquash:
				found[c.ID] = Superseded{c.ID, p.New, Squashed}
			case same:
				found[c.ID] = Superseded{c.ID, by, Rebased}
			}
		}
	}
	for i := range p.Commits {
		for _, old := range before(w, p.Commits[i].Commit) {
			found[old] = Superseded{old, p.Commits[i].Commit, Rewritten}
		}
	}
	out := make([]Superseded, 0, len(found))
	for _, s := range found {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Superseded) int { return cmp.Compare(a.Commit, b.Commit) })
	return out
}

// before lists the commits that a commit took the place of, itself or by ones between,
// and that did not land.
func before(w Work, id domain.CommitID) (all []domain.CommitID) {
	met := map[domain.CommitID]bool{id: true}
	for queue := w.Instead(id); len(queue) > 0 && len(all) < mostSuperseded; queue = queue[1:] {
		if old := queue[0]; !met[old] && !w.Landed(old) {
			met[old] = true
			all = append(all, old)
			queue = append(queue, w.Instead(old)...)
		}
	}
	return all
}

// own lists the commits that a head leads to and that did not land.
func own(w Work, head domain.CommitID) (all []Commit) {
	met := map[domain.CommitID]bool{head: true}
	for queue := []domain.CommitID{head}; len(queue) > 0 && len(all) < mostSuperseded; queue = queue[1:] {
		c, there := w.Commit(queue[0])
		if !there || w.Landed(c.ID) {
			continue
		}
		all = append(all, c)
		for _, p := range c.Parents {
			if !met[p] {
				met[p] = true
				queue = append(queue, p)
			}
		}
	}
	return all
}
