package ship_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// drawn is a random history: each commit has parents among the earlier ones.
func drawn(t *rapid.T) (repo, []domain.CommitID) {
	r := repo{}
	var ids []domain.CommitID
	for i := range rapid.IntRange(1, 30).Draw(t, "commits") {
		c := ship.Commit{ID: domain.CommitID(fmt.Sprint("c", i)), Tree: fmt.Sprint("t", rapid.IntRange(0, 20).Draw(t, "tree")), PatchID: fmt.Sprint("p", rapid.IntRange(0, 12).Draw(t, "patch"))}
		for range rapid.IntRange(0, min(i, 3)).Draw(t, "parents") {
			if p := rapid.SampledFrom(ids).Draw(t, "parent"); !slices.Contains(c.Parents, p) {
				c.Parents = append(c.Parents, p)
			}
		}
		r[c.ID] = c
		ids = append(ids, c.ID)
	}
	return r, ids
}

func reachable(r repo, id domain.CommitID, into map[domain.CommitID]bool) {
	if c, ok := r[id]; ok && !into[id] {
		into[id] = true
		for _, p := range c.Parents {
			reachable(r, p, into)
		}
	}
}

// TestEveryLandedCommitBelongsToOneStep counts with other code what a push brought.
func TestEveryLandedCommitBelongsToOneStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, ids := drawn(t)
		old, new := rapid.SampledFrom(append(ids, "")).Draw(t, "old"), rapid.SampledFrom(ids).Draw(t, "new")
		var pulls []ship.Pull
		for n := range rapid.IntRange(0, 4).Draw(t, "pulls") {
			pulls = append(pulls, ship.Pull{Number: n + 1, Head: rapid.SampledFrom(ids).Draw(t, "head"), RangePatchID: fmt.Sprint("p", n)})
		}
		p := ship.Follow(r, old, new, pulls, nil)
		before, after := map[domain.CommitID]bool{}, map[domain.CommitID]bool{}
		reachable(r, old, before)
		reachable(r, new, after)
		times := map[domain.CommitID]int{}
		for _, s := range p.Steps {
			for _, c := range s.Commits {
				times[c]++
			}
			if s.Method == "" || s.Basis == "" || len(s.Commits) == 0 || s.Commits[len(s.Commits)-1] != s.New {
				t.Fatalf("step %+v", s)
			}
		}
		for _, id := range ids {
			want := 0
			if after[id] && !before[id] {
				want = 1
			}
			if times[id] != want {
				t.Fatalf("%s landed %d times, want %d\n%s", id, times[id], want, told(p))
			}
			if dropped := slices.Contains(p.Dropped, id); dropped != (before[id] && !after[id]) {
				t.Fatalf("%s dropped %v\n%s", id, dropped, told(p))
			}
		}
	})
}
