package causal

// width is how many groups one pass over the order follows: the bits of a word.
const width = 64

// Relation holds, for two lists of groups of nodes, which group of the first list precedes
// which group of the second. A group precedes another when some node of the one precedes
// some node of the other.
type Relation struct {
	bits    []uint64 // a row for each group of the longer list, a column for each of the other
	words   int      // of a row
	swapped bool     // the rows are the groups that precede
}

// Relate returns which groups of from precede which groups of until. It follows the groups
// of the shorter list, 64 in each pass over the components between them and the others.
func (o *Order) Relate(from, until [][]int) Relation {
	r := Relation{swapped: len(until) < len(from)}
	rows, columns := until, from
	if r.swapped {
		rows, columns = from, until
	}
	r.words = (len(columns) + width - 1) / width
	r.bits = make([]uint64, r.words*len(rows))
	low, high := o.spanAll(from, until)
	for w := range r.words {
		batch := columns[w*width : min(len(columns), (w+1)*width)]
		masks := o.sweep(batch, low, high, r.swapped)
		for n, row := range rows {
			for _, i := range row {
				r.bits[n*r.words+w] |= masks[o.comp[i]-low]
			}
		}
	}
	return r
}

// Precedes reports whether group f of from precedes group u of until.
func (r Relation) Precedes(f, u int) bool {
	row, column := u, f
	if r.swapped {
		row, column = f, u
	}
	return r.bits[row*r.words+column/width]>>(column%width)&1 == 1
}

// sweep returns for each component in [low, high) which of up to 64 groups precede it, or,
// backward, which it precedes: bit n is group n.
func (o *Order) sweep(groups [][]int, low, high int, backward bool) []uint64 {
	own, out := make([]uint64, high-low), make([]uint64, high-low)
	for n, nodes := range groups {
		for _, i := range nodes {
			own[o.comp[i]-low] |= 1 << n
		}
	}
	edges, c, step := o.next, low, 1
	if backward {
		edges, c, step = o.prev, high-1, -1
	}
	for ; c >= low && c < high; c += step {
		carried := own[c-low] | out[c-low]
		o.steps += 1 + len(edges[c])
		if carried == 0 {
			continue
		}
		for _, n := range edges[c] {
			if n >= low && n < high {
				out[n-low] |= carried
			}
		}
	}
	return out
}

// The answers of [Order.Followers] that are not the index of a group.
const (
	NoGroup = -1 - iota
	SeveralGroups
)

// Followers returns a function that returns which groups have a node after node i, which
// is in one of the groups: the index of the group, [NoGroup] or [SeveralGroups].
func (o *Order) Followers(groups [][]int) func(i int) int {
	low, high := o.spanAll(groups)
	own, ahead := make([]int, high-low), make([]int, high-low)
	for c := range own {
		own[c], ahead[c] = NoGroup, NoGroup
	}
	for n, nodes := range groups {
		for _, i := range nodes {
			c := o.comp[i] - low
			own[c] = joined(own[c], n)
		}
	}
	for c := high - 1; c >= low; c-- {
		o.steps += 1 + len(o.next[c])
		for _, next := range o.next[c] {
			if next < high {
				ahead[c-low] = joined(ahead[c-low], joined(own[next-low], ahead[next-low]))
			}
		}
	}
	return func(i int) int { return ahead[o.comp[i]-low] }
}

// joined combines two answers of [Order.Followers].
func joined(a, b int) int {
	switch {
	case a == NoGroup || a == b:
		return b
	case b == NoGroup:
		return a
	}
	return SeveralGroups
}

// spanAll returns the range of components, half-open, that holds the nodes of all groups.
func (o *Order) spanAll(lists ...[][]int) (low, high int) {
	low = len(o.next)
	for _, groups := range lists {
		for _, nodes := range groups {
			l, h := o.span(nodes)
			low, high = min(low, l), max(high, h)
		}
	}
	return min(low, high), high
}

// Singles returns a group for each node of some.
func Singles(some []int) [][]int {
	out := make([][]int, len(some))
	for n := range some {
		out[n] = some[n : n+1]
	}
	return out
}
