package work

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/profile"
)

// CameOut is the work of a task that had come out before the work of the next one began: what it
// undertook was met, nothing that it wrote was left out of commits, and a commit or a push was made.
type CameOut struct {
	Paths   int               `json:"paths,omitzero"`  // files that it wrote or removed
	Tested  domain.GreenLevel `json:"tested,omitzero"` // the level of its green; absent where it ran no tests
	Commit  domain.CommitID   `json:"commit,omitzero"` // its last one, a prefix
	Ref     string            `json:"ref,omitzero"`    // to which it was pushed, short
	Because []domain.EventID  `json:"because"`
}

// cut is a place in the order that every fact of the work precedes or follows.
type cut struct {
	behind []bool // by node
	ahead  int    // how many nodes precede it
}

// Since returns the part of a work since the last that came out by a profile (6.tasks), all where none
// did. turns are the facts by which turns started: there one task may end and the next begin.
func Since(w *Work, p profile.Profile, turns []int) *Work {
	now, from := w, cut{behind: make([]bool, len(w.nodes))}
	for n := range from.behind {
		from.behind[n] = true
	}
	left := "" // a file that a task left out of commits
	cuts, may := cutsOf(w, turns)
	for _, c := range cuts {
		done := partOf(w, func(n int) bool { return from.behind[n] && !c.behind[n] })
		if len(madeBy(done))+len(done.pushes) == 0 || !isMet(done, p) {
			continue
		}
		if left = done.left(left); left != "" {
			continue
		}
		out := append(now.out, proofOf(done))
		now, from = partOf(w, func(n int) bool { return c.behind[n] }), c
		now.out = out
	}
	if may {
		all := nodesOf(w.nodes)
		now.Extent = w.places(slices.Concat(w.first(all), w.last(all)))
	}
	return now
}

// cutsOf returns, in their order, the places at turns that divide the work, with a commit or a push before
// each and other work after it that nothing may have taken commits away from. Of several that divide it alike
// it returns one. may reports that a turn is between a commit or a push and other work: with fewer facts it
// might divide the work.
func cutsOf(w *Work, turns []int) (out []cut, may bool) {
	landings := slices.Concat(madeBy(w), w.pushes)
	if len(landings) == 0 {
		return nil, false
	}
	begun := slices.Concat(w.writes, w.removes, w.tests, landings)
	every := w.places(nodesOf(w.nodes))
	for _, t := range turns {
		before, after := w.order.Before([]int{t}, every), w.order.After([]int{t}, every)
		if len(w.marked(landings, -1, before)) == 0 || len(w.marked(begun, -1, after)) == 0 {
			continue
		}
		may = true
		if c, divides := divided(w, before, after); divides && !slices.ContainsFunc(w.undoes, func(n int) bool { return c.behind[n] }) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b cut) int { return cmp.Compare(a.ahead, b.ahead) })
	return slices.CompactFunc(out, func(a, b cut) bool { return a.ahead == b.ahead }), may
}

// divided returns the cut at a place by what precedes and what follows it; false where a node does
// neither, or both.
func divided(w *Work, before, after causal.Marks) (cut, bool) {
	c := cut{behind: make([]bool, len(w.nodes))}
	for n, x := range w.nodes {
		precedes := slices.ContainsFunc(x.at, before.Holds)
		c.behind[n] = slices.ContainsFunc(x.at, after.Holds)
		if precedes == c.behind[n] {
			return c, false
		}
		if precedes {
			c.ahead++
		}
	}
	return c, true
}

// nodesOf are the indices of nodes.
func nodesOf(nodes []node) []int {
	all := make([]int, len(nodes))
	for n := range all {
		all[n] = n
	}
	return all
}

// partOf returns the work of some nodes. What was put into the index, what git said to be clean and which
// commits were made before is known to it all the same.
func partOf(w *Work, keep func(n int) bool) *Work {
	out := *w
	for _, list := range []*[]int{&out.writes, &out.removes, &out.reverted, &out.maybe, &out.tests, &out.commits, &out.pushes} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(n int) bool { return !keep(n) })
	}
	return &out
}

// madeBy returns the facts that record a commit, and not only a clean worktree.
func madeBy(w *Work) []int {
	return slices.DeleteFunc(slices.Clone(w.commits), func(n int) bool { return !w.nodes[n].commitsSome() })
}

// isMet reports whether work undertook something by a profile, and all that it undertook is met. It leaves out
// what commits have to hold: see [Work.left], which costs more.
func isMet(w *Work, p profile.Profile) bool {
	s := Standing{Wrote: w.wrote(), Pushed: w.pushed()}
	var changed []int // greens behind which something may have changed: whether it did does not matter here
	if s.Tested, changed, _ = w.testedBehindAll(); len(changed) > 0 {
		s.Tested = w.testedBy(TestedStale, changed[0])
	}
	if len(w.commits) > 0 {
		s.Committed.Because = w.ids(w.commits[0])
	}
	found := w.expectedBy(p, s)
	return len(found) > 0 && !slices.ContainsFunc(found, func(a evidence.Aspect) bool {
		return a.Verdict != evidence.VerdictMet && a.Expects != domain.ExpectWrites
	})
}

// proofOf describes work that came out.
func proofOf(w *Work) CameOut {
	s := w.Standing()
	out := CameOut{Paths: s.Wrote.Paths, Tested: s.Tested.Level, Commit: s.Committed.Commit, Ref: s.Pushed.Ref}
	out.Because = sorted(slices.Concat(s.Wrote.Because, s.Tested.Because, s.Committed.Because, s.Pushed.Because))
	return out
}
