package projections

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// Ruling is what a policy decided about a call, as one event says it.
type Ruling struct {
	Approval string          `json:"approval,omitzero"` // the stream of the request that answers it
	Blocked  bool            `json:"blocked,omitzero"`  // the call was held back
	Decision string          `json:"decision,omitzero"` // see [domain.PolicyDecision]
	ID       domain.EventID  `json:"id"`
	Next     domain.NextPath `json:"next,omitzero"`
	Policy   string          `json:"policy,omitzero"`  // digest
	Refusal  string          `json:"refusal,omitzero"` // see [domain.ApprovalRefusal]
	Rule     string          `json:"rule,omitzero"`
	Use      domain.EventID  `json:"use,omitzero"` // the consumption that let it through
}

// Rulings are sorted by event, each once; the least some.
type Rulings []Ruling

func (r *Rulings) add(said *Ruling) {
	i, held := slices.BinarySearchFunc(*r, said.ID, func(x Ruling, id domain.EventID) int { return x.ID.Compare(id) })
	if held || i >= maxEvents {
		return
	}
	*r = slices.Insert(*r, i, *said)
	*r = (*r)[:min(len(*r), maxEvents)]
}

func rules(e *domain.Event) bool {
	return e.Kind == domain.KindPolicyEvaluated || e.Kind == domain.KindPolicyActionBlocked
}

// ruledKey is the key of the call that a policy decided about: its item, else the event
// that asks for it, which is then the cause of the ruling.
func ruledKey(e *domain.Event) string {
	if e.Subject.Item.Value == "" && len(e.Causes) > 0 {
		return eventKey + e.Causes[0].String()
	}
	return itemKey(e)
}

func readRuling(e *domain.Event) (r Ruling, err error) {
	r.ID, r.Blocked = e.ID, e.Kind == domain.KindPolicyActionBlocked
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "approval":
			r.Approval = d.text(v)
		case "decision":
			r.Decision = d.text(v)
		case "evidence":
			for _, text := range d.texts(v) {
				if id, err := domain.ParseEventID(text); err == nil {
					r.Use = cmp.Or(r.Use, id)
				}
			}
		case "next":
			r.Next = domain.NextPath(d.text(v))
		case "policy":
			r.Policy = d.text(v)
		case "refusal":
			r.Refusal = d.text(v)
		case "rule":
			r.Rule = d.text(v)
		}
	}
	return r, d.err()
}

func (r Rulings) appendState(w *stateWriter) {
	if len(r) == 0 {
		return
	}
	w.name("rulings")
	w.open('[')
	for i := range r {
		w.comma()
		r[i].appendState(w)
	}
	w.close(']')
}

func (r *Ruling) appendState(w *stateWriter) {
	w.open('{')
	w.text("approval", r.Approval)
	w.flag("blocked", r.Blocked)
	w.text("decision", r.Decision)
	w.id("id", r.ID)
	w.text("next", string(r.Next))
	w.text("policy", r.Policy)
	w.text("refusal", r.Refusal)
	w.text("rule", r.Rule)
	w.knownID("use", r.Use)
	w.close('}')
}
