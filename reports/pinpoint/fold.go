package pinpoint

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// Items is what a set of facts says.
type Items struct {
	All  []Item // the first filed first
	Void []Void // in the order of their times

	filing map[domain.StreamID]int // the number of a filing
	item   []int                   // of a filing: its item
}

// Of is the item of a pinpoint, whichever of its filings is named; nil for none.
func (s *Items) Of(pinpoint domain.StreamID) *Item {
	if i, ok := s.filing[pinpoint]; ok {
		return &s.All[s.item[i]]
	}
	return nil
}

// Fold makes items of facts, in any order and with any repeats.
func Fold(facts []Fact) *Items {
	filed := 0
	for i := range facts {
		if facts[i].Kind == domain.KindPinpointFiled {
			filed++
		}
	}
	f := folding{filed: make([]filing, 0, filed), at: make(map[domain.StreamID]int, filed)}
	all := f.filings(ordered(facts))
	for _, fact := range all {
		f.collect(fact)
	}
	f.unite()
	s := &Items{filing: f.at, item: make([]int, len(f.filed))}
	f.items(s)
	f.lineage(s)
	for i := range s.All {
		s.All[i].settle()
	}
	f.about(s)
	slices.SortStableFunc(f.void, func(a, b Void) int { return a.Event.Compare(b.Event) })
	s.Void = f.void
	return s
}

// filing is a stream that holds a filing, and what else it holds.
type filing struct {
	fact    *Fact
	said    *domain.PinpointFiled // zero when erased
	key     string
	parent  int // of the set that it is in; itself for the root, which is the first filed
	because SameBecause
	states  []*Fact
	ranks   []*Fact
	proofs  []*Fact
	handed  []*Fact
	updated domain.Instant
}

type folding struct {
	filed []filing // in their order
	at    map[domain.StreamID]int
	links []*Fact
	void  []Void

	related []relation // what stands of the links
}

func (f *folding) drop(fact *Fact, why VoidReason) {
	f.void = append(f.void, Void{fact.Event, fact.Stream, why})
}

// filings takes the first filing of each stream, and returns the other facts that may count.
func (f *folding) filings(all []*Fact) (rest []*Fact) {
	for _, fact := range all {
		switch {
		case fact.Trust.Rank() < domain.TrustMedium.Rank():
			f.drop(fact, VoidTrust)
		case fact.Kind != domain.KindPinpointFiled:
			rest = append(rest, fact)
		case fact.Payload == nil && !fact.Erased:
			f.drop(fact, VoidUnread)
		default:
			if _, known := f.at[fact.Stream]; known {
				f.drop(fact, VoidFiled)
				continue
			}
			one := filing{fact: fact, said: &domain.PinpointFiled{}, parent: len(f.filed), updated: fact.At}
			if said, ok := fact.Payload.(*domain.PinpointFiled); ok {
				one.said, one.key = said, keyOf(said)
			}
			f.at[fact.Stream] = len(f.filed)
			f.filed = append(f.filed, one)
		}
	}
	return rest
}

// collect puts a fact to the filing of its stream.
func (f *folding) collect(fact *Fact) {
	i, known := f.at[fact.Stream]
	switch {
	case !known:
		f.drop(fact, VoidNothing)
		return
	case fact.Payload == nil:
		f.drop(fact, VoidUnread)
		return
	}
	to := &f.filed[i]
	switch fact.Payload.(type) {
	case *domain.PinpointLinked:
		f.links = append(f.links, fact)
	case *domain.PinpointStateChanged:
		to.states = append(to.states, fact)
	case *domain.PinpointPrioritized:
		to.ranks = append(to.ranks, fact)
	case *domain.PinpointEvidenceAttached:
		to.proofs = append(to.proofs, fact)
	case *domain.PinpointHandedOff:
		to.handed = append(to.handed, fact)
	}
	to.updated = fact.At // facts come in the order of their times
}

// items makes an item of each set of filings.
func (f *folding) items(s *Items) {
	sets := 0
	sizes := make([]int, len(f.filed)) // of the sets, by their roots
	for i := range f.filed {
		root := f.root(i)
		if sizes[root]++; root == i {
			sets++
		}
	}
	s.All = make([]Item, 0, sets)
	filings := make([]Filing, len(f.filed)) // of all items: one allocation
	for i := range f.filed {
		root := f.root(i)
		if root == i {
			s.item[i] = len(s.All)
			s.All = append(s.All, f.item(&f.filed[i]))
			s.All[s.item[i]].Filings, filings = filings[:0:sizes[i]], filings[sizes[i]:]
		}
		s.item[i] = s.item[root]
		s.All[s.item[i]].add(&f.filed[i])
	}
}

// item is the item that a filing begins.
func (f *folding) item(first *filing) Item {
	p := first.said
	return Item{Pinpoint: first.fact.Stream, Title: p.Title.Preview(), Description: p.Description.Preview(), State: domain.PinpointStateFiled,
		StateSince: first.fact.At, StateEvent: first.fact.Event, SimilarityKey: first.key, FailureClass: p.FailureClass, Place: p.Place, ErrorSignature: p.ErrorSignature,
		Evidence: []Evidence{}, Handoffs: []Handoff{}}
}

// add puts a filing, and what its stream holds, to its item.
func (i *Item) add(one *filing) {
	p, fact := one.said, one.fact
	i.Filings = append(i.Filings, Filing{Pinpoint: fact.Stream, Event: fact.Event, By: fact.By, Reporter: p.Reporter, FiledAt: fact.At, Title: p.Title.Preview(),
		Lane: p.Lane, Report: p.Report, Nudge: p.Nudge, Cycle: p.Cycle, Erased: fact.Erased, Same: one.because})
	i.Names = appendNew(i.Names, p.Names...)
	i.Nudges = appendNew(i.Nudges, nonEmpty(p.Nudge)...)
	i.Reports = appendNew(i.Reports, nonEmpty(p.Report)...)
	i.Title, i.SimilarityKey = cmp.Or(i.Title, p.Title.Preview()), cmp.Or(i.SimilarityKey, one.key)
	i.states = append(i.states, one.states...)
	i.ranked(one)
	for _, proof := range one.proofs {
		i.prove(proof)
	}
	for _, packet := range one.handed {
		i.hand(packet)
	}
	if one.updated.Compare(i.UpdatedAt) > 0 || !i.UpdatedAt.Known() {
		i.UpdatedAt = one.updated
	}
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// appendNew adds what is not there yet.
func appendNew[T comparable](to []T, more ...T) []T {
	for _, one := range more {
		if !slices.Contains(to, one) {
			to = append(to, one)
		}
	}
	return to
}
