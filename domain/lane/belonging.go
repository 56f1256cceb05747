package lane

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// Belonging says where a lane's work belongs, and what began its last attempt.
type Belonging struct {
	// Bindings bind a worktree to the lane: those of the highest trust that no other of
	// them follows. Several where they have no order; none where no worktree was bound.
	// Where no trusted event bound one, untrusted bindings are used.
	Bindings []domain.EventID
	// Opened are the events that opened the last attempt; none where no event says so.
	Opened []domain.EventID
}

// BelongingOf returns where the work of the set's lane belongs by the facts of the set,
// by the rule that judges commits and claims ("6.tree").
func BelongingOf(set index.Set, opts Options) Belonging {
	d := newDerivation(set, opts)
	countAttempts(d)
	bindings := readEvidence(d).Bindings((*fact.Fact).Trusted)
	if len(bindings) == 0 {
		bindings = readEvidence(d).Bindings(func(*fact.Fact) bool { return true })
	}
	return Belonging{
		Bindings: d.facts.ids(d.ord.Last(bindings)),
		Opened:   d.facts.ids(d.where(func(i int, _ *fact.Fact) bool { return d.opens[i] == d.top })),
	}
}
