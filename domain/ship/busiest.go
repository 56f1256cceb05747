package ship

import "github.com/clawable/claw/domain"

// Branch is a branch and the commit that it points to.
type Branch struct {
	Ref domain.Ref
	Tip domain.CommitID
}

// Busiest is the branch to which most pull requests went, and how many: as merges of
// their heads show, and else as subjects state. Of several the first counts.
func Busiest(h History, branches []Branch, pulls []Pull, said map[domain.CommitID]Said) (most Branch, n int) {
	numbers, heads := map[int]bool{}, map[domain.CommitID]int{}
	for i := range pulls {
		numbers[pulls[i].Number], heads[pulls[i].Head] = true, pulls[i].Number
	}
	for _, b := range branches {
		went := map[int]bool{}
		chain, _ := firstParents(h, zeros, b.Tip)
		for _, c := range chain {
			_, number := said[c.ID].claim(len(c.Parents) > 1)
			if len(c.Parents) > 1 && heads[c.Parents[1]] > 0 {
				number = heads[c.Parents[1]]
			}
			if numbers[number] {
				went[number] = true
			}
		}
		if len(went) > n {
			most, n = b, len(went)
		}
	}
	return most, n
}

// Chains are the first-parent chains of commits together, each commit once.
func Chains(h History, tips ...domain.CommitID) (ids []domain.CommitID) {
	met := map[domain.CommitID]bool{}
	for _, id := range tips {
		for c, ok := h.Commit(id); ok && !met[c.ID]; c, ok = h.Commit(c.Parents[0]) {
			met[c.ID] = true
			ids = append(ids, c.ID)
			if len(c.Parents) == 0 {
				break
			}
		}
	}
	return ids
}
