package view

import (
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
)

// ModelStatus is the state of the read model.
type ModelStatus struct {
	store.Status
	Parked      int              `json:"parked"` // events that are damaged or not understood
	Entities    map[string]int   `json:"entities"`
	Projections []tables.Version `json:"projections"`
}

// StatusOf is the state of the read model, as claw status reports it.
func StatusOf(v *Views) (*ModelStatus, error) {
	counts, err := query.Counts(v)
	return &ModelStatus{v.Status, counts[projections.ParkedName], counts, tables.Versions()}, err
}

func (m *ModelStatus) Text(p *term.Page) {
	p.Line("read model at position %d: %s, %s, %s%s", m.Position, term.Many(m.Entities["lanes"], "lane"),
		term.Many(m.Entities["sessions"], "session"), term.Many(m.Entities["tools"], "tool call"), ParkedText(m.Parked))
}

// ParkedText counts the events that the read model could not read.
func ParkedText(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + term.Many(n, "event") + " set aside"
}
