package work

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// Work is what the facts of an attempt show of its work.
type Work struct {
	order *causal.Order
	tree  tree
	nodes []node
	// preceding holds what precedes a node, of those that were asked for.
	preceding map[int]causal.Marks

	writes, removes, maybe, stages, tests, commits, pushes, pulls []int // of nodes
}

// node is one fact, told by one or several emitters: a hook and an import tell of the same call.
type node struct {
	at  []int // in the facts
	ids []domain.EventID
	f   *fact.Fact
}

// work is what the fact says of the work; of one whose data are erased nothing.
func (x node) work() *domain.Observed {
	if x.f.Payload.Work == nil {
		return &domain.Observed{}
	}
	return x.f.Payload.Work
}

// Of reads the work of the facts at some. roots are the worktrees of the lane, with slashes and
// without one at the end; what is written elsewhere is no work of the lane.
func Of(facts []*fact.Fact, some []int, order *causal.Order, roots []string) *Work {
	w := &Work{order: order, tree: roots, preceding: map[int]causal.Marks{}}
	w.join(facts, some)
	for n, x := range w.nodes {
		if fact.IsTest(x.f.Kind) {
			w.tests = append(w.tests, n)
			continue
		}
		o := x.work()
		add := func(list *[]int, has bool) {
			if has {
				*list = append(*list, n)
			}
		}
		add(&w.writes, slices.ContainsFunc(o.Writes, w.tree.inside))
		add(&w.removes, slices.ContainsFunc(o.Removes, w.tree.inside))
		add(&w.maybe, len(o.MayWrite) > 0)
		add(&w.stages, len(o.Staged) > 0)
		add(&w.commits, len(o.Commits) > 0)
		add(&w.pushes, slices.ContainsFunc(o.Refs, isPush))
		add(&w.pulls, len(o.PullRequests) > 0)
	}
	return w
}

// callKey names what is said of a call.
type callKey struct {
	session domain.SessionID
	item    domain.ItemID
	kind    domain.Kind
	said    string
}

// compareContent orders facts by what they say, and only those that say the same by their ids.
func compareContent(x, y *fact.Fact) int {
	return cmp.Or(x.Observed.Time().Compare(y.Observed.Time()), cmp.Compare(x.Payload.Text(), y.Payload.Text()), x.ID.Compare(y.ID))
}

// join makes one node of the facts that say the same of a call: a hook and an import tell of it.
// The fact of the highest trust stands for it; of equal trust the first by [compareContent].
func (w *Work) join(facts []*fact.Fact, some []int) {
	some = slices.Clone(some)
	slices.SortFunc(some, func(a, b int) int { return compareContent(facts[a], facts[b]) })
	at := map[callKey]int{}
	live := map[string]bool{} // what was said live of no call
	for _, i := range some {
		if f := facts[i]; f.Item == "" && !f.Imported {
			live[string(f.Kind)+f.Payload.Text()] = true
		}
	}
	for _, i := range some {
		f := facts[i]
		key := callKey{f.Session, f.Item, f.Kind, f.Payload.Text()}
		if f.Item == "" {
			if f.Imported && live[string(f.Kind)+key.said] {
				continue // a record of what was said live
			}
			w.nodes = append(w.nodes, node{[]int{i}, []domain.EventID{f.ID}, f})
			continue
		}
		n, held := at[key]
		if !held {
			at[key] = len(w.nodes)
			w.nodes = append(w.nodes, node{[]int{i}, []domain.EventID{f.ID}, f})
			continue
		}
		x := &w.nodes[n]
		if x.at, x.ids = append(x.at, i), append(x.ids, f.ID); cmp.Or(-cmp.Compare(x.f.Rank(), f.Rank()), compareContent(x.f, f)) > 0 {
			x.f = f
		}
	}
}

// isPush reports whether a ref is one of a remote.
func isPush(r domain.ObservedRef) bool {
	switch r.Result {
	case domain.ObservedMerged, domain.ObservedFastForward, domain.ObservedRebased, domain.ObservedDeleted:
		return false
	case domain.ObservedCreated, domain.ObservedUpdated, domain.ObservedForced, domain.ObservedUpToDate, domain.ObservedRejected:
	}
	return true
}

// places are the facts of nodes.
func (w *Work) places(nodes []int) (out []int) {
	for _, n := range nodes {
		out = append(out, w.nodes[n].at...)
	}
	return out
}

// before returns those of nodes that precede n.
func (w *Work) before(n int, nodes []int) []int {
	marks, asked := w.preceding[n]
	if !asked {
		marks = w.order.Before(w.nodes[n].at, nil)
		w.preceding[n] = marks
	}
	return w.marked(nodes, n, marks)
}

// after returns those of nodes that n precedes.
func (w *Work) after(n int, nodes []int) []int {
	return w.marked(nodes, n, w.order.After(w.nodes[n].at, w.places(nodes)))
}

func (w *Work) marked(nodes []int, but int, marks causal.Marks) (out []int) {
	for _, n := range nodes {
		if n != but && slices.ContainsFunc(w.nodes[n].at, marks.Holds) {
			out = append(out, n)
		}
	}
	return out
}

// last returns those of nodes that precede no other of them, all where each precedes another.
func (w *Work) last(nodes []int) (out []int) {
	if len(nodes) < 2 {
		return nodes
	}
	all := w.places(nodes)
	marks := w.order.Before(all, all)
	for _, n := range nodes {
		precedes := slices.ContainsFunc(w.nodes[n].at, marks.Holds)
		if precedes && len(w.nodes[n].at) > 1 { // perhaps itself only
			precedes = len(w.after(n, nodes)) > 0
		}
		if !precedes {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nodes
	}
	return out
}

// newest is the one of nodes that was observed last.
func (w *Work) newest(nodes []int) int {
	return slices.MaxFunc(nodes, func(a, b int) int { return compareContent(w.nodes[a].f, w.nodes[b].f) })
}

// ids returns the ids of the facts of nodes, sorted.
func (w *Work) ids(nodes ...int) []domain.EventID {
	out := make([]domain.EventID, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, w.nodes[n].ids...)
	}
	slices.SortFunc(out, domain.EventID.Compare)
	return slices.Compact(out)
}
