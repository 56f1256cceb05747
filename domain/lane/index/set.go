package index

import (
	"bytes"
	"iter"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Set is what the outcome of one lane is a function of: each fact once, in one
// order whatever the order they were given in.
type Set struct {
	Lane  domain.LaneID
	facts []*fact.Fact
}

// NewSet returns the set of facts for a lane; a fact given twice counts once.
// Facts that are not the lane's do no harm.
func NewSet(lane domain.LaneID, facts []fact.Fact) Set {
	refs := make([]*fact.Fact, len(facts))
	for i := range facts {
		refs[i] = &facts[i]
	}
	return newSet(lane, refs)
}

// newSet makes a set of these facts themselves; it sorts its argument.
func newSet(lane domain.LaneID, facts []*fact.Fact) Set {
	slices.SortFunc(facts, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
	out := facts[:0]
	for start := 0; start < len(facts); {
		end := start + 1
		for end < len(facts) && facts[end].ID == facts[start].ID {
			end++
		}
		if end == start+1 {
			out = append(out, facts[start])
		} else {
			out = appendDistinct(out, facts[start:end])
		}
		start = end
	}
	return Set{Lane: lane, facts: out}
}

// appendDistinct appends facts of one id in the order of their stored forms, each
// form once.
func appendDistinct(out []*fact.Fact, same []*fact.Fact) []*fact.Fact {
	type row struct {
		fact *fact.Fact
		form []byte
	}
	rows := make([]row, len(same))
	for i, f := range same {
		rows[i] = row{f, fact.Append(nil, f)}
	}
	slices.SortFunc(rows, func(a, b row) int { return bytes.Compare(a.form, b.form) })
	for i, r := range rows {
		if i == 0 || !bytes.Equal(rows[i-1].form, r.form) {
			out = append(out, r.fact)
		}
	}
	return out
}

// Named yields the facts of one event: several when its id has several contents.
func (s Set) Named(id domain.EventID) iter.Seq[*fact.Fact] {
	return func(yield func(*fact.Fact) bool) {
		i, _ := slices.BinarySearchFunc(s.facts, id, func(f *fact.Fact, id domain.EventID) int { return f.ID.Compare(id) })
		for ; i < len(s.facts) && s.facts[i].ID == id && yield(s.facts[i]); i++ {
		}
	}
}

// Facts returns the facts, sorted by id and by stored form, each once. The caller must not
// change the slice nor the facts.
func (s Set) Facts() []*fact.Fact { return s.facts }

// Len is the number of facts.
func (s Set) Len() int { return len(s.facts) }
