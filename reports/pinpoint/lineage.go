package pinpoint

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// succession states that an item replaces another, by a link or by the state of the older.
type succession struct {
	newer, older int // items, by their places in the family
	fact         *Fact
}

// lineage finds which items supersede which. Of successions that would make an item its own
// successor the last one does not count.
func (f *folding) lineage(s *Items) {
	for _, of := range f.families(s) {
		s.succeed(of, f.lineageOf(s, of))
	}
	for i := range s.All {
		s.All[i].Supersedes = sorted(s.All[i].Supersedes, compareStreams)
	}
}

// lineageOf is what counts of the successions of a family.
func (f *folding) lineageOf(s *Items, of *family) []succession {
	for {
		all := f.successions(s, of)
		within := looped(all, len(of.items))
		g := newGraph(len(of.items))
		dropped := false
		for _, one := range all {
			if !within[one.newer] || !within[one.older] {
				continue // of no cycle, whatever else counts
			}
			if one.newer == one.older || g.reaches(one.older, one.newer) {
				f.forget(s, of, one)
				dropped = true
				continue
			}
			g.add(one.newer, one.older)
		}
		if !dropped {
			return all
		}
	}
}

// successions are those that links and states of a family say, in the order of their times. A state
// that names a successor that is not filed here, or the item itself, does not count.
func (f *folding) successions(s *Items, of *family) (all []succession) {
	for _, r := range of.links {
		if !of.gone[r.fact] {
			all = append(all, succession{of.place[s.item[r.from]], of.place[s.item[r.to]], r.fact})
		}
	}
	for place, i := range of.items {
		for fact := s.All[i].successor(); fact != nil; fact = s.All[i].successor() {
			by, known := s.filing[successorIn(fact)]
			if known && s.item[by] != i {
				all = append(all, succession{of.place[s.item[by]], place, fact})
				break
			}
			why := VoidSuccessor
			if known {
				why = VoidSelf
			}
			f.drop(fact, why)
			s.All[i].unsay(fact)
		}
	}
	slices.SortFunc(all, func(a, b succession) int { return earlier(a.fact, b.fact) })
	return all
}

// successorIn returns the pinpoint that replaces an item according to a statement about its state, zero
// for none.
func successorIn(fact *Fact) (by domain.StreamID) {
	if p := fact.Payload.(*domain.PinpointStateChanged); p.State == domain.PinpointStateSuperseded {
		by = p.SupersededBy
	}
	return by
}

// successor returns the statement that the item is superseded by a named other one, where that
// statement is in force; nil for none.
func (i *Item) successor() *Fact {
	fact := i.stands()
	if fact == nil {
		return nil
	}
	if successorIn(fact).IsZero() {
		return nil
	}
	return fact
}

// stands returns the statement about the state that is in force, nil for none.
func (i *Item) stands() *Fact {
	if i.line != nil {
		return i.line.last()
	}
	return last(i.states)
}

// unsay takes a word about the state out.
func (i *Item) unsay(fact *Fact) {
	if i.line == nil {
		i.line = newLine(i.states)
	}
	i.line.drop(fact)
}

// forget takes a succession out that does not count.
func (f *folding) forget(s *Items, of *family, one succession) {
	why := VoidCycle
	if one.newer == one.older {
		why = VoidSelf
	}
	f.drop(one.fact, why)
	s.All[of.items[one.older]].unsay(one.fact)
	of.without(one.fact)
}

// looped marks the items that may be of a cycle of successions: those that are left when items which
// nothing supersedes are taken away as long as there are any, and then those that supersede nothing.
func looped(all []succession, items int) []bool {
	left := make([]bool, items)
	for i := range left {
		left[i] = true
	}
	for _, from := range []func(succession) (int, int){
		func(one succession) (int, int) { return one.newer, one.older },
		func(one succession) (int, int) { return one.older, one.newer },
	} {
		peel(all, left, from)
	}
	return left
}

// peel takes items away that no succession leads to, as long as there are any.
func peel(all []succession, left []bool, ends func(succession) (from, to int)) {
	into, out := make([]int, len(left)), make([][]int, len(left))
	for _, one := range all {
		if from, to := ends(one); left[from] && left[to] {
			into[to]++
			out[from] = append(out[from], to)
		}
	}
	var free []int
	for i := range left {
		if left[i] && into[i] == 0 {
			free = append(free, i)
		}
	}
	for len(free) > 0 {
		at := free[len(free)-1]
		free, left[at] = free[:len(free)-1], false
		for _, to := range out[at] {
			if into[to]--; into[to] == 0 {
				free = append(free, to)
			}
		}
	}
}

// graph is what supersedes what, of items by their numbers.
type graph struct {
	down, up side
	n        int // of searches
}

// side is one direction of a graph: from an item to those that it supersedes, or back.
type side struct {
	to   [][]int
	seen []int // by item: the number of the last search that came by
	next []int // of the running search
}

func newGraph(items int) *graph {
	return &graph{down: side{to: make([][]int, items), seen: make([]int, items)}, up: side{to: make([][]int, items), seen: make([]int, items)}}
}

func (g *graph) add(newer, older int) {
	g.down.to[newer] = append(g.down.to[newer], older)
	g.up.to[older] = append(g.up.to[older], newer)
}

// reaches reports whether an item supersedes another, over any number of items. It searches from both
// ends in turn, and ends with the shorter of the two searches: a line of any length that grows at one
// of its ends is not walked for each of its items.
func (g *graph) reaches(from, to int) bool {
	if from == to {
		return true
	}
	g.n++
	g.down.begin(from, g.n)
	g.up.begin(to, g.n)
	for len(g.down.next) > 0 && len(g.up.next) > 0 {
		if g.down.step(&g.up, g.n) || g.up.step(&g.down, g.n) {
			return true
		}
	}
	return false
}

func (s *side) begin(at, search int) {
	s.next, s.seen[at] = append(s.next[:0], at), search
}

// step continues from one item, and reports whether it reached one that the other search had visited.
func (s *side) step(other *side, search int) bool {
	at := s.next[len(s.next)-1]
	s.next = s.next[:len(s.next)-1]
	for _, to := range s.to[at] {
		if other.seen[to] == search {
			return true
		}
		if s.seen[to] != search {
			s.seen[to] = search
			s.next = append(s.next, to)
		}
	}
	return false
}

// succeed writes the lineage of a family to its items. A link is a word about the state of the older
// one.
func (s *Items) succeed(of *family, all []succession) {
	for _, i := range of.items {
		if item := &s.All[i]; item.line != nil {
			item.states, item.line = item.line.left(), nil
		}
	}
	for _, one := range all {
		newer, older := &s.All[of.items[one.newer]], &s.All[of.items[one.older]]
		newer.Supersedes = append(newer.Supersedes, older.Pinpoint)
		if one.fact.Kind == domain.KindPinpointLinked {
			older.states = append(older.states, one.fact)
		}
	}
}

// about writes to the items what else links say of them.
func (f *folding) about(s *Items) {
	for _, r := range f.related {
		a, b := &s.All[s.item[r.from]], &s.All[s.item[r.to]]
		if a == b {
			continue
		}
		switch r.kind {
		case domain.LinkRelated:
			a.Related, b.Related = append(a.Related, b.Pinpoint), append(b.Related, a.Pinpoint)
		case domain.LinkDistinct:
			a.Distinct, b.Distinct = append(a.Distinct, b.Pinpoint), append(b.Distinct, a.Pinpoint)
		case domain.LinkSameRootCause, domain.LinkSupersedes:
		}
	}
	for i := range s.All {
		s.All[i].Related, s.All[i].Distinct = sorted(s.All[i].Related, compareStreams), sorted(s.All[i].Distinct, compareStreams)
		if by := s.Of(s.All[i].SupersededBy); by != nil {
			s.All[i].SupersededBy = by.Pinpoint
		}
	}
}
