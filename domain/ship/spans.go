package ship

import "github.com/clawable/claw/domain"

// Span is what a pull request changes: from the commit that it is based on, or one of its own,
// to its head.
type Span struct {
	Pull       int // place in the pulls that were asked about
	Base, Head domain.CommitID
	Rest       bool // the base is one of its own
}

// mostRests bounds the number of commits of a pull request after which the rest is queried.
const mostRests = 100

// Spans returns the bases of the pull requests that did not land in tip as they were: the
// newest commit of tip's history that their own leads to. It leaves out those whose base is
// not clear, and those whose history is incomplete. Where a step of tip has the tree of the
// head, the commits before that are bases too.
func Spans(h History, tip domain.CommitID, pulls []Pull) []Span {
	landed := landings(h, tip)
	trees := treesOf(h, tip)
	var out []Span
	for i := range pulls {
		if _, in := landed[pulls[i].Head]; in {
			continue
		}
		base, ok := standing(h, landed, pulls[i].Head)
		if !ok {
			continue
		}
		out = append(out, Span{Pull: i, Base: base, Head: pulls[i].Head})
		head, _ := h.Commit(pulls[i].Head)
		if !trees[head.Tree] {
			continue
		}
		for _, id := range below(h, landed, head) {
			out = append(out, Span{Pull: i, Base: id, Head: pulls[i].Head, Rest: true})
		}
	}
	return out
}

// treesOf are the trees of the first-parent chain.
func treesOf(h History, tip domain.CommitID) map[string]bool {
	chain, _ := firstParents(h, zeros, tip)
	trees := map[string]bool{}
	for i := range chain {
		trees[chain[i].Tree] = true
	}
	return trees
}

// below lists the first parents of a head that did not land.
func below(h History, landed map[domain.CommitID]landing, head Commit) (ids []domain.CommitID) {
	for c, ok := head, true; ok && len(c.Parents) > 0 && len(ids) < mostRests; {
		id := c.Parents[0]
		if _, in := landed[id]; in {
			break
		}
		ids = append(ids, id)
		c, ok = h.Commit(id)
	}
	return ids
}

// landing is when a commit came to a ref: with which step of its first-parent chain, counted
// from 1; own reports that it is the step itself. onto is the last step that it is based on or
// is.
type landing struct {
	step int
	own  bool
	onto int
}

func landings(h History, tip domain.CommitID) map[domain.CommitID]landing {
	chain, _ := firstParents(h, zeros, tip)
	landed, out := seen{}, map[domain.CommitID]landing{}
	for n := range chain {
		c := chain[len(chain)-1-n]
		added, _ := landed.take(h, c.ID)
		for _, id := range added {
			out[id] = landing{n + 1, id == c.ID, n + 1}
			if id != c.ID {
				out[id] = landing{n + 1, false, lastUnder(h, out, id)}
			}
		}
	}
	return out
}

// lastUnder is the last step that the parents of a commit are based on or are.
func lastUnder(h History, landed map[domain.CommitID]landing, id domain.CommitID) (step int) {
	c, _ := h.Commit(id)
	for _, p := range c.Parents {
		step = max(step, landed[p].onto)
	}
	return step
}

// standing finds the landed commit that a head is based on: of several the one that landed
// last, when it is a separate step and thus leads to the others.
func standing(h History, landed map[domain.CommitID]landing, head domain.CommitID) (base domain.CommitID, ok bool) {
	_, edge, whole := reach(h, landed, head)
	for _, id := range edge {
		if landed[id].step > landed[base].step {
			base = id
		}
	}
	return base, whole && len(edge) > 0 && (landed[base].own || len(edge) == 1)
}

// reach lists the commits of a head that did not land, the newest first, and those landed
// ones that are parents of them; whole says that all of these are there.
func reach(h History, landed map[domain.CommitID]landing, head domain.CommitID) (own []Commit, edge []domain.CommitID, whole bool) {
	met := map[domain.CommitID]bool{head: true}
	for queue := []domain.CommitID{head}; len(queue) > 0; queue = queue[1:] {
		if _, in := landed[queue[0]]; in {
			edge = append(edge, queue[0])
			continue
		}
		c, there := h.Commit(queue[0])
		if !there || len(own) == mostOwn {
			return nil, nil, false
		}
		own = append(own, c)
		for _, p := range c.Parents {
			if !met[p] {
				met[p] = true
				queue = append(queue, p)
			}
		}
	}
	return own, edge, true
}
