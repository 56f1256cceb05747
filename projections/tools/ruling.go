package tools

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
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

// Add keeps the least rulings; one of an event that is held changes nothing.
func (r *Rulings) Add(said *Ruling) {
	i, held := slices.BinarySearchFunc(*r, said.ID, func(x Ruling, id domain.EventID) int { return x.ID.Compare(id) })
	if held || i >= values.MostIDs {
		return
	}
	*r = slices.Insert(*r, i, *said)
	*r = (*r)[:min(len(*r), values.MostIDs)]
}

// IsRuling reports whether an event says what a policy decided.
func IsRuling(e *domain.Event) bool {
	return e.Kind == domain.KindPolicyEvaluated || e.Kind == domain.KindPolicyActionBlocked
}

// ruledKey is the key of the call that a policy decided about: its item, else the event
// that asks for it, which is then the cause of the ruling.
func ruledKey(e *domain.Event) string {
	if e.Subject.Item.Value == "" && len(e.Causes) > 0 {
		return entitykey.OfEvent(e.Causes[0])
	}
	return entitykey.Of(e)
}

// ReadRuling reads what a policy decided.
//
// Errors: when the payload is not what its kind says.
func ReadRuling(e *domain.Event) (r Ruling, err error) {
	r.ID, r.Blocked = e.ID, e.Kind == domain.KindPolicyActionBlocked
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "approval":
			r.Approval = d.Text(v)
		case "decision":
			r.Decision = d.Text(v)
		case "evidence":
			for _, text := range d.Texts(v) {
				if id, err := domain.ParseEventID(text); err == nil {
					r.Use = cmp.Or(r.Use, id)
				}
			}
		case "next":
			r.Next = domain.NextPath(d.Text(v))
		case "policy":
			r.Policy = d.Text(v)
		case "refusal":
			r.Refusal = d.Text(v)
		case "rule":
			r.Rule = d.Text(v)
		}
	}
	return r, d.Err()
}

// AppendMember writes a member unless there is no ruling.
func (r Rulings) AppendMember(w *statejson.Writer, n string) {
	if len(r) == 0 {
		return
	}
	w.Name(n)
	w.Open('[')
	for i := range r {
		w.Comma()
		r[i].appendState(w)
	}
	w.Close(']')
}

func (r *Ruling) appendState(w *statejson.Writer) {
	w.Open('{')
	w.Text("approval", r.Approval)
	w.Flag("blocked", r.Blocked)
	w.Text("decision", r.Decision)
	w.ID("id", r.ID)
	w.Text("next", string(r.Next))
	w.Text("policy", r.Policy)
	w.Text("refusal", r.Refusal)
	w.Text("rule", r.Rule)
	w.KnownID("use", r.Use)
	w.Close('}')
}
