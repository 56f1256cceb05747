package lane

import "github.com/clawable/claw/domain"

// Canonical is RFC 8785 of a JSON value, as fingerprints use it.
func Canonical(raw []byte) ([]byte, error) { return canonical(raw) }

// Order is the order of rule 2, for comparing it with a slower one.
type Order struct{ o *order }

// NewOrder makes the order of facts.
func NewOrder(facts []Fact) Order {
	some := make([]*Fact, len(facts))
	for i := range facts {
		some[i] = &facts[i]
	}
	return Order{newOrder(some, map[domain.EventID]bool{})}
}

// Precedes reports whether fact a precedes fact b.
func (o Order) Precedes(a, b int) bool { return o.o.after([]int{a})[o.o.comp[b]] }

// Loops returns the facts in a cycle.
func (o Order) Loops() []int { return o.o.loops }

// Lost is the number of causes that name no fact.
func (o Order) Lost() int { return o.o.lost }

// Last returns those of some that no other follows.
func (o Order) Last(some []int) []int { return o.o.last(some) }

// First returns those of some that follow no other.
func (o Order) First(some []int) []int { return o.o.first(some) }
