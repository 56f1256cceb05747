package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Outage is one break of the transport that covers the lane, however many said so.
type Outage struct {
	Scope         domain.OutageScope     `json:"scope"`
	Session       domain.SessionID       `json:"session,omitzero"`
	Host          domain.HostID          `json:"host,omitzero"`
	ControlServer domain.ControlServerID `json:"control_server,omitzero"`
	Open          bool                   `json:"open"`
	Events        []domain.EventID       `json:"events"` // transport.down
}

// listOutages groups what was said of one target: one outage is one outage.
func listOutages(d *derivation, downs []int, open map[int]bool) {
	type target struct {
		scope domain.OutageScope
		name  string
	}
	at := map[target]int{}
	for _, i := range downs {
		f := d.facts[i]
		k := target{f.Payload.Outage, targetOf(f)}
		n, ok := at[k]
		if !ok {
			n = len(d.out.Outages)
			at[k] = n
			d.out.Outages = append(d.out.Outages, outageOf(f))
		}
		o := &d.out.Outages[n]
		o.Open, o.Events = o.Open || open[i], append(o.Events, f.ID)
	}
	for i := range d.out.Outages {
		slices.SortFunc(d.out.Outages[i].Events, domain.EventID.Compare)
	}
	slices.SortFunc(d.out.Outages, func(a, b Outage) int {
		return cmp.Or(cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Host, b.Host),
			cmp.Compare(a.ControlServer, b.ControlServer), cmp.Compare(a.Session, b.Session))
	})
}

// outageOf names the target of an outage and nothing beside it.
func outageOf(f *fact.Fact) Outage {
	o := Outage{Scope: f.Payload.Outage}
	switch o.Scope {
	case domain.OutageHost:
		o.Host = f.Host
	case domain.OutageControlServer:
		o.ControlServer = f.ControlServer
	case domain.OutageSession:
		o.Session = f.Session
	}
	return o
}

func sameTarget(a, b *fact.Fact) bool {
	return a.Payload.Outage == b.Payload.Outage && targetOf(a) == targetOf(b)
}

func targetOf(f *fact.Fact) string {
	switch f.Payload.Outage {
	case domain.OutageHost:
		return string(f.Host)
	case domain.OutageControlServer:
		return string(f.ControlServer)
	case domain.OutageSession:
	}
	return string(f.Session)
}
