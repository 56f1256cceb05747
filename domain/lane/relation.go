package lane

// width64 is how many groups one pass over the order follows: the bits of a word.
const width64 = 64

// relation says of two lists of groups of facts which of the one precede which of
// the other: some fact of the one group precedes some fact of the other.
type relation struct {
	bits    []uint64 // a row for each group of the longer list
	words   int      // of a row
	swapped bool     // the rows are those that precede
}

// relate follows the groups of the shorter list, 64 in each pass over what of the
// order lies between them and the others.
func (o *order) relate(from, until [][]int) relation {
	r := relation{swapped: len(until) < len(from)}
	rows, columns := until, from
	if r.swapped {
		rows, columns = from, until
	}
	r.words = (len(columns) + width64 - 1) / width64
	r.bits = make([]uint64, r.words*len(rows))
	low, high := o.spanAll(from, until)
	for w := range r.words {
		batch := columns[w*width64 : min(len(columns), (w+1)*width64)]
		masks := o.sweep(batch, low, high, r.swapped)
		for n, row := range rows {
			for _, i := range row {
				r.bits[n*r.words+w] |= masks[o.comp[i]-low]
			}
		}
	}
	return r
}

// precedes reports whether group f of those that precede precedes group u of the others.
func (r relation) precedes(f, u int) bool {
	row, column := u, f
	if r.swapped {
		row, column = f, u
	}
	return r.bits[row*r.words+column/width64]>>(column%width64)&1 == 1
}

// sweep tells of each component in [low, high) which of up to 64 groups precede it,
// or, backward, which it precedes.
func (o *order) sweep(groups [][]int, low, high int, backward bool) []uint64 {
	own, out := make([]uint64, high-low), make([]uint64, high-low)
	for n, facts := range groups {
		for _, i := range facts {
			own[o.comp[i]-low] |= 1 << n
		}
	}
	edges, c, step := o.next, low, 1
	if backward {
		edges, c, step = o.prev, high-1, -1
	}
	for ; c >= low && c < high; c += step {
		carried := own[c-low] | out[c-low]
		o.looked += 1 + len(edges[c])
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

// Who follows a fact, where it is not one group.
const (
	nobody = -1 - iota
	several
)

// followers returns which of some groups have a fact after fact i of one of them: a
// single group's place, [several] or [nobody].
func (o *order) followers(groups [][]int) func(i int) int {
	low, high := o.spanAll(groups)
	own, ahead := make([]int, high-low), make([]int, high-low)
	for c := range own {
		own[c], ahead[c] = nobody, nobody
	}
	for n, facts := range groups {
		for _, i := range facts {
			c := o.comp[i] - low
			own[c] = joined(own[c], n)
		}
	}
	for c := high - 1; c >= low; c-- {
		o.looked += 1 + len(o.next[c])
		for _, next := range o.next[c] {
			if next < high {
				ahead[c-low] = joined(ahead[c-low], joined(own[next-low], ahead[next-low]))
			}
		}
	}
	return func(i int) int { return ahead[o.comp[i]-low] }
}

func joined(a, b int) int {
	switch {
	case a == nobody || a == b:
		return b
	case b == nobody:
		return a
	}
	return several
}

// spanAll is span of the facts of all groups.
func (o *order) spanAll(lists ...[][]int) (low, high int) {
	low = len(o.next)
	for _, groups := range lists {
		for _, facts := range groups {
			l, h := o.span(facts)
			low, high = min(low, l), max(high, h)
		}
	}
	return min(low, high), high
}

// singles makes a group of each fact.
func singles(some []int) [][]int {
	out := make([][]int, len(some))
	for n := range some {
		out[n] = some[n : n+1]
	}
	return out
}
