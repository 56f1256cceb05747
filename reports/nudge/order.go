package nudge

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// order is the events of a cycle by their times, with what each of them had read. It finds what an
// event follows without a look at each pair of events.
type order struct {
	events   []placed
	at       map[domain.EventID]int // the place of an event
	causes   [][]int                // by the place of an event: those of its causes that are of the cycle
	readers  [][]int                // by the place of an event: those that name it as a cause
	arrived  reading                // deliveries
	answered reading
	read     map[int][]bool // by the place of an event: what it had read; filled on demand
}

// placed is an event of a cycle.
type placed struct {
	event    domain.EventID
	at       domain.Instant
	causes   []domain.EventID
	arrived  bool // a delivery that may have reached a recipient
	answered bool
}

// reading is some events of an order, and which of them each event had read.
type reading struct {
	places []int // ascending
	first  []int // by the place of an event: the least of places that it had read, itself aside; none for none
}

// newOrder is the order of a cycle, and of more events that are not in it yet.
func newOrder(c *Cycle, more ...placed) *order {
	o := &order{events: more, at: map[domain.EventID]int{}, read: map[int][]bool{}}
	for i := range c.Deliveries {
		d := &c.Deliveries[i]
		o.events = append(o.events, placed{d.Event, d.ObservedAt, d.causes, d.Arrived(), false})
	}
	for i := range c.Answers {
		a := &c.Answers[i]
		o.events = append(o.events, placed{a.Event, a.At, a.causes, false, true})
	}
	slices.SortFunc(o.events, func(a, b placed) int { return before(a.at, b.at, a.event, b.event) })
	for i := range o.events {
		o.at[o.events[i].event] = i
	}
	o.causes, o.readers = make([][]int, len(o.events)), make([][]int, len(o.events))
	for i := range o.events {
		for _, cause := range o.events[i].causes {
			if to, known := o.at[cause]; known {
				o.causes[i], o.readers[to] = append(o.causes[i], to), append(o.readers[to], i)
			}
		}
	}
	o.arrived, o.answered = o.reading(func(p *placed) bool { return p.arrived }), o.reading(func(p *placed) bool { return p.answered })
	return o
}

// none is the place of no event.
func (o *order) none() int { return len(o.events) }

// reading finds the events whose senders had read an event for which is returns true. It visits each
// event once: an event found for an earlier place is not searched for again.
func (o *order) reading(is func(*placed) bool) reading {
	r := reading{first: slices.Repeat([]int{o.none()}, len(o.events))}
	for i := range o.events {
		if !is(&o.events[i]) {
			continue
		}
		r.places = append(r.places, i)
		for next := slices.Clone(o.readers[i]); len(next) > 0; {
			at := next[len(next)-1]
			next = next[:len(next)-1]
			if r.first[at] == o.none() {
				r.first[at] = i
				next = append(next, o.readers[at]...)
			}
		}
	}
	for i, first := range r.first {
		if first == i { // it is among its own causes
			r.first[i] = o.firstOf(r.places, i)
		}
	}
	return r
}

// firstOf is the first of places, but that of the event itself, that an event had read.
func (o *order) firstOf(places []int, i int) int {
	for _, at := range places {
		if at != i && o.hadRead(i, at) {
			return at
		}
	}
	return o.none()
}

// hadRead reports whether an event is among the causes of another, or among the causes of those.
func (o *order) hadRead(reader, event int) bool {
	seen := o.read[reader]
	if seen == nil {
		seen = o.walk(reader, func(at int) []int { return o.causes[at] })
		o.read[reader] = seen
	}
	return seen[event]
}

// walk marks the events that steps lead to from one, over any number of steps.
func (o *order) walk(from int, steps func(at int) []int) (seen []bool) {
	seen = make([]bool, len(o.events))
	for next := slices.Clone(steps(from)); len(next) > 0; {
		at := next[len(next)-1]
		if next = next[:len(next)-1]; !seen[at] {
			seen[at] = true
			next = append(next, steps(at)...)
		}
	}
	return seen
}

// few is how many events are checked one by one for what they had read; for more, readers are computed once.
const few = 16

// follows is the first of some events that an event comes after, none for none. Its author had read
// it, or else it is later and the author of the other had not read it.
func (o *order) follows(r *reading, i int) int {
	had := func(reader int) bool { return o.hadRead(reader, i) }
	for n, at := range r.places {
		if at >= min(i, r.first[i]) {
			break
		}
		if n == few {
			readers := o.walk(i, func(at int) []int { return o.readers[at] })
			had = func(reader int) bool { return readers[reader] }
		}
		if !had(at) {
			return at
		}
	}
	return r.first[i]
}

// class returns the class of the delivery at a place.
func (o *order) class(i int) (class domain.NudgeClass, original domain.EventID) {
	class = domain.NudgeNew
	if first := o.follows(&o.arrived, i); first < o.none() {
		class, original = domain.NudgeRetry, o.events[first].event
	}
	if o.follows(&o.answered, i) < o.none() {
		class = domain.NudgeStaleDuplicate
	}
	return class, original
}
