package reports

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
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

// observations lists the times of what a document says that the log shows.
func (d *Document) observations(each func(observation)) {
	for _, l := range d.Lanes.Items {
		each(observation{l.ObservedAt, l.TTL})
	}
	for _, s := range d.ActiveSessions.Items {
		each(observation{s.ObservedAt, s.TTL})
	}
	for _, p := range d.Pinpoints.Items {
		each(observation{p.ObservedAt, 0})
	}
}

// FreshnessAt says how far the observations of a document can be relied on at asOf.
func (d *Document) FreshnessAt(asOf domain.Instant) (f Freshnesses) {
	d.observations(func(o observation) {
		switch {
		case o.ttl == 0:
			f.Current++
		case !o.at.Known() || !asOf.Known():
			f.Unknown++
		case asOf.Time().Sub(o.at.Time()) > time.Duration(o.ttl)*time.Second:
			f.Stale++
		default:
			f.Current++
		}
	})
	f.Mixed = f.Current > 0 && f.Stale+f.Unknown > 0
	return f
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
