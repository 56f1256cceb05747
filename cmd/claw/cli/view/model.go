package view

import (
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// ModelStatus is how the read model stands.
type ModelStatus struct {
	store.Status
	Parked      int             `json:"parked"` // events that are damaged or not understood
	Entities    map[string]int  `json:"entities"`
	Projections []store.Version `json:"projections"`
}

// StatusOf is the read model as claw status has it.
func StatusOf(v *Views) (*ModelStatus, error) {
	counts, err := v.Counts()
	return &ModelStatus{v.Status, counts[projections.ParkedName], counts, store.Versions()}, err
}

func (m *ModelStatus) Text(p *term.Page) {
	p.Line("read model at position %d: %s, %s, %s%s", m.Position, term.Many(m.Entities["lanes"], "lane"),
		term.Many(m.Entities["sessions"], "session"), term.Many(m.Entities["tools"], "tool call"), ParkedText(m.Parked))
}

// ParkedText counts what the read model could not read.
func ParkedText(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + term.Many(n, "event") + " set aside"
}
