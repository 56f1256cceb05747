package cli

import (
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// modelStatus is how the read model stands.
type modelStatus struct {
	store.Status
	Parked      int             `json:"parked"` // events that are damaged or not understood
	Entities    map[string]int  `json:"entities"`
	Projections []store.Version `json:"projections"`
}

func (a *app) modelStatus(v *views) (*modelStatus, error) {
	counts, err := v.Counts()
	return &modelStatus{v.status, counts[projections.ParkedName], counts, store.Versions()}, err
}

func (m *modelStatus) text(p *page) {
	p.line("read model at position %d: %s, %s, %s%s", m.Position, many(m.Entities["lanes"], "lane"),
		many(m.Entities["sessions"], "session"), many(m.Entities["tools"], "tool call"), parkedText(m.Parked))
}

func parkedText(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + many(n, "event") + " set aside"
}
