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
	f.collect(f.filings(ordered(facts)))
	f.unite()
	s := &Items{filing: f.at, item: make([]int, len(f.filed))}
	f.items(s)
	for i := range s.All {
		slices.SortFunc(s.All[i].states, earlier)
	}
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
	words   []*Fact // but links, in their order
	proofs  int     // among words
	updated domain.Instant
}

type folding struct {
	filed []filing // in their order
	at    map[domain.StreamID]int
	links []word
	void  []Void

	related []relation // the links that are in force
}

// word is a fact with the number of the filing in whose stream it is.
type word struct {
	fact *Fact
	of   int
}

func (f *folding) drop(fact *Fact, why VoidReason) {
	f.void = append(f.void, Void{fact.Event, fact.Stream, why})
}

// nothingSaid takes the place of the content of an erased filing.
var nothingSaid domain.PinpointFiled

// filings takes the first filing of each stream, and returns the other facts that may count.
func (f *folding) filings(all []*Fact) (rest []*Fact) {
	rest = make([]*Fact, 0, max(0, len(all)-cap(f.filed)))
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
			one := filing{fact: fact, said: &nothingSaid, parent: len(f.filed), updated: fact.At}
			if said, ok := fact.Payload.(*domain.PinpointFiled); ok {
				one.said, one.key = said, keyOf(said)
			}
			f.at[fact.Stream] = len(f.filed)
			f.filed = append(f.filed, one)
		}
	}
	return rest
}

// collect puts each fact to the filing of its stream. The words of all filings are in one array.
func (f *folding) collect(rest []*Fact) {
	words, count := make([]word, 0, len(rest)), make([]int, len(f.filed))
	for _, fact := range rest {
		i, known := f.at[fact.Stream]
		switch {
		case !known:
			f.drop(fact, VoidNothing)
			continue
		case fact.Payload == nil:
			f.drop(fact, VoidUnread)
			continue
		case fact.Kind == domain.KindPinpointLinked:
			f.links = append(f.links, word{fact, i})
		default:
			words = append(words, word{fact, i})
			count[i]++
		}
		f.filed[i].updated = fact.At // facts come in the order of their times
	}
	all := make([]*Fact, len(words))
	for i, n := range count {
		f.filed[i].words, all = all[:0:n], all[n:]
	}
	for _, w := range words {
		one := &f.filed[w.of]
		one.words = append(one.words, w.fact)
		if w.fact.Kind == domain.KindPinpointEvidenceAttached {
			one.proofs++
		}
	}
}

// items makes an item of each set of filings.
func (f *folding) items(s *Items) {
	sets, proofs := 0, 0
	sizes, proven := make([]int, len(f.filed)), make([]int, len(f.filed)) // of the sets, by their roots
	for i := range f.filed {
		root := f.root(i)
		if sizes[root]++; root == i {
			sets++
		}
		proven[root] += f.filed[i].proofs
		proofs += f.filed[i].proofs
	}
	s.All = make([]Item, sets)
	room := newRoom(len(f.filed), proofs)
	next := 0
	for i := range f.filed {
		root := f.root(i)
		if root == i {
			s.item[i] = next
			s.All[next].begin(&f.filed[i])
			s.All[next].Filings, s.All[next].Evidence = room.filingsFor(sizes[i]), room.evidenceFor(proven[i])
			next++
		}
		s.item[i] = s.item[root]
		s.All[s.item[i]].add(&f.filed[i], room)
	}
}

// room is memory for the parts of all items, so that no part needs a separate allocation.
type room struct {
	filings  []Filing
	evidence []Evidence
	events   []domain.EventID
	by       []domain.EmitterID
}

func newRoom(filings, proofs int) *room {
	return &room{make([]Filing, filings), make([]Evidence, proofs), make([]domain.EventID, proofs), make([]domain.EmitterID, proofs)}
}

func (r *room) filingsFor(n int) (some []Filing) {
	some, r.filings = r.filings[:0:n], r.filings[n:]
	return some
}

func (r *room) evidenceFor(n int) (some []Evidence) {
	some, r.evidence = r.evidence[:0:n], r.evidence[n:]
	return some
}

// event is a list of one event, by is one of an emitter.
func (r *room) event(id domain.EventID) (one []domain.EventID) {
	one, r.events = append(r.events[:0:1], id), r.events[1:]
	return one
}

func (r *room) emitter(id domain.EmitterID) (one []domain.EmitterID) {
	one, r.by = append(r.by[:0:1], id), r.by[1:]
	return one
}

// begin makes the item that a filing begins.
func (i *Item) begin(first *filing) {
	p := first.said
	i.Pinpoint, i.Title, i.Description, i.State = first.fact.Stream, p.Title.Preview(), p.Description.Preview(), domain.PinpointStateFiled
	i.StateSince, i.StateEvent, i.SimilarityKey = first.fact.At, first.fact.Event, first.key
	i.FailureClass, i.Place, i.ErrorSignature, i.Handoffs = p.FailureClass, p.Place, p.ErrorSignature, []Handoff{}
}

// add puts a filing, and what its stream holds, to its item.
func (i *Item) add(one *filing, r *room) {
	p, fact := one.said, one.fact
	i.Filings = append(i.Filings, Filing{Pinpoint: fact.Stream, Event: fact.Event, By: fact.By, Reporter: p.Reporter, FiledAt: fact.At, Title: p.Title.Preview(),
		Lane: p.Lane, Report: p.Report, Nudge: p.Nudge, Cycle: p.Cycle, Erased: fact.Erased, Same: one.because})
	i.Names = append(i.Names, p.Names...)
	i.Nudges = append(i.Nudges, nonEmpty(p.Nudge)...)
	i.Reports = append(i.Reports, nonEmpty(p.Report)...)
	i.Title, i.SimilarityKey = cmp.Or(i.Title, p.Title.Preview()), cmp.Or(i.SimilarityKey, one.key)
	i.ranked(one)
	for _, word := range one.words {
		switch word.Payload.(type) {
		case *domain.PinpointStateChanged:
			i.states = append(i.states, word)
		case *domain.PinpointPrioritized:
			i.ranks = append(i.ranks, word)
		case *domain.PinpointEvidenceAttached:
			i.prove(word, r)
		case *domain.PinpointHandedOff:
			i.hand(word)
		}
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

// fewest is the length up to which a list is searched from its beginning, without an index.
const fewest = 16

// firsts returns the values of a list without repeats, each at its first place. It reuses the
// memory of the list.
func firsts[T comparable](list []T) []T {
	if len(list) < 2 {
		return list
	}
	kept := list[:0]
	var seen map[T]bool
	if len(list) > fewest {
		seen = make(map[T]bool, len(list))
	}
	for _, one := range list {
		if seen == nil && slices.Contains(kept, one) || seen[one] {
			continue
		}
		if kept = append(kept, one); seen != nil {
			seen[one] = true
		}
	}
	return kept
}

// sorted are the values of a list in their order, each once. It uses the memory of the list.
func sorted[T comparable](list []T, compare func(a, b T) int) []T {
	if len(list) > 1 {
		slices.SortFunc(list, compare)
		list = slices.Compact(list)
	}
	return list
}
