package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// writeDoubts notes what makes one look twice, sorted.
func writeDoubts(d *derivation) {
	all := eventsOfLane(d)
	d.out.doubtOf(DoubtIDConflict, all, func(i int) bool { return i > 0 && all[i-1].ID == all[i].ID })
	d.out.doubtOf(DoubtNewerVersion, all, func(i int) bool { return all[i].Newer })
	d.out.doubtOf(DoubtNotUnderstood, all, func(i int) bool { return all[i].Foreign || isStrange(all[i]) })
	d.doubt(DoubtReconciled, d.where(func(i int, f *fact.Fact) bool { return f.Kind == domain.KindLaneReconciled && d.attempt[i] == d.top }))
	d.out.doubtOf(DoubtVoidOpener, unheardOpeners(d), func(int) bool { return true })
	d.doubt(DoubtUnlinked, unlinked(d))
	d.doubt(DoubtOtherSession, othersActive(d))
	slices.SortFunc(d.out.Doubts, func(a, b Doubt) int {
		return cmp.Or(cmp.Compare(a.Doubt, b.Doubt), slices.CompareFunc(a.Events, b.Events, func(x, y domain.EventID) int { return x.Compare(y) }))
	})
}

// isStrange reports whether a value that f states is unknown to this program.
func isStrange(f *fact.Fact) bool {
	s := &f.Payload
	return s.Class != "" && !slices.Contains(s.Class.Enum(), string(s.Class)) ||
		s.Subphase != "" && !slices.Contains(s.Subphase.Enum(), string(s.Subphase)) ||
		s.Level != "" && s.Level.Rank() == 0
}

// answersEnding reports whether f names an end as its cause.
func (d *derivation) answersEnding(f *fact.Fact) bool {
	return slices.ContainsFunc(f.Causes, func(c domain.EventID) bool { return namesEnding(d)[c] })
}

// namesEnding returns the ids of the ends among the facts.
func namesEnding(d *derivation) map[domain.EventID]bool {
	if d.cached.ends == nil {
		d.cached.ends = map[domain.EventID]bool{}
		for i, f := range d.facts {
			if d.ends(i) {
				d.cached.ends[f.ID] = true
			}
		}
	}
	return d.cached.ends
}

// unlinked returns endings of earlier attempts that are concurrent with the
// opening of the highest: they may have meant it and did not say so. One that
// repeats what was said before the opening is an echo, and one of a fenced boot is
// put before the opening by the fence.
func unlinked(d *derivation) []int {
	if d.top == 1 {
		return nil
	}
	openers := d.where(func(i int, _ *fact.Fact) bool { return d.opens[i] == d.top })
	before, after := d.ord.Before(openers, nil), d.ord.After(openers, nil)
	earlier := d.where(func(i int, _ *fact.Fact) bool { return d.isEnding(i) && d.attempt[i] < d.top })
	old := map[string]bool{}
	for _, i := range earlier {
		if before.Holds(i) {
			old[claimText(d.facts[i])] = true
		}
	}
	return slices.DeleteFunc(earlier, func(i int) bool {
		return before.Holds(i) || after.Holds(i) || d.facts.fenced(openers, d.facts[i]) || old[claimText(d.facts[i])]
	})
}

// fenced reports whether one of the openers fences the boot that emitted f.
func (fs factList) fenced(openers []int, f *fact.Fact) bool {
	return slices.ContainsFunc(openers, func(o int) bool {
		return slices.ContainsFunc(fs[o].Payload.Fences, func(x domain.Fence) bool {
			return x.Emitter == f.Emitter && x.Epoch == f.Epoch && f.Rank() <= fs[o].Rank()
		})
	})
}

// othersActive returns the open turns of other root sessions than the endings'.
func othersActive(d *derivation) []int {
	stands := d.endingsOf(d.top).standing()
	if len(stands) == 0 {
		return nil
	}
	before := d.ord.Before(stands, nil)
	ending := map[domain.SessionID]bool{}
	for _, i := range stands {
		ending[d.facts[i].Session] = true
	}
	var out []int
	for _, u := range unitsOf(d) {
		if u.session == "" || ending[u.session] {
			continue
		}
		turns := d.ord.Last(slices.DeleteFunc(slices.Clone(u.facts), func(i int) bool { return !fact.IsTurn(d.facts[i].Kind) }))
		for _, i := range turns {
			if d.facts[i].Kind == domain.KindTurnStarted && !before.Holds(i) {
				out = append(out, i)
			}
		}
	}
	return out
}

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
	DoubtEndedWithout    DoubtKind = "ended_without_outcome"   // all is over and no outcome was recorded
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
		d.out.Doubts = append(d.out.Doubts, Doubt{kind, d.facts.ids(some)})
	}
}

// doubtOf is doubt for those of some facts that give a reason.
func (o *Outcome) doubtOf(kind DoubtKind, some []*fact.Fact, gives func(i int) bool) {
	var ids []domain.EventID
	for i, f := range some {
		if gives(i) {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) > 0 {
		o.Doubts = append(o.Doubts, Doubt{kind, sortedIDs(ids)})
	}
}
