package lane

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// DoubtKind is a reason to look twice at an outcome.
type DoubtKind string

// The doubts.
const (
	DoubtIDConflict      DoubtKind = "id_conflict"             // one id with two contents
	DoubtNotUnderstood   DoubtKind = "not_understood"          // an unknown kind or value
	DoubtNewerVersion    DoubtKind = "newer_version"           // a payload of a later version
	DoubtErased          DoubtKind = "erased"                  // the data of an ending are gone
	DoubtLowerTrust      DoubtKind = "lower_trust_ending"      // says otherwise and is not heard
	DoubtVoidOpener      DoubtKind = "lower_trust_opener"      // would open an attempt and may not
	DoubtUnlinked        DoubtKind = "unlinked_ending"         // concurrent with the attempt's opening
	DoubtClass           DoubtKind = "failure_class_contested" // failures of different classes
	DoubtBinding         DoubtKind = "binding_contested"       // concurrent bindings of a session
	DoubtDisposition     DoubtKind = "disposition_contested"
	DoubtReconciled      DoubtKind = "transport_reconciled"    // lane.reconciled: upstream's uncertainty
	DoubtOtherSession    DoubtKind = "other_session_active"    // a session works on after the end
	DoubtOutageSilence   DoubtKind = "nothing_since_outage"    // the outage is over, nothing was heard
	DoubtEndedWithout    DoubtKind = "ended_without_outcome"   // all is over and nobody said how
	DoubtSettlementUnmet DoubtKind = "settlement_not_in_force" // lacks trust, or names no ending
)

// Enum lists the values.
func (DoubtKind) Enum() []string {
	return names(DoubtIDConflict, DoubtNotUnderstood, DoubtNewerVersion, DoubtErased, DoubtLowerTrust, DoubtVoidOpener,
		DoubtUnlinked, DoubtClass, DoubtBinding, DoubtDisposition, DoubtReconciled, DoubtOtherSession,
		DoubtOutageSilence, DoubtEndedWithout, DoubtSettlementUnmet)
}

// Doubt is a reason to look twice, and the events that give it.
type Doubt struct {
	Doubt  DoubtKind        `json:"doubt"`
	Events []domain.EventID `json:"events,omitzero"` // sorted
}

// doubt notes a reason to look twice; without events it notes nothing.
func (d *derivation) doubt(kind DoubtKind, some []int) {
	if len(some) > 0 {
		d.out.Doubts = append(d.out.Doubts, Doubt{kind, d.ids(some)})
	}
}

// doubtOf is doubt for those of some facts that give a reason.
func (d *derivation) doubtOf(kind DoubtKind, some []*fact.Fact, gives func(i int) bool) {
	var ids []domain.EventID
	for i, f := range some {
		if gives(i) {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) > 0 {
		d.out.Doubts = append(d.out.Doubts, Doubt{kind, sortedIDs(ids)})
	}
}
