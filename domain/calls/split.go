package calls

import (
	"cmp"
	"math"
	"slices"

	"github.com/clawable/claw/domain"
)

// Split tells the calls apart of which words tell that one session says under one id:
// each result holds the indexes of one call's words. It depends on the set of the words
// alone, no two of which have one id. The calls are in the order of their least times,
// those without one last.
//
// Of one emitter each request begins a call. A word after it is about the call of a cause
// that it names, else about the last call before it that its turn allows: of the same
// turn, else of one that is not named, else of another turn if it is still open; of as
// good ones the one that is open. Emitters that tell of the same calls are matched by
// causes and turns, then in their order by what is asked for and by the time. What a
// policy decided is about the call of its cause, else of its turn, else of its time.
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

// splitter holds the calls that were told apart so far.
type splitter struct {
	words   []Word
	rulings []int
	parts   []*part
}

// part is what is known of one call.
type part struct {
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

// holds reports whether the part has a word of one of some ids.
func (s *splitter) holds(p *part, ids []domain.EventID) bool {
	return slices.ContainsFunc(p.words, func(i int) bool { return slices.Contains(ids, s.words[i].ID) })
}

// tell returns the calls of one emitter, in its order.
func (s *splitter) tell(some []int) (told []*part) {
	slices.SortFunc(some, func(a, b int) int { return s.words[a].Compare(&s.words[b]) })
	for _, i := range some {
		if p := s.before(told, i); p != nil {
			s.add(p, i)
			continue
		}
		told = append(told, s.begin(i))
	}
	return told
}

// before returns the call among those told before that a word is about, nil for a new one.
func (s *splitter) before(told []*part, i int) *part {
	w := &s.words[i]
	var best *part
	rank := 0
	for _, p := range slices.Backward(told) {
		if w.Role == Asks {
			if slices.ContainsFunc(p.words, func(j int) bool { return w.repeats(&s.words[j]) }) {
				return p
			}
			continue
		}
		if len(w.Causes) > 0 && s.holds(p, w.Causes) {
			return p
		}
		if r := w.fits(p); r > rank {
			best, rank = p, r
		}
	}
	return best
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

// match adds the calls of one emitter to those of the others, each to one at most.
func (s *splitter) match(told []*part) {
	all := s.parts
	taken := make([]bool, len(all))
	var rest []*part
	for _, p := range told {
		if m := s.linked(p, all, taken); m >= 0 {
			s.join(all[m], p)
			taken[m] = true
			continue
		}
		rest = append(rest, p)
	}
	var free []*part
	for m, p := range all {
		if !taken[m] {
			free = append(free, p)
		}
	}
	strict := len(rest) < len(told) // both name turns in the same words
	for k, p := range rest {
		m := nearest(p, free, len(rest)-k-1, strict)
		if m < 0 {
			s.parts = append(s.parts, p)
			continue
		}
		s.join(free[m], p)
		free = free[m+1:]
	}
}

// linked is the index of the call that shares a cause or the turn with p, -1 for none: of
// several the first that asks for the same.
func (s *splitter) linked(p *part, all []*part, taken []bool) int {
	found := -1
	for m, q := range all {
		switch {
		case taken[m]:
		case s.caused(p, q), s.caused(q, p):
			return m
		case p.turn == "" || p.turn != q.turn:
		case found < 0, p.said == q.said && all[found].said != p.said:
			found = m
		}
	}
	return found
}

// caused reports whether a word of p names one of q as its cause.
func (s *splitter) caused(p, q *part) bool {
	return slices.ContainsFunc(p.words, func(i int) bool { return len(s.words[i].Causes) > 0 && s.holds(q, s.words[i].Causes) })
}

func (s *splitter) join(p, with *part) {
	for _, i := range with.words {
		s.add(p, i)
	}
}

// apart is how long the times of one call's requests are not apart where emitters do not
// record the same request.
const apart = int64(600e9)

// nearest is the index of the call that p is, among those that are left, so that so many
// others find theirs after it; -1 for none. Of those that ask for the same, else of all,
// it is the one of the nearest time, else the first.
func nearest(p *part, free []*part, after int, strict bool) int {
	best, least, same := -1, int64(math.MaxInt64), false
	for m, q := range free[:max(min(len(free), 1), len(free)-after)] {
		if strict && p.turn != "" && q.turn != "" {
			continue
		}
		equal, away := p.said == q.said && p.said != (Said{}), distance(p, q)
		if !equal && p.said != (Said{}) && q.said != (Said{}) && away > apart && away < math.MaxInt64 {
			continue
		}
		if best < 0 || equal && !same || equal == same && away < least {
			best, least, same = m, away, equal
		}
	}
	return best
}

// distance is how far apart two calls began, as far as times tell.
func distance(p, q *part) int64 {
	if p.begun == 0 || q.begun == 0 {
		return math.MaxInt64
	}
	return max(p.begun-q.begun, q.begun-p.begun)
}

// rule adds the rulings: first those whose causes are known, which may be rulings.
func (s *splitter) rule() {
	slices.SortFunc(s.rulings, func(a, b int) int {
		v, w := &s.words[a], &s.words[b]
		return cmp.Or(cmp.Compare(v.At, w.At), v.Compare(w))
	})
	for found := true; found; {
		found = false
		s.rulings = slices.DeleteFunc(s.rulings, func(i int) bool {
			at := slices.IndexFunc(s.parts, func(p *part) bool { return s.holds(p, s.words[i].Causes) })
			if at >= 0 {
				s.parts[at].words, found = append(s.parts[at].words, i), true
			}
			return at >= 0
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
