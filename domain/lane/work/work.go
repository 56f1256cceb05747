package work

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// Work is what the facts of an attempt show of its work.
type Work struct {
	graph
	tree tree
	// Extent are the facts that enclose all of the work, where it may contain several tasks: which of
	// them came out depends on all of it.
	Extent []int

	writes, removes, reverted, maybe, stages, tests, commits, cleans, undoes, pushes, pulls []int // of nodes

	recorded []*fact.Fact    // the last by which a harness recorded a pull request
	shown    objects         // by repositories
	everMade []int           // commits of the whole attempt, of whichever task
	ignored  map[string]bool // files of which git said, ever, that it ignores them
	// holds and stagings keep what was found of commits: parts of a work share it.
	holds    map[heldKey]holding
	stagings map[int][]int
	out      []CameOut // what came out before, see [Since]
}

// Of reads the work of the facts at some: those of calls, and pull requests that a harness recorded. roots are
// the worktrees of the lane, with slashes and without one at the end; what is written elsewhere is no work of
// the lane. repository are facts by which repositories show commits, see [fact.Fact.Shown].
func Of(facts []*fact.Fact, some []int, order *causal.Order, roots []string, repository []*fact.Fact) *Work {
	w := &Work{graph: graph{order: order, preceding: map[int]causal.Marks{}, looked: new(int)}, tree: roots,
		shown: objectsOf(repository), ignored: map[string]bool{}, holds: map[heldKey]holding{}, stagings: map[int][]int{}}
	isOfCall := func(i int) bool { return facts[i].OfCall() }
	for _, i := range order.Last(slices.DeleteFunc(slices.Clone(some), isOfCall)) {
		w.recorded = append(w.recorded, facts[i])
	}
	w.join(facts, slices.DeleteFunc(slices.Clone(some), func(i int) bool { return !isOfCall(i) }))
	for n, x := range w.nodes {
		if fact.IsTest(x.f.Kind) {
			if w.tree.isOwn(x.f.Payload.Run.Folder) {
				w.tests = append(w.tests, n)
			}
			continue
		}
		o := x.work()
		for _, name := range w.tree.names(o.Ignored) {
			w.ignored[name] = true
		}
		add := func(list *[]int, has bool) {
			if has {
				*list = append(*list, n)
			}
		}
		add(&w.writes, slices.ContainsFunc(o.Writes, w.tree.inside))
		add(&w.removes, slices.ContainsFunc(o.Removes, w.tree.inside))
		add(&w.reverted, slices.ContainsFunc(o.Reverts, w.tree.inside))
		add(&w.maybe, len(o.MayWrite) > 0)
		add(&w.stages, len(o.Staged) > 0 || o.MayStage || o.MayUnstage)
		add(&w.undoes, o.MayUndo)
		add(&w.commits, slices.ContainsFunc(o.Commits, func(c domain.ObservedCommit) bool { return !c.Viewed }))
		add(&w.cleans, slices.ContainsFunc(o.Commits, w.tree.isSeenClean))
		add(&w.pushes, slices.ContainsFunc(o.Refs, domain.ObservedRef.IsPush))
		add(&w.pulls, len(o.PullRequests) > 0)
	}
	w.everMade = w.commits
	return w
}
