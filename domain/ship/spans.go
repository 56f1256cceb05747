package ship

import "github.com/clawable/claw/domain"

// Span is all that a pull request changes: from the commit that it stands on to its head.
type Span struct {
	Pull       int // place in the pulls that were asked about
	Base, Head domain.CommitID
}

// Spans says what the pull requests stand on that did not land in tip as they were: the
// newest commit of tip's history that their own leads to. Those of which that is not
// clear, or whose history is not all there, are left out.
func Spans(h History, tip domain.CommitID, pulls []Pull) []Span {
	landed := landings(h, tip)
	var out []Span
	for i := range pulls {
		if _, in := landed[pulls[i].Head]; in {
			continue
		}
		if base, ok := standing(h, landed, pulls[i].Head); ok {
			out = append(out, Span{Pull: i, Base: base, Head: pulls[i].Head})
		}
	}
	return out
}

// landing is when a commit came to a ref: with which step of its first-parent chain,
// counted from 1; own says that it is the step itself.
type landing struct {
	step int
	own  bool
}

func landings(h History, tip domain.CommitID) map[domain.CommitID]landing {
	chain, _ := firstParents(h, zeros, tip)
	landed, out := seen{}, map[domain.CommitID]landing{}
	for n := range chain {
		c := chain[len(chain)-1-n]
		added, _ := landed.take(h, c.ID)
		for _, id := range added {
			out[id] = landing{n + 1, id == c.ID}
		}
	}
	return out
}

// standing finds the landed commit that a head stands on: of several the one that landed
// last, when it is a step of its own and thus leads to the others.
func standing(h History, landed map[domain.CommitID]landing, head domain.CommitID) (base domain.CommitID, ok bool) {
	edge, whole := edgeOf(h, landed, head)
	for _, id := range edge {
		if landed[id].step > landed[base].step {
			base = id
		}
	}
	return base, whole && len(edge) > 0 && (landed[base].own || len(edge) == 1)
}

// edgeOf lists the landed commits that are parents of a head's own; whole says that all
// of these are there.
func edgeOf(h History, landed map[domain.CommitID]landing, head domain.CommitID) (edge []domain.CommitID, whole bool) {
	met := map[domain.CommitID]bool{head: true}
	for queue := []domain.CommitID{head}; len(queue) > 0; queue = queue[1:] {
		if _, in := landed[queue[0]]; in {
			edge = append(edge, queue[0])
			continue
		}
		c, there := h.Commit(queue[0])
		if !there {
			return nil, false
		}
		for _, p := range c.Parents {
			if !met[p] {
				met[p] = true
				queue = append(queue, p)
			}
		}
	}
	return edge, true
}
