package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Because names what decided a derived field (rule 9): the sentence that fired, and events
// that are enough. Derived from these events and what lies on causal paths between them
// alone, the field has the same value.
type Because struct {
	Rule   Rule             `json:"rule"`
	Events []domain.EventID `json:"events,omitzero"` // sorted
}

// because notes why a field has its value: the facts that decided it, and those by which
// they are the lane's.
func (d *derivation) because(field string, rule Rule, some []int) {
	d.rests(field, rule, d.at(some))
}

// rests is because of facts, which may be calls.
func (d *derivation) rests(field string, rule Rule, some []*fact.Fact) {
	d.out.Because[field] = Because{rule, idsOf(d.founded(some))}
}

// also adds what another field rests on.
func (d *derivation) also(field string, others ...string) {
	b := d.out.Because[field]
	for _, other := range others {
		b.Events = append(b.Events, d.out.Because[other].Events...)
	}
	d.out.Because[field] = Because{b.Rule, sortedIDs(b.Events)}
}

// at returns the facts at some places.
func (d *derivation) at(some []int) []*fact.Fact {
	out := make([]*fact.Fact, len(some))
	for n, i := range some {
		out[n] = d.facts[i]
	}
	return out
}

// ids returns the ids of facts, sorted, each once.
func (d *derivation) ids(some []int) []domain.EventID { return idsOf(d.at(some)) }

func idsOf(some []*fact.Fact) []domain.EventID {
	out := make([]domain.EventID, len(some))
	for n, f := range some {
		out[n] = f.ID
	}
	return sortedIDs(out)
}

// sortedIDs sorts ids, in place, and keeps each once.
func sortedIDs(some []domain.EventID) []domain.EventID {
	slices.SortFunc(some, domain.EventID.Compare)
	return slices.Compact(some)
}
