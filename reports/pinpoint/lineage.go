package pinpoint

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// succession says that an item takes the place of another, by a link or by the state of the older.
type succession struct {
	newer, older int // items
	fact         *Fact
}

// lineage finds which items supersede which. Of successions that would make an item its own
// successor the last one does not count.
func (f *folding) lineage(s *Items) {
	for {
		all := f.successions(s)
		supersedes := map[int][]int{}
		dropped := false
		for _, one := range all {
			if one.newer == one.older || reaches(supersedes, one.older, one.newer) {
				f.forget(s, one)
				dropped = true
				continue
			}
			supersedes[one.newer] = append(supersedes[one.newer], one.older)
		}
		if !dropped {
			s.succeed(all)
			return
		}
	}
}

// successions are those that links and states say, in the order of their times. A state that names a
// successor that is not filed here does not count.
func (f *folding) successions(s *Items) (all []succession) {
	for _, r := range f.related {
		if r.kind == domain.LinkSupersedes {
			all = append(all, succession{s.of[f.filed[r.from].fact.Stream], s.of[f.filed[r.to].fact.Stream], r.fact})
		}
	}
	for i := range s.All {
		for fact := s.All[i].successor(); fact != nil; fact = s.All[i].successor() {
			newer, known := s.of[fact.Payload.(*domain.PinpointStateChanged).SupersededBy]
			if known {
				all = append(all, succession{newer, i, fact})
				break
			}
			f.drop(fact, VoidSuccessor)
			s.All[i].unsay(fact)
		}
	}
	slices.SortFunc(all, func(a, b succession) int { return earlier(a.fact, b.fact) })
	return all
}

// successor is the word that the item is superseded by a named other one, where that word stands;
// nil for none.
func (i *Item) successor() *Fact {
	slices.SortFunc(i.states, earlier)
	fact := last(i.states)
	if fact == nil {
		return nil
	}
	if p := fact.Payload.(*domain.PinpointStateChanged); p.State != domain.PinpointStateSuperseded || p.SupersededBy.IsZero() {
		return nil
	}
	return fact
}

func (i *Item) unsay(fact *Fact) {
	i.states = slices.DeleteFunc(i.states, func(f *Fact) bool { return f == fact })
}

// forget takes a succession out that does not count.
func (f *folding) forget(s *Items, one succession) {
	why := VoidCycle
	if one.newer == one.older {
		why = VoidSelf
	}
	f.drop(one.fact, why)
	s.All[one.older].unsay(one.fact)
	f.related = slices.DeleteFunc(f.related, func(r relation) bool { return r.fact == one.fact })
}

// reaches reports whether to is superseded by from, over any number of items.
func reaches(supersedes map[int][]int, from, to int) bool {
	seen := map[int]bool{}
	for next := []int{from}; len(next) > 0; {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == to {
			return true
		}
		if !seen[at] {
			seen[at] = true
			next = append(next, supersedes[at]...)
		}
	}
	return false
}

// succeed writes the lineage to the items. A link is a word about the state of the older one.
func (s *Items) succeed(all []succession) {
	for _, one := range all {
		newer, older := &s.All[one.newer], &s.All[one.older]
		newer.Supersedes = appendNew(newer.Supersedes, older.Pinpoint)
		if one.fact.Kind == domain.KindPinpointLinked {
			older.states = append(older.states, one.fact)
		}
	}
	for i := range s.All {
		slices.SortFunc(s.All[i].Supersedes, compareStreams)
	}
}

// about writes to the items what else links say of them.
func (f *folding) about(s *Items) {
	for _, r := range f.related {
		a, b := s.Of(f.filed[r.from].fact.Stream), s.Of(f.filed[r.to].fact.Stream)
		if a == b {
			continue
		}
		switch r.kind {
		case domain.LinkRelated:
			a.Related, b.Related = appendNew(a.Related, b.Pinpoint), appendNew(b.Related, a.Pinpoint)
		case domain.LinkDistinct:
			a.Distinct, b.Distinct = appendNew(a.Distinct, b.Pinpoint), appendNew(b.Distinct, a.Pinpoint)
		case domain.LinkSameRootCause, domain.LinkSupersedes:
		}
	}
	for i := range s.All {
		slices.SortFunc(s.All[i].Related, compareStreams)
		slices.SortFunc(s.All[i].Distinct, compareStreams)
		if by := s.Of(s.All[i].SupersededBy); by != nil {
			s.All[i].SupersededBy = by.Pinpoint
		}
	}
}
