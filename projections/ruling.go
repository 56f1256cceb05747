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

func (r *Rulings) add(e *domain.Event, said Ruling) {
	said.ID, said.Blocked = e.ID, e.Kind == blockedKind
	i, held := slices.BinarySearchFunc(*r, said.ID, func(x Ruling, id domain.EventID) int { return x.ID.Compare(id) })
	if held || i >= maxEvents {
		return
	}
	*r = slices.Insert(*r, i, said)
	*r = (*r)[:min(len(*r), maxEvents)]
}

var (
	evaluatedKind = domain.PolicyEvaluated{}.Kind()
	blockedKind   = domain.PolicyActionBlocked{}.Kind()
)

func rules(e *domain.Event) bool { return e.Kind == evaluatedKind || e.Kind == blockedKind }

// ruledKey is the key of the call that a policy decided about: its item, else the event
// that asks for it, which is then the cause of the ruling.
func ruledKey(e *domain.Event) string {
	if e.Subject.Item.Value == "" && len(e.Causes) > 0 {
		return eventKey + e.Causes[0].String()
	}
	return itemKey(e)
}

func readRuling(data []byte) (r Ruling, err error) {
	d := membersOf(data)
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
	for _, x := range r {
		w.comma()
		w.open('{')
		w.text("approval", x.Approval)
		w.flag("blocked", x.Blocked)
		w.text("decision", x.Decision)
		w.id("id", x.ID)
		w.text("next", string(x.Next))
		w.text("policy", x.Policy)
		w.text("refusal", x.Refusal)
		w.text("rule", x.Rule)
		w.knownID("use", x.Use)
		w.close('}')
	}
	w.close(']')
}
