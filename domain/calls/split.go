package calls

import (
	"cmp"
	"math"
	"slices"

	"github.com/clawable/claw/domain"
)

// Split divides the words that one session records under one id into calls: each result
// holds the indexes of one call's words. It depends only on the set of the words, no two of
// which have one id. The calls are in the order of their least times, those without one
// last.
//
// Each request of one emitter begins a call. A later word is about the call of a cause that
// it names; otherwise about the last call before it that its turn allows: of the same turn,
// else of one that is not named, else of another turn if it is still open; among equally
// good ones the one that is open. Calls that several emitters record are matched by causes
// and turns, then in their order by what is requested and by the time. A decision of a
// policy is about the call of its cause, else of its turn, else of its time.
func Split(words []Word) [][]int {
	s := splitter{words: words}
	by := map[domain.EmitterID][]int{}
	for i := range words {
		if words[i].Role == Rules {
			s.rulings = append(s.rulings, i)
			continue
		}
		by[words[i].Emitter] = append(by[words[i].Emitter], i)
	}
	var told [][]*part
	for _, some := range by {
		told = append(told, s.tell(some))
	}
	slices.SortFunc(told, func(a, b []*part) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(s.emitter(a), s.emitter(b)))
	})
	for _, some := range told {
		s.match(some)
	}
	s.rule()
	return s.sorted()
}

// splitter holds the calls that were distinguished so far.
type splitter struct {
	words   []Word
	rulings []int
	parts   []*part
}

// part is what is known of one call.
type part struct {
	n     int // among those that its emitter recorded
	words []int
	turn  domain.TurnID // "" until one is named
	said  Said          // of the request
	begun int64         // the least time, 0 for none
	ended bool
}

func (s *splitter) emitter(told []*part) domain.EmitterID { return s.words[told[0].words[0]].Emitter }

func (s *splitter) begin(i int) *part {
	p := &part{}
	s.add(p, i)
	return p
}

func (s *splitter) add(p *part, i int) {
	w := &s.words[i]
	p.words = append(p.words, i)
	if p.turn == "" {
		p.turn = w.Turn
	}
	if w.Role == Asks && p.said == (Said{}) {
		p.said = w.Said
	}
	if w.At != 0 && (p.begun == 0 || w.At < p.begun) {
		p.begun = w.At
	}
	p.ended = p.ended || w.Role == Ends
}

// teller distinguishes the calls of one emitter.
type teller struct {
	*splitter
	told  []*part
	of    map[domain.EventID]*part // by word
	asked map[record]*part
}

// record is what repeated records of one request have in common.
type record struct {
	said Said
	at   int64
}

// tell returns the calls of one emitter, in its order.
func (s *splitter) tell(some []int) []*part {
	slices.SortFunc(some, func(a, b int) int { return s.words[a].Compare(&s.words[b]) })
	t := teller{splitter: s, of: map[domain.EventID]*part{}, asked: map[record]*part{}}
	for _, i := range some {
		w := &s.words[i]
		p := t.before(w)
		if p != nil {
			s.add(p, i)
		} else {
			p = s.begin(i)
			p.n = len(t.told)
			t.told = append(t.told, p)
		}
		t.of[w.ID] = p
		if w.Role == Asks {
			t.asked[w.record()] = p
		}
	}
	return t.told
}

// before returns the earlier call that a word is about, nil for a new one.
func (t *teller) before(w *Word) *part {
	if w.Role == Asks {
		if w.Said == (Said{}) || w.At == 0 {
			return nil
		}
		return t.asked[w.record()]
	}
	if p := latest(t.of, w.Causes); p != nil {
		return p
	}
	var best *part
	rank, most := 0, w.fits(&part{turn: w.Turn})
	for _, p := range slices.Backward(t.told) {
		if r := w.fits(p); r > rank {
			best, rank = p, r
		}
		if rank == most {
			break
		}
	}
	return best
}

// latest is the last call that has a word of some ids, nil for none.
func latest(of map[domain.EventID]*part, ids []domain.EventID) (last *part) {
	for _, id := range ids {
		if p := of[id]; p != nil && (last == nil || p.n > last.n) {
			last = p
		}
	}
	return last
}

// fits ranks a call before a word that is not a request, 0 for one that it cannot be about.
func (w *Word) fits(p *part) int {
	rank := 0
	switch {
	case w.Turn != "" && w.Turn == p.turn:
		rank = 4
	case w.Turn == "" || p.turn == "":
		rank = 2
	case p.ended:
		return 0
	}
	if !p.ended {
		rank++
	}
	return rank
}

func (s *splitter) join(p, with *part) {
	for _, i := range with.words {
		s.add(p, i)
	}
}

// rule adds the rulings: first those whose causes are known, which may be rulings.
func (s *splitter) rule() {
	slices.SortFunc(s.rulings, func(a, b int) int {
		v, w := &s.words[a], &s.words[b]
		return cmp.Or(cmp.Compare(v.At, w.At), v.Compare(w))
	})
	of := map[domain.EventID]*part{}
	for n, p := range s.parts {
		p.n = n
		for _, i := range p.words {
			of[s.words[i].ID] = p
		}
	}
	for found := true; found; {
		found = false
		s.rulings = slices.DeleteFunc(s.rulings, func(i int) bool {
			w := &s.words[i]
			p := earliest(of, w.Causes)
			if p == nil {
				return false
			}
			p.words, found = append(p.words, i), true
			of[w.ID] = p
			return true
		})
	}
	for _, i := range s.rulings {
		if p := s.ruled(i); p != nil {
			s.add(p, i)
			continue
		}
		s.parts = append(s.parts, s.begin(i))
	}
}

// earliest is the first call that has a word of some ids, nil for none.
func earliest(of map[domain.EventID]*part, ids []domain.EventID) (first *part) {
	for _, id := range ids {
		if p := of[id]; p != nil && (first == nil || p.n < first.n) {
			first = p
		}
	}
	return first
}

// ruled returns the call that a ruling without a cause is about, nil for none.
func (s *splitter) ruled(i int) (best *part) {
	w := &s.words[i]
	least := int64(math.MaxInt64)
	for _, p := range s.parts {
		away := distance(&part{begun: w.At}, p)
		switch {
		case w.Turn != "" && p.turn != "" && w.Turn != p.turn:
			continue
		case best == nil, away < least:
			best, least = p, away
		}
	}
	return best
}

// sorted returns the words of the calls.
func (s *splitter) sorted() [][]int {
	slices.SortStableFunc(s.parts, func(a, b *part) int {
		return cmp.Or(cmp.Compare(unknownLast(a.begun), unknownLast(b.begun)), s.least(a).Compare(s.least(b)))
	})
	out := make([][]int, len(s.parts))
	for i, p := range s.parts {
		slices.Sort(p.words)
		out[i] = p.words
	}
	return out
}

func unknownLast(at int64) int64 {
	if at == 0 {
		return math.MaxInt64
	}
	return at
}

// least is the least id of a call's words.
func (s *splitter) least(p *part) (id domain.EventID) {
	for n, i := range p.words {
		if n == 0 || s.words[i].ID.Compare(id) < 0 {
			id = s.words[i].ID
		}
	}
	return id
}
