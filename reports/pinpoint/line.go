package pinpoint

import (
	"container/heap"
	"slices"

	"github.com/clawable/claw/domain"
)

// line is what [last] returns of words, when words are taken out one after another.
type line struct {
	words     []*Fact // in their order
	out       []bool  // by the place of a word
	at        map[domain.EventID]int
	followers []int  // how many words that are left follow a word
	heads     places // of words that no other follows, and of some that are out
	end       int    // all words from here on are out
}

func newLine(words []*Fact) *line {
	l := &line{words: words, out: make([]bool, len(words)), at: make(map[domain.EventID]int, len(words)), followers: make([]int, len(words)), end: len(words)}
	for i, f := range words {
		l.at[f.Event] = i
	}
	for i := range words {
		l.follow(i, +1)
	}
	for i, n := range l.followers {
		if n == 0 {
			heap.Push(&l.heads, i)
		}
	}
	return l
}

// follow counts the word at a place as a follower of its causes, or no longer.
func (l *line) follow(i, by int) {
	for _, c := range l.words[i].Causes {
		if to, known := l.at[c]; known && to != i {
			if l.followers[to] += by; by < 0 && l.followers[to] == 0 {
				heap.Push(&l.heads, to)
			}
		}
	}
}

// last returns the statement in force, nil for none.
func (l *line) last() *Fact {
	for len(l.heads) > 0 && l.out[l.heads[0]] {
		heap.Pop(&l.heads)
	}
	if len(l.heads) > 0 {
		return l.words[l.heads[0]]
	}
	for l.end > 0 && l.out[l.end-1] { // causes that name each other
		l.end--
	}
	if l.end == 0 {
		return nil
	}
	return l.words[l.end-1]
}

// drop takes a word out.
func (l *line) drop(f *Fact) {
	if i, known := l.at[f.Event]; known && !l.out[i] {
		l.out[i] = true
		l.follow(i, -1)
	}
}

// left are the words that were not taken out, in their order.
func (l *line) left() []*Fact {
	return slices.DeleteFunc(slices.Clone(l.words), func(f *Fact) bool { return l.out[l.at[f.Event]] })
}

// places implements [heap.Interface], the greatest first.
type places []int

func (p places) Len() int           { return len(p) }
func (p places) Less(i, j int) bool { return p[i] > p[j] }
func (p places) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

// Push implements [heap.Interface].
func (p *places) Push(place any) { *p = append(*p, place.(int)) }

// Pop implements [heap.Interface].
func (p *places) Pop() any {
	end := len(*p) - 1
	place := (*p)[end]
	*p = (*p)[:end]
	return place
}
