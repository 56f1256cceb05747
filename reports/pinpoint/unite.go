package pinpoint

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// relation is the statement about two filings that is in force.
type relation struct {
	from, to int // filings
	kind     domain.PinpointRelation
	fact     *Fact
}

// relations returns the links in force, one for each pair of filings, in the order of their times.
func (f *folding) relations() (all []relation) {
	said := f.pairs()
	for i := 0; i < len(said); {
		same := i + 1
		for same < len(said) && said[same].pair == said[i].pair {
			same++
		}
		one := said[i].relation
		if same > i+1 {
			one = standing(said[i:same])
		}
		all = append(all, one)
		i = same
	}
	slices.SortFunc(all, func(a, b relation) int { return earlier(a.fact, b.fact) })
	return all
}

// said is a link, and the two filings that it is about.
type said struct {
	pair [2]int // the first filed first
	relation
}

// pairs are the links between filings, those about the same two together and in their order.
func (f *folding) pairs() []said {
	all := make([]said, 0, len(f.links))
	for _, l := range f.links {
		p := l.fact.Payload.(*domain.PinpointLinked)
		to, known := f.at[p.To]
		switch {
		case !known:
			f.drop(l.fact, VoidSuccessor)
		case l.of == to:
			f.drop(l.fact, VoidSelf)
		default:
			all = append(all, said{[2]int{min(l.of, to), max(l.of, to)}, relation{l.of, to, p.Relation, l.fact}})
		}
	}
	slices.SortStableFunc(all, func(a, b said) int { return slices.Compare(a.pair[:], b.pair[:]) })
	return all
}

// standing returns the link in force among those about two filings.
func standing(of []said) relation {
	words := make([]*Fact, len(of))
	for i := range of {
		words[i] = of[i].fact
	}
	stands := last(words)
	return of[slices.Index(words, stands)].relation
}

// root is the first filing of the set that a filing is in.
func (f *folding) root(i int) int {
	for f.filed[i].parent != i {
		f.filed[i].parent = f.filed[f.filed[i].parent].parent
		i = f.filed[i].parent
	}
	return i
}

// join makes one set of those of two filings.
func (f *folding) join(a, b int, because SameBecause) {
	a, b = f.root(a), f.root(b)
	if a == b {
		return
	}
	later := max(a, b)
	f.filed[later].parent, f.filed[later].because = min(a, b), because
}

// unite makes sets of the filings that are the same gap. Filings with the same key are joined, unless
// a link separates one from an earlier one: that filing then joins no set by its key. Then filings
// that a link equates are joined, unless that would join two that a link separates.
func (f *folding) unite() {
	f.related = f.relations()
	apart := map[int][]int{}
	for _, r := range f.related {
		if r.kind == domain.LinkDistinct {
			apart[r.from], apart[r.to] = append(apart[r.from], r.to), append(apart[r.to], r.from)
		}
	}
	first := map[string]int{}
	for i := range f.filed {
		key := f.filed[i].key
		if key == "" {
			continue
		}
		begins, known := first[key]
		switch {
		case !known:
			first[key] = i
		case !slices.ContainsFunc(apart[i], func(j int) bool { return f.root(j) == begins }):
			f.join(begins, i, SameKey)
		}
	}
	foes := map[int][]int{} // of a set, by its root: the filings that one of it is held apart from
	for i, others := range apart {
		foes[f.root(i)] = append(foes[f.root(i)], others...)
	}
	f.related = slices.DeleteFunc(f.related, func(r relation) bool {
		if r.kind != domain.LinkSameRootCause {
			return false
		}
		a, b := f.root(r.from), f.root(r.to)
		if f.holdsApart(foes, a, b) {
			f.drop(r.fact, VoidDistinct)
			return true
		}
		if f.join(a, b, SameLink); a != b {
			foes[min(a, b)] = append(foes[min(a, b)], foes[max(a, b)]...)
		}
		return false
	})
}

// holdsApart reports whether joining the sets of two roots would join two filings that are held apart.
func (f *folding) holdsApart(foes map[int][]int, a, b int) bool {
	if len(foes[a]) > len(foes[b]) {
		a, b = b, a
	}
	return slices.ContainsFunc(foes[a], func(other int) bool { return f.root(other) == b })
}
