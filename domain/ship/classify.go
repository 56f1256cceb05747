package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// shown is by which path a step came, as far as that is shown or stated.
type shown struct {
	method domain.MergeMethod
	basis  domain.Basis
	pull   *Pull           // nil when none is shown, or several alike
	source domain.CommitID // the head of what was shipped, where objects show another commit
	stated *domain.ShipStated
}

// classify says by which path each step of the first-parent chain of a tip came:
//
//	several parents                                  merge_commit, objects
//	all changes together of a pull request of        squash_merge, objects
//	several commits; or what was left of it after
//	one of them, and its tree, new to the branch
//	with the steps before it, change by change,      rebase_merge, objects
//	a pull request of several commits
//	a pull request of one commit, or one of which    unknown, objects; squash_merge, stated,
//	one commit was left                              where the subject says so
//	nothing of that                                  what is stated, see [Said]; else direct_push,
//	                                                 assumed
//
// The whole chain is looked at, so that a pull request lands once: with its first step that
// can be it, see [landing]. A patch shows more than a tree.
func classify(h History, tip domain.CommitID, pulls []Pull, said map[domain.CommitID]Said) map[domain.CommitID]shown {
	m := newMatcher(h, tip, pulls)
	out := make(map[domain.CommitID]shown, len(m.chain))
	claims := newClaims(m, pulls, said)
	for i, c := range m.chain {
		s := m.shown(i)
		s.stated = claims.of(c)
		claims.weigh(i, &s, m.matches[i])
		out[c.ID] = s
	}
	return out
}

// methods is a set of paths that objects leave open.
type methods uint8

const (
	maySquash methods = 1 << iota
	mayRebase
)

// match says that a pull request may have landed with a step.
type match struct {
	*request
	methods methods
}

// run is a pull request of several commits that the steps from one to another repeat.
type run struct {
	*request
	from, to int
}

// matcher finds with which steps pull requests landed. Steps are counted from 0, the
// oldest first.
type matcher struct {
	h       History
	chain   []Commit
	whole   bool // the chain begins at a root
	landed  map[domain.CommitID]landing
	heads   map[domain.CommitID][]*Pull
	byPatch map[string][]int // of steps that change something
	byTree  map[string]int   // the first step with the tree
	landing map[*Pull]int    // the step with which a pull request landed, the last one of several
	open    map[*Pull]*request
	matches map[int][]match
	runs    []run
}

func newMatcher(h History, tip domain.CommitID, pulls []Pull) *matcher {
	chain, cut := firstParents(h, zeros, tip)
	slices.Reverse(chain)
	m := &matcher{h: h, chain: chain, whole: !cut, landed: landings(h, tip), heads: map[domain.CommitID][]*Pull{}, byPatch: map[string][]int{},
		byTree: map[string]int{}, landing: map[*Pull]int{}, open: map[*Pull]*request{}, matches: map[int][]match{}}
	for i, c := range chain {
		if _, had := m.byTree[c.Tree]; !had {
			m.byTree[c.Tree] = i
		}
		if c.PatchID != "" && m.changes(c) {
			m.byPatch[c.PatchID] = append(m.byPatch[c.PatchID], i)
		}
	}
	for i := range pulls {
		p := &pulls[i]
		m.heads[p.Head] = append(m.heads[p.Head], p)
		if r, ok := newRequest(h, m.landed, p); ok {
			m.open[p] = r
			m.find(r)
		}
	}
	m.weaken()
	return m
}

// changes reports whether a commit has one parent and is known to leave another tree than that.
func (m *matcher) changes(c Commit) bool {
	if len(c.Parents) != 1 {
		return false
	}
	parent, ok := m.h.Commit(c.Parents[0])
	return ok && parent.Tree != c.Tree
}

// find looks for the step with which a pull request landed.
func (m *matcher) find(r *request) {
	whole, repeated := m.squash(r), m.repeated(r)
	switch last := len(m.chain); {
	case whole < last && whole <= repeated.to:
		m.match(whole, r, r.left(m.chain[whole])|m.again(whole))
		if repeated.to == whole {
			m.repeat(repeated)
		}
	case repeated.to < last:
		m.repeat(repeated)
	default:
		if i, left := m.rest(r); left {
			m.match(i, r, r.left(m.chain[i])|m.again(i))
		}
	}
}

func (m *matcher) match(i int, r *request, by methods) {
	m.matches[i] = append(m.matches[i], match{r, by})
	m.landing[r.pull] = i
}

func (m *matcher) repeat(r run) {
	for i := r.from; i <= r.to; i++ {
		m.match(i, r.request, mayRebase|m.again(i))
	}
	m.runs = append(m.runs, r)
}

// again leaves the path open of a step that brings what the branch had before: it may be the
// revert of a revert.
func (m *matcher) again(i int) methods {
	c := m.chain[i]
	if m.byTree[c.Tree] < i || m.byPatch[c.PatchID][0] < i {
		return maySquash | mayRebase
	}
	return 0
}

// can reports whether a pull request may have landed with a step: it is not based on the step, and its head was
// made no later.
func (m *matcher) can(r *request, i int) bool {
	return i > r.onto && !r.head.Made.After(m.chain[i].Made)
}

// squash is the first step that changes all that a pull request does, past the last for none.
func (m *matcher) squash(r *request) int {
	for _, i := range m.byPatch[r.pull.RangePatchID] {
		if m.can(r, i) {
			return i
		}
	}
	return len(m.chain)
}

// rest is the first step with the tree of a pull request, where it changes what was left
// after one of its commits.
func (m *matcher) rest(r *request) (step int, ok bool) {
	i, had := m.byTree[r.head.Tree]
	if !had || !m.whole || !m.changes(m.chain[i]) || !m.can(r, i) {
		return 0, false
	}
	c := m.chain[i]
	return i, c.PatchID != "" && slices.Contains(r.pull.RestPatchIDs, c.PatchID)
}

// repeated are the first steps that repeat the commits of a pull request one by one, past
// the last for none.
func (m *matcher) repeated(r *request) run {
	none := run{to: len(m.chain)}
	n := len(r.patches)
	if n < 2 {
		return none
	}
	for _, i := range m.byPatch[r.patches[n-1]] {
		one := run{r, i - n + 1, i}
		if one.from >= 0 && m.repeats(one) {
			return one
		}
	}
	return none
}

func (m *matcher) repeats(r run) bool {
	for k, patch := range r.patches {
		i := r.from + k
		if c := m.chain[i]; c.PatchID != patch || !m.changes(c) || !m.can(r.request, i) {
			return false
		}
	}
	return true
}

// weaken leaves open by which path those runs came of which a step may also be another pull
// request: of two that are based on each other each may have been squashed, and one may have
// landed as it was.
func (m *matcher) weaken() {
	for weaker := true; weaker; {
		weaker = false
		for _, r := range m.runs {
			if m.another(r) && m.loosen(r) {
				weaker = true
			}
		}
	}
}

func (m *matcher) another(r run) bool {
	for i := r.from; i <= r.to; i++ {
		if len(m.heads[m.chain[i].ID]) > 0 || slices.ContainsFunc(m.matches[i], func(x match) bool { return x.request != r.request && x.methods&maySquash != 0 }) {
			return true
		}
	}
	return false
}

// loosen reports whether it changed something.
func (m *matcher) loosen(r run) (changed bool) {
	for i := r.from; i <= r.to; i++ {
		for k := range m.matches[i] {
			if x := &m.matches[i][k]; x.request == r.request && x.methods&maySquash == 0 {
				x.methods |= maySquash
				changed = true
			}
		}
	}
	return changed
}

// shown is what objects show of a step.
func (m *matcher) shown(i int) shown {
	c := m.chain[i]
	if len(c.Parents) > 1 {
		s := shown{method: domain.MergeCommit, basis: domain.BasisObjects, source: c.Parents[1]}
		if pulls := m.heads[c.Parents[1]]; len(pulls) == 1 && m.landed[c.Parents[1]].step == i+1 {
			s.pull = pulls[0]
		}
		return s
	}
	if len(m.matches[i]) == 0 {
		return shown{method: domain.MergeDirectPush, basis: domain.BasisAssumed}
	}
	var may methods
	for _, x := range m.matches[i] {
		may |= x.methods
	}
	s := shown{method: domain.MergeUnknown, basis: domain.BasisObjects}
	switch may {
	case maySquash:
		s.method = domain.MergeSquash
	case mayRebase:
		s.method = domain.MergeRebase
	}
	if len(m.matches[i]) == 1 && (may != maySquash|mayRebase || len(m.heads[c.ID]) == 0) {
		s.pull = m.matches[i][0].pull
		s.source = s.pull.Head
	}
	return s
}
