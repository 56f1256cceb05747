package causal

import "slices"

// Marks is a set of nodes: the answer to a question about an order.
type Marks struct {
	comp []int
	at   []bool // by component
}

// Holds reports whether node i is in the set.
func (m Marks) Holds(i int) bool { return m.at[m.comp[i]] }

// After returns the nodes that some node of from precedes. The answer is valid for the
// nodes of among, or for all nodes when among is nil.
func (o *Order) After(from, among []int) Marks {
	high := len(o.next)
	if among != nil {
		_, high = o.span(among)
	}
	return o.mark(from, o.next, 0, high)
}

// Before returns the nodes that precede some node of until. The answer is valid for the
// nodes of among, or for all nodes when among is nil.
func (o *Order) Before(until, among []int) Marks {
	low := 0
	if among != nil {
		low, _ = o.span(among)
	}
	return o.mark(until, o.prev, low, len(o.next))
}

// Between reports which nodes lie on causal paths between nodes of some, these included,
// and in cycles with them.
func (o *Order) Between(some []int) func(i int) bool {
	after, before := o.After(some, nil), o.Before(some, nil)
	for _, i := range some {
		after.at[o.comp[i]], before.at[o.comp[i]] = true, true
	}
	return func(i int) bool { return after.Holds(i) && before.Holds(i) }
}

// mark returns what can be reached from start along edges, within components [low, high).
func (o *Order) mark(start []int, edges [][]int, low, high int) Marks {
	m := Marks{o.comp, make([]bool, len(o.next))}
	o.spread(start, edges, low, high, func(c int) { m.at[c] = true })
	return m
}

// spread follows edges from the components of start, within [low, high), and visits each
// component that it reaches once.
func (o *Order) spread(start []int, edges [][]int, low, high int, visit func(c int)) {
	o.asked++
	var path []int
	for _, i := range start {
		path = append(path, o.comp[i])
	}
	slices.Sort(path)
	path = slices.Compact(path)
	for len(path) > 0 {
		c := path[len(path)-1]
		path = path[:len(path)-1]
		o.steps += len(edges[c])
		for _, n := range edges[c] {
			if n < low || n >= high || o.seen[n] == o.asked {
				continue
			}
			o.seen[n] = o.asked
			visit(n)
			path = append(path, n)
		}
	}
}

// span returns the range of components, half-open, that holds the nodes of some.
func (o *Order) span(some []int) (low, high int) {
	low = len(o.next)
	for _, i := range some {
		low, high = min(low, o.comp[i]), max(high, o.comp[i]+1)
	}
	return low, high
}

// Last returns the nodes of some that precede no other of them.
func (o *Order) Last(some []int) []int { return o.extremes(some, o.prev) }

// First returns the nodes of some that follow no other of them.
func (o *Order) First(some []int) []int { return o.extremes(some, o.next) }

// extremes returns the nodes of some to which no path along edges leads from another.
func (o *Order) extremes(some []int, edges [][]int) []int {
	if len(some) < 2 {
		return some
	}
	low, high := o.span(some)
	o.spread(some, edges, low, high, func(int) {})
	var out []int
	for _, i := range some {
		if o.seen[o.comp[i]] != o.asked {
			out = append(out, i)
		}
	}
	return out
}

// Precedes reports whether some node of from precedes some node of until.
func (o *Order) Precedes(from, until []int) bool {
	return slices.ContainsFunc(until, o.After(from, until).Holds)
}
