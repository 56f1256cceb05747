package projections

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// LanesName and LanesVersion name the projection of lanes as [Fold] does for the
// others: its state is the set of facts that the outcome rule reads, its rows are
// the outcomes. The version rises with every change of the rule.
const (
	LanesName    = "lanes"
	LanesVersion = 15
)

// LaneBook files the facts that the outcome rule reads.
type LaneBook interface {
	// File takes a fact; the memory stays the caller's, what it refers to does not change.
	File(*fact.Fact) error
}

// fileLane reports bad when the payload of a kind that the rule reads cannot be read.
func (b *FoldSet) fileLane(e *domain.Event) (bad bool, err error) {
	if !fact.Read(e, &b.fact) {
		return false, nil
	}
	return b.fact.Foreign, b.Lanes.File(&b.fact)
}
