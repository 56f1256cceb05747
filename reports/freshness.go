package reports

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// TTLSeconds is the TTL of what is in progress.
const TTLSeconds = int(lane.StaleAfter / time.Second)

// Freshnesses counts observations by how far they can be relied on at a time of reading. It is no
// part of a document.
type Freshnesses struct {
	Current int  `json:"current"`
	Stale   int  `json:"stale"`
	Unknown int  `json:"unknown"`
	Mixed   bool `json:"mixed"` // some are current and some are not
}

// observation is one time in a document, and how long it holds.
type observation struct {
	at  domain.Instant
	ttl int // seconds; 0 for ever
}

// observations lists the times of what a document reports as shown by the log.
func (d *Document) observations(each func(observation)) {
	for _, l := range d.Lanes.Items {
		each(observation{l.ObservedAt, l.TTL})
	}
	d.observedBeside(each)
}

// observedBeside is [Document.observations] without those of lanes.
func (d *Document) observedBeside(each func(observation)) {
	for _, s := range d.ActiveSessions.Items {
		each(observation{s.ObservedAt, s.TTL})
	}
	for _, p := range d.Pinpoints.Items {
		each(observation{p.ObservedAt, 0})
	}
	for _, a := range d.Approvals.Items {
		each(observation{a.RequestedAt, a.TTL})
	}
}

// standing returns how far an observation can be relied on.
func (o observation) standing(asOf domain.Instant) lane.Fresh {
	switch {
	case o.ttl == 0:
		return lane.FreshnessCurrent
	case !o.at.Known() || !asOf.Known():
		return lane.FreshnessUnknown
	case asOf.Time().Sub(o.at.Time()) > time.Duration(o.ttl)*time.Second:
		return lane.FreshnessStale
	}
	return lane.FreshnessCurrent
}

// count adds an observation of a standing.
func (f *Freshnesses) count(standing lane.Fresh) {
	switch standing {
	case lane.FreshnessCurrent:
		f.Current++
	case lane.FreshnessStale:
		f.Stale++
	case lane.FreshnessUnknown:
		f.Unknown++
	}
	f.Mixed = f.Current > 0 && f.Stale+f.Unknown > 0
}

// FreshnessAt returns how far the observations of a document can be relied on at asOf.
func (d *Document) FreshnessAt(asOf domain.Instant) (f Freshnesses) {
	d.observations(func(o observation) { f.count(o.standing(asOf)) })
	return f
}

// AdviceAt returns what to do about a lane of the document at asOf, as the board states it: what was at
// work may be silent by then.
func (d *Document) AdviceAt(id string, asOf domain.Instant) projections.Advice {
	l := d.Lanes.Items[id]
	return adviceAt(id, &l, d.askedFor(domain.LaneID(id)), asOf)
}

// ReadAt is [Document.FreshnessAt], and calls moved, in any order, with each lane of which [Document.AdviceAt]
// differs from the document. It looks at each lane once.
func (d *Document) ReadAt(asOf domain.Instant, moved func(id string, a projections.Advice)) (f Freshnesses) {
	asked := d.askedFor("")
	for id, l := range d.Lanes.Items {
		f.count(observation{l.ObservedAt, l.TTL}.standing(asOf))
		if a := adviceAt(id, &l, asked, asOf); a != l.Advice {
			moved(id, a)
		}
	}
	d.observedBeside(func(o observation) { f.count(o.standing(asOf)) })
	return f
}

// askedFor is the newest request that waits of each lane, or of one alone.
func (d *Document) askedFor(one domain.LaneID) map[domain.LaneID]observation {
	asked := map[domain.LaneID]observation{}
	for _, a := range d.Approvals.Items {
		if !a.Waits {
			continue
		}
		for _, id := range a.Lanes {
			o, already := asked[id]
			if (one == "" || one == id) && (!already || !o.at.Known() || a.RequestedAt.Known() && a.RequestedAt.UnixNano() > o.at.UnixNano()) {
				asked[id] = observation{a.RequestedAt, a.TTL}
			}
		}
	}
	return asked
}

func adviceAt(id string, l *Lane, requests map[domain.LaneID]observation, asOf domain.Instant) projections.Advice {
	o, asked := requests[domain.LaneID(id)]
	if !asked {
		o = observation{l.ObservedAt, l.TTL}
	}
	unused := lane.IsUnused(l.Rule, l.State, nil) && len(l.Evidence["attempt"]) == 0
	past := asOf.Known() && o.standing(asOf) != lane.FreshnessCurrent
	return projections.Advise(projections.Standing{State: l.State, Outcome: l.Outcome, Disposition: l.Disposition, Subphase: l.Subphase,
		WaitsFor: l.WaitsFor, FailureClass: l.FailureClass, Accepted: l.Accepted != nil, Unused: unused, Answered: l.Next == projections.NextRead, Asked: asked, Stale: past, Silent: past})
}

// freshnessOf names the policy, and the bounds of what was observed.
func freshnessOf(d *Document) Freshness {
	f := Freshness{Policy: TTLPolicy}
	d.observations(func(o observation) {
		if !o.at.Known() {
			return
		}
		if !f.Earliest.Known() || o.at.UnixNano() < f.Earliest.UnixNano() {
			f.Earliest = o.at
		}
		if !f.Latest.Known() || o.at.UnixNano() > f.Latest.UnixNano() {
			f.Latest = o.at
		}
	})
	return f
}
