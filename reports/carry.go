package reports

import (
	"maps"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// carry adds to d what the previous report of the same scope contains and this window did not show:
// lanes that are not over, with their open sessions, and pinpoints where none were stated: those that are open, where
// the log holds pinpoints. Each keeps its time of observation, and names the report that it was seen in
// last.
func carry(d *Document, before *Previous, stated bool) {
	if before.Document.Scope != d.Scope {
		return
	}
	if d.Lanes.Items != nil {
		d.Lanes.Items = maps.Clone(d.Lanes.Items)
		for id, l := range before.Document.Lanes.Items {
			if _, seen := d.Lanes.Items[id]; seen || l.over() {
				continue
			}
			l.Carried = carriedFrom(l.Carried, before)
			d.Lanes.Items[id] = l
		}
		d.carrySessions(before)
	}
	if stated || before.Document.Pinpoints.Items == nil {
		return
	}
	observed := d.Pinpoints.Items != nil
	d.Pinpoints = Pinpoints{Items: orEmpty(maps.Clone(d.Pinpoints.Items))}
	for id, p := range before.Document.Pinpoints.Items {
		closed := p.State == domain.PinpointStateDone || p.State == domain.PinpointStateSuperseded
		if _, seen := d.Pinpoints.Items[id]; seen || observed && closed {
			continue
		}
		p.Carried = carriedFrom(p.Carried, before)
		d.Pinpoints.Items[id] = p
	}
}

// carrySessions adds the open sessions of lanes that are carried forward: an end of one of them would have shown its
// lane.
func (d *Document) carrySessions(before *Previous) {
	if d.ActiveSessions.Items == nil {
		return
	}
	d.ActiveSessions.Items = maps.Clone(d.ActiveSessions.Items)
	for id, s := range before.Document.ActiveSessions.Items {
		if _, seen := d.ActiveSessions.Items[id]; seen || d.Lanes.Items[string(s.Lane)].Carried == nil {
			continue
		}
		s.Carried = carriedFrom(s.Carried, before)
		d.ActiveSessions.Items[id] = s
	}
}

// over reports whether nothing is left to hear of a lane: it ended, and did not fail, or nothing is left to do.
func (l *Lane) over() bool {
	return l.Next == projections.NextNothing || l.State == lane.StateEnded && l.Urgency > urgencyUnclear
}

// carriedFrom is the report that an item was observed in: the previous one, or the one that it
// carried the item from.
func carriedFrom(c *Carried, before *Previous) *Carried {
	if c != nil {
		return c
	}
	return &Carried{Report: before.Hash}
}
