package lane

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain"
)

// Set is what the outcome of one lane is a function of: each fact once, in one
// order whatever the order they were given in.
type Set struct {
	Lane  domain.LaneID
	facts []Fact
}

// MakeSet makes the set of facts for a lane; a fact given twice counts once.
// Facts that are not the lane's do no harm.
func MakeSet(lane domain.LaneID, facts []Fact) Set {
	type row struct {
		fact  *Fact
		bytes []byte
	}
	rows := make([]row, len(facts))
	for i := range facts {
		rows[i] = row{&facts[i], nil}
	}
	slices.SortFunc(rows, func(a, b row) int { return a.fact.ID.Compare(b.fact.ID) })
	out := make([]Fact, 0, len(rows))
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && rows[end].fact.ID == rows[start].fact.ID {
			end++
		}
		same := rows[start:end]
		if len(same) > 1 {
			for i := range same {
				same[i].bytes = AppendFact(nil, same[i].fact)
			}
			slices.SortFunc(same, func(a, b row) int { return bytes.Compare(a.bytes, b.bytes) })
			same = slices.CompactFunc(same, func(a, b row) bool { return bytes.Equal(a.bytes, b.bytes) })
		}
		for _, r := range same {
			out = append(out, *r.fact)
		}
		start = end
	}
	return Set{Lane: lane, facts: out}
}

// Len is the number of facts.
func (s Set) Len() int { return len(s.facts) }
