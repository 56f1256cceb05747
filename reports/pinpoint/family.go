package pinpoint

import "github.com/clawable/claw/domain"

// family is a set of items that are connected by statements about successions. The statements of one
// family change nothing for another.
type family struct {
	items []int
	place []int          // of an item; all families share it
	links []relation     // the successions among them
	gone  map[*Fact]bool // the links that do not count
}

// without takes a word out that does not count.
func (of *family) without(fact *Fact) {
	if of.gone == nil {
		of.gone = map[*Fact]bool{}
	}
	of.gone[fact] = true
}

// families are the families of items. An item that no word about a succession is about is in none.
func (f *folding) families(s *Items) (all []*family) {
	set := f.kin(s)
	of, place := make([]*family, len(s.All)), make([]int, len(s.All)) // families by the roots of their items
	for i := range s.All {
		if !set.said[i] {
			continue
		}
		root := set.root(i)
		if of[root] == nil {
			of[root] = &family{place: place}
			all = append(all, of[root])
		}
		place[i] = len(of[root].items)
		of[root].items = append(of[root].items, i)
	}
	for _, r := range f.related {
		if r.kind == domain.LinkSupersedes {
			one := of[set.root(s.item[r.from])]
			one.links = append(one.links, r)
		}
	}
	return all
}

// kin are the sets of items that words about successions are about.
func (f *folding) kin(s *Items) *sets {
	set := &sets{parent: make([]int, len(s.All)), said: make([]bool, len(s.All))}
	for i := range set.parent {
		set.parent[i] = i
	}
	for _, r := range f.related {
		if r.kind == domain.LinkSupersedes {
			set.join(s.item[r.from], s.item[r.to])
		}
	}
	for i := range s.All {
		for _, fact := range s.All[i].states {
			if by := successorIn(fact); !by.IsZero() {
				set.join(i, i)
				if to, known := s.filing[by]; known {
					set.join(i, s.item[to])
				}
			}
		}
	}
	return set
}

// sets are items in sets, by the numbers of the items.
type sets struct {
	parent []int  // itself for the root of a set
	said   []bool // there is a statement about the item
}

func (s *sets) root(i int) int {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

func (s *sets) join(a, b int) {
	s.said[a], s.said[b] = true, true
	s.parent[s.root(a)] = s.root(b)
}
