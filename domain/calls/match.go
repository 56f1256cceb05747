package calls

import (
	"math"

	"github.com/clawable/claw/domain"
)

// match adds the calls of one emitter to those of the others, each to one at most.
func (s *splitter) match(told []*part) {
	all := s.index()
	var rest []*part
	for _, p := range told {
		if m := all.linked(p); m >= 0 {
			s.join(s.parts[m], p)
			all.taken[m] = true
			continue
		}
		rest = append(rest, p)
	}
	var free []*part
	for m, p := range s.parts {
		if !all.taken[m] {
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

// index finds the calls that were distinguished so far, by what links others to them.
type index struct {
	*splitter
	taken  []bool
	of     map[domain.EventID]int   // by word
	caused map[domain.EventID][]int // by what their words name as a cause
	turns  map[domain.TurnID][]int
}

func (s *splitter) index() *index {
	x := &index{s, make([]bool, len(s.parts)), map[domain.EventID]int{}, map[domain.EventID][]int{}, map[domain.TurnID][]int{}}
	for m, p := range s.parts {
		for _, i := range p.words {
			x.of[s.words[i].ID] = m
			for _, cause := range s.words[i].Causes {
				x.caused[cause] = append(x.caused[cause], m)
			}
		}
		if p.turn != "" {
			x.turns[p.turn] = append(x.turns[p.turn], m)
		}
	}
	return x
}

// linked is the index of the first call that is not taken and shares a cause with p, else
// the turn, -1 for none: of several in the turn the first that asks for the same.
func (x *index) linked(p *part) int {
	found := -1
	try := func(m int) {
		if !x.taken[m] && (found < 0 || m < found) {
			found = m
		}
	}
	for _, i := range p.words {
		for _, m := range x.caused[x.words[i].ID] {
			try(m)
		}
		for _, cause := range x.words[i].Causes {
			if m, ok := x.of[cause]; ok {
				try(m)
			}
		}
	}
	if found >= 0 || p.turn == "" {
		return found
	}
	for _, m := range x.turns[p.turn] {
		switch {
		case x.taken[m]:
		case x.parts[m].said == p.said:
			return m
		case found < 0:
			found = m
		}
	}
	return found
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

// distance is how far apart two calls began, as far as their times are known.
func distance(p, q *part) int64 {
	if p.begun == 0 || q.begun == 0 {
		return math.MaxInt64
	}
	return max(p.begun-q.begun, q.begun-p.begun)
}
