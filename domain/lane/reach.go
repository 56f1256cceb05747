package lane

import "slices"

// marks are facts that a question about the order was answered with.
type marks struct {
	comp []int
	at   []bool // by component
}

// holds reports whether fact i is among them.
func (m marks) holds(i int) bool { return m.at[m.comp[i]] }

// after marks what some of from precede. The answer holds for the facts among which
// it is asked, for all when that is nil.
func (o *order) after(from, among []int) marks {
	high := len(o.next)
	if among != nil {
		_, high = o.span(among)
	}
	return o.mark(from, o.next, 0, high)
}

// before marks what precedes some of until, among some facts as for [order.after].
func (o *order) before(until, among []int) marks {
	low := 0
	if among != nil {
		low, _ = o.span(among)
	}
	return o.mark(until, o.prev, low, len(o.next))
}

func (o *order) mark(start []int, edges [][]int, low, high int) marks {
	m := marks{o.comp, make([]bool, len(o.next))}
	o.spread(start, edges, low, high, func(c int) { m.at[c] = true })
	return m
}

// spread follows edges from the components of some facts, within [low, high), and
// visits each component that it comes to once.
func (o *order) spread(start []int, edges [][]int, low, high int, visit func(c int)) {
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
		o.looked += len(edges[c])
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

// span returns the range of components, half-open, that holds some facts.
func (o *order) span(some []int) (low, high int) {
	low = len(o.next)
	for _, i := range some {
		low, high = min(low, o.comp[i]), max(high, o.comp[i]+1)
	}
	return low, high
}

// last returns those of some that no other of them follows.
func (o *order) last(some []int) []int { return o.extremes(some, o.prev) }

// first returns those of some that follow no other of them.
func (o *order) first(some []int) []int { return o.extremes(some, o.next) }

// extremes returns those of some to which no way along edges leads from another.
func (o *order) extremes(some []int, edges [][]int) []int {
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

// precedes reports whether one of from precedes one of until.
func (o *order) precedes(from, until []int) bool {
	after := o.after(from, until)
	return slices.ContainsFunc(until, after.holds)
}
