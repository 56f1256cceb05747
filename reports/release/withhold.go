package release

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/audit"
)

// Ceiling is the greatest class that a document contains: it is made for the audience ops_audit.
const Ceiling = domain.SensitivityOperatorOnly

// Classes are the greatest classes that the events of commits, ships, approvals and lanes are labelled
// with, of those that are labelled above internal.
type Classes struct {
	Commits   map[domain.CommitID]domain.Sensitivity `json:"commits,omitzero"`
	Ships     map[domain.StreamID]domain.Sensitivity `json:"ships,omitzero"`
	Approvals map[domain.StreamID]domain.Sensitivity `json:"approvals,omitzero"`
	Lanes     map[domain.LaneID]domain.Sensitivity   `json:"lanes,omitzero"`
}

// Classify notes a class in one of the maps of [Classes]; nothing for "".
func Classify[ID comparable](classes *map[ID]domain.Sensitivity, id ID, class domain.Sensitivity) {
	if class == "" {
		return
	}
	if *classes == nil {
		*classes = map[ID]domain.Sensitivity{}
	}
	(*classes)[id] = class
}

// Withheld reports whether no document contains information of a class: it is above [Ceiling].
func Withheld(class domain.Sensitivity) bool {
	return class != "" && class.Rank() > Ceiling.Rank()
}

// Withhold takes out of d what is labelled above [Ceiling]: ships, approvals and lanes leave their maps,
// a commit keeps neither people, times nor its tree, and a gap of such a ship or approval keeps its kind
// and its events. Ids, and the closed words that commits have of them, stay.
func (d *Document) Withhold() {
	drop(d.Ships, d.Sensitivity.Ships)
	drop(d.Approvals, d.Sensitivity.Approvals)
	drop(d.Lanes, d.Sensitivity.Lanes)
	for i := range d.Commits {
		if c := &d.Commits[i]; Withheld(d.Sensitivity.Commits[c.Commit]) {
			c.Author, c.Committer, c.Tree = domain.Signed{}, domain.Signed{}, ""
		}
	}
	for i, g := range d.Gaps {
		if Withheld(d.Sensitivity.Ships[g.Ship]) || Withheld(d.Sensitivity.Approvals[g.Approval]) {
			d.Gaps[i] = audit.Gap{Kind: g.Kind, Ship: g.Ship, Approval: g.Approval, Events: g.Events}
		}
	}
}

// drop deletes the items that are withheld.
func drop[ID comparable, Item any](items map[ID]Item, classes map[ID]domain.Sensitivity) {
	for id, class := range classes {
		if Withheld(class) {
			delete(items, id)
		}
	}
}
