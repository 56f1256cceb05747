package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// classify says by which path each step came, as far as objects show it:
//
//	several parents                                     merge_commit
//	the head of a pull request itself                   fast_forward
//	the tree, or all changes together, of a pull
//	request whose head did not land                     squash_merge
//	with the steps before it, change by change, such a
//	pull request of several commits                     rebase_merge
//	nothing of that                                     direct_push, assumed
func classify(h History, landed seen, steps []Step, pulls []Pull) {
	heads := map[domain.CommitID][]*Pull{}
	var open []*Pull
	for i := range pulls {
		p := &pulls[i]
		heads[p.Head] = append(heads[p.Head], p)
		if !landed[p.Head] {
			open = append(open, p)
		}
	}
	m := newMatcher(h, landed, open)
	for i := range steps {
		s := &steps[i]
		c, ok := h.Commit(s.New)
		switch {
		case ok && len(c.Parents) > 1:
			s.set(domain.MergeCommit, domain.BasisObjects, heads[c.Parents[1]])
			s.Source = c.Parents[1]
		case len(heads[s.New]) > 0:
			s.set(domain.MergeFastForward, domain.BasisObjects, heads[s.New])
		case len(c.Parents) == 1 && m.squash(s, c):
		default:
			s.set(domain.MergeDirectPush, domain.BasisAssumed, nil)
		}
	}
	for i := range steps {
		m.rebase(h, steps, i)
	}
}

// set names the pull request when one alone is shown.
func (s *Step) set(method domain.MergeMethod, basis domain.Basis, pulls []*Pull) {
	s.Method, s.Basis, s.Pull = method, basis, nil
	if len(pulls) == 1 {
		s.Pull = pulls[0]
	}
}

// matcher finds pull requests by what is in them.
type matcher struct {
	byTree  map[string][]*Pull
	byRange map[string][]*Pull
	byLast  map[string][]*request // by the patch-id of the last commit
}

// request is a pull request of several commits, each on the one before.
type request struct {
	pull    *Pull
	patches []string
}

func newMatcher(h History, landed seen, open []*Pull) *matcher {
	m := &matcher{byTree: map[string][]*Pull{}, byRange: map[string][]*Pull{}, byLast: map[string][]*request{}}
	for _, p := range open {
		head, ok := h.Commit(p.Head)
		if !ok {
			continue
		}
		m.byTree[head.Tree] = append(m.byTree[head.Tree], p)
		if p.RangePatchID != "" {
			m.byRange[p.RangePatchID] = append(m.byRange[p.RangePatchID], p)
		}
		if patches := linear(h, landed, head); len(patches) > 1 {
			last := patches[len(patches)-1]
			m.byLast[last] = append(m.byLast[last], &request{p, patches})
		}
	}
	return m
}

// linear lists the patch-ids of a pull request's own commits, the oldest first; nil when
// one merges, has no patch-id or is not there.
func linear(h History, landed seen, c Commit) []string {
	var patches []string
	for !landed[c.ID] {
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

// squash looks for a pull request that holds all the step's changes. A step that
// changes nothing is none: many have its tree.
func (m *matcher) squash(s *Step, c Commit) bool {
	found := m.byRange[c.PatchID]
	if c.PatchID == "" || len(found) == 0 {
		found = m.byTree[c.Tree]
	}
	if len(found) == 0 || c.PatchID == "" && len(found) > 1 {
		return false
	}
	s.set(domain.MergeSquash, domain.BasisObjects, found)
	if s.Pull != nil {
		s.Source = s.Pull.Head
	}
	return true
}

// rebase looks for a pull request whose changes the steps up to i repeat one by one.
func (m *matcher) rebase(h History, steps []Step, i int) {
	c, _ := h.Commit(steps[i].New)
	var found []*Pull
	n := 0
	for _, r := range m.byLast[c.PatchID] {
		if repeats(h, steps[:i+1], r.patches) && len(r.patches) >= n {
			if len(r.patches) > n {
				found = nil
			}
			n, found = len(r.patches), append(found, r.pull)
		}
	}
	for k := i - n + 1; k <= i && n > 0; k++ {
		steps[k].set(domain.MergeRebase, domain.BasisObjects, found)
		if steps[k].Pull != nil {
			steps[k].Source = steps[k].Pull.Head
		}
	}
}

func repeats(h History, steps []Step, patches []string) bool {
	if len(steps) < len(patches) {
		return false
	}
	for k, s := range steps[len(steps)-len(patches):] {
		if c, ok := h.Commit(s.New); !ok || len(c.Parents) > 1 || c.PatchID != patches[k] {
			return false
		}
	}
	return true
}
