package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// request is a pull request whose head did not land as it was.
type request struct {
	pull *Pull
	head Commit
	onto int      // the last step that the head is based on, -1 for none
	own  []Commit // its commits that did not land and are no merges
	// patches are those of its commits, the oldest first, where each is based on the one
	// before and changes something; else none.
	patches []string
	unclear bool // it is not known what some of its commits change
}

// mostOwn bounds how many commits of a pull request are looked at.
const mostOwn = 10_000

// newRequest gathers what a pull request brings; false when its head landed as it was, or
// not all of its history is there.
func newRequest(h History, landed map[domain.CommitID]landing, p *Pull) (*request, bool) {
	head, ok := h.Commit(p.Head)
	if _, in := landed[p.Head]; in || !ok {
		return nil, false
	}
	own, edge, whole := reach(h, landed, p.Head)
	if !whole {
		return nil, false
	}
	r := &request{pull: p, head: head, onto: -1}
	for _, id := range edge {
		r.onto = max(r.onto, landed[id].onto-1)
	}
	for _, c := range own {
		if len(c.Parents) > 1 {
			continue
		}
		switch changes, known := differs(h, c); {
		case changes && known:
			r.own = append(r.own, c)
			r.unclear = r.unclear || c.PatchID == ""
		case !known:
			r.unclear = true
		}
	}
	r.patches = linear(h, landed, head)
	return r, true
}

// differs reports whether a commit leaves another tree than its only parent, and whether
// that is known.
func differs(h History, c Commit) (changes, known bool) {
	if len(c.Parents) == 0 {
		return true, true
	}
	parent, ok := h.Commit(c.Parents[0])
	return ok && parent.Tree != c.Tree, ok
}

// left returns the paths that objects leave open by which a step may have brought what
// was left of the pull request. Where that is one commit it cannot be determined whether
// it was squashed, rebased or picked.
func (r *request) left(step Commit) methods {
	one := len(r.own) < 2 || r.unclear ||
		slices.ContainsFunc(r.own, func(c Commit) bool { return c.PatchID == step.PatchID })
	if one {
		return maySquash | mayRebase
	}
	return maySquash
}

// linear lists the patch-ids of a pull request's own commits, the oldest first; nil when
// one merges, has no patch-id or is not there.
func linear(h History, landed map[domain.CommitID]landing, c Commit) []string {
	var patches []string
	for {
		if _, in := landed[c.ID]; in {
			break
		}
		if len(c.Parents) != 1 || c.PatchID == "" {
			return nil
		}
		patches = append(patches, c.PatchID)
		var ok bool
		if c, ok = h.Commit(c.Parents[0]); !ok {
			return nil
		}
	}
	slices.Reverse(patches)
	return patches
}
