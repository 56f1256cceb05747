package cli

import "github.com/clawable/claw/projections/store"

// modelStatus is how the read model stands.
type modelStatus struct {
	store.Status
	Parked      int             `json:"parked"` // events that are not understood
	Entities    map[string]int  `json:"entities"`
	Projections []store.Version `json:"projections"`
}

func (a *app) modelStatus(v *views) (*modelStatus, error) {
	counts, err := v.Counts()
	if err != nil {
		return nil, err
	}
	parked, err := v.Parked(store.Page{Limit: 1})
	return &modelStatus{v.status, parked.Total, counts, store.Versions()}, err
}

func (m *modelStatus) text(p *page) {
	p.line("read model at position %d: %d lanes, %d sessions, %d tool calls%s", m.Position, m.Entities["lanes"],
		m.Entities["sessions"], m.Entities["tools"], parkedText(m.Parked))
}

func parkedText(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + count(n) + " events are not understood"
}
