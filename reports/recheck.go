package reports

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Stands says whether a negative finding still holds.
type Stands string

// The standings of negative findings.
const (
	StandsHolds       Stands = "holds"        // the same search finds nothing now
	StandsInvalidated Stands = "invalidated"  // the same search finds something now: it was incomplete
	StandsNotRepeated Stands = "not_repeated" // claw cannot repeat the search
)

// Enum lists the values.
func (Stands) Enum() []string {
	return []string{string(StandsHolds), string(StandsInvalidated), string(StandsNotRepeated)}
}

// Recheck is the result of a negative finding after its search was repeated.
type Recheck struct {
	Standing Stands           `json:"standing"`
	By       []domain.EventID `json:"invalidated_by,omitzero"`
}

// RecheckNegative repeats the searches of d that found nothing: again is what the log shows of the
// same scope since the same time, and within reports whether an event is of the window of d. What
// was found in the meantime invalidates the finding. The report stays as it is.
func RecheckNegative(d *Document, again *Observed, within func(domain.EventID) bool) map[string]Recheck {
	now := Build(again, &Statement{}, nil, "claw")
	all := map[string]Recheck{}
	for _, name := range sortedKeys(d.Negative) {
		if d.Negative[name].Result != NotObserved {
			continue
		}
		all[name] = Recheck{Standing: StandsNotRepeated}
		for _, s := range now.sections() {
			if s.name != name || s.unknown != "" {
				continue
			}
			all[name] = Recheck{Standing: StandsHolds}
			if ids := now.shown(name, within); len(ids) > 0 {
				all[name] = Recheck{StandsInvalidated, ids}
			}
		}
	}
	return all
}

// mostShown bounds the events that invalidate a finding; one is enough.
const mostShown = 3

// shown are some events of the window that a section rests on.
func (d *Document) shown(section string, within func(domain.EventID) bool) (ids []domain.EventID) {
	s, err := Seal(d)
	if err != nil {
		return nil
	}
	for _, item := range splitDocument(s.Text)[section].items {
		for _, id := range eventsIn(item.Value) {
			if len(ids) < mostShown && !slices.Contains(ids, id) && within(id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// eventsIn are all events that an item names as its evidence.
func eventsIn(item []byte) (ids []domain.EventID) {
	evidence := named(jcs.Members(item), "evidence")
	if len(evidence) == 0 || evidence[0] != '{' {
		return evidenceOf(jcs.Members(item), "")
	}
	for _, m := range jcs.Members(evidence) {
		ids = append(ids, evidenceOf(jcs.Members(item), m.Name)...)
	}
	return ids
}
