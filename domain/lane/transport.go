package lane

import (
	"cmp"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// skew is how far the clocks of two producers may differ. A time that is later by no more than this
// does not end an outage.
const skew = 2 * time.Second

// downFacts returns the outages of the lane that are heard. Outages that are not trusted are heard only
// in a lane without trusted events.
func downFacts(d *derivation) []int {
	trusted := slices.ContainsFunc(d.facts, func(f *fact.Fact) bool { return fact.InOrder(f.Kind) && f.Trusted() })
	return d.where(func(_ int, f *fact.Fact) bool { return f.Kind == domain.KindTransportDown && (f.Trusted() || !trusted) })
}

// downIDs returns the ids of the outages.
func downIDs(d *derivation) map[domain.EventID]bool {
	if d.cached.downs == nil {
		d.cached.downs = map[domain.EventID]bool{}
		for _, i := range downFacts(d) {
			d.cached.downs[d.facts[i].ID] = true
		}
	}
	return d.cached.downs
}

// covers reports whether a transport event is about the lane.
func covers(d *derivation, f *fact.Fact, at places) bool {
	if len(f.Payload.Lanes) > 0 {
		return slices.Contains(f.Payload.Lanes, d.lane)
	}
	switch f.Payload.Outage {
	case domain.OutageHost:
		return at.hosts[f.Host] || f.Host == "" && f.Lane == d.lane
	case domain.OutageControlServer:
		return at.controls[f.ControlServer] || f.ControlServer == "" && f.Lane == d.lane
	case domain.OutageSession:
	}
	return f.Session != "" && d.lanes.OfSession(f.Session) == d.lane || f.Session == "" && f.Lane == d.lane
}

// unit is what an outage can cut off: a root session of the lane, or the lane itself.
type unit struct {
	session domain.SessionID
	facts   []int
}

// unitsOf returns the units of the lane that are not over: its root sessions, or the lane itself when
// it has no session.
func unitsOf(d *derivation) []unit {
	bySession := map[domain.SessionID][]int{}
	var loose, all []int
	for i, f := range d.facts {
		switch {
		case fact.IsTransport(f.Kind) || fact.ShowsCommit(f.Kind) || !fact.InOrder(f.Kind):
			continue
		case f.Session != "" && f.Kind != domain.KindLaneOwnershipBound:
			root := d.lanes.Root(f.Session)
			bySession[root] = append(bySession[root], i)
		default:
			loose = append(loose, i)
		}
		all = append(all, i)
	}
	if len(bySession) == 0 {
		return []unit{{facts: all}}
	}
	var out []unit
	for s, facts := range bySession {
		if !d.sessionOver(s) {
			out = append(out, unit{s, append(facts, loose...)})
		}
	}
	slices.SortFunc(out, func(a, b unit) int { return cmp.Compare(a.session, b.session) })
	return out
}

// writeTransport lists the outages. Where the attempt has no ending and open outages cut off every
// unit, it sets the state to interrupted (rule 7).
func writeTransport(d *derivation) {
	downs := downFacts(d)
	if len(downs) == 0 {
		return
	}
	open, silent := map[int]bool{}, map[int]bool{}
	cut := 0
	units := unitsOf(d)
	for _, u := range units {
		is := false
		for _, down := range downs {
			if !touches(d, d.facts[down], u) {
				continue
			}
			ended, heard := isOver(d, down, u)
			is, open[down] = is || !ended, open[down] || !ended
			silent[down] = silent[down] || ended && !heard
		}
		if is {
			cut++
		}
	}
	listOutages(d, downs, open)
	if d.out.State == StateEnded {
		return
	}
	if cut == len(units) && cut > 0 {
		interrupt(d, slices.DeleteFunc(slices.Clone(downs), func(i int) bool { return !open[i] }), units)
		return
	}
	d.doubt(DoubtOutageSilence, slices.DeleteFunc(slices.Clone(downs), func(i int) bool { return !silent[i] || open[i] }))
}

// touches reports whether an outage cuts a unit off.
func touches(d *derivation, down *fact.Fact, u unit) bool {
	if len(down.Payload.Lanes) > 0 {
		return true
	}
	switch down.Payload.Outage {
	case domain.OutageHost:
		return down.Host == "" || slices.ContainsFunc(u.facts, func(i int) bool { return d.facts[i].Host == down.Host })
	case domain.OutageControlServer:
		return down.ControlServer == "" ||
			slices.ContainsFunc(u.facts, func(i int) bool { return d.facts[i].ControlServer == down.ControlServer })
	case domain.OutageSession:
	}
	return down.Session == "" || d.lanes.Root(down.Session) == u.session
}

// isOver reports whether an outage is over for a unit, because a transport.up or an event that shows
// life follows it; and whether such an event was heard of the unit. Between concurrent events a
// later time can end an outage, but never begin one.
func isOver(d *derivation, down int, u unit) (over, heard bool) {
	after := d.ord.After([]int{down}, nil)
	before := d.ord.Before([]int{down}, nil)
	later := func(i int) bool {
		return after.Holds(i) || !before.Holds(i) && d.facts.laterByClock(down, i)
	}
	for i, f := range d.facts {
		if f.Kind == domain.KindTransportUp && (slices.Contains(f.Causes, d.facts[down].ID) || sameTarget(f, d.facts[down])) && later(i) {
			over = true
		}
	}
	for _, i := range u.facts {
		if showsLife(d, d.facts[i]) && later(i) {
			return true, true
		}
	}
	return over, false
}

func (fs factList) laterByClock(down, i int) bool {
	a, b := fs[down].Observed, fs[i].Observed
	return a.Known() && b.Known() && b.Time().Sub(a.Time()) > skew
}

// showsLife reports whether an event shows that work continues. Events about the outage itself do not.
func showsLife(d *derivation, f *fact.Fact) bool {
	switch f.Kind {
	case domain.KindLaneReconciled, domain.KindLaneBlocked, domain.KindWorkerBlocked, domain.KindLaneOwnershipBound, domain.KindLaneSettled:
		return false
	case domain.KindLaneFailed:
		return !namesOutage(d, f)
	}
	return fact.InOrder(f.Kind) && !fact.IsDisposition(f.Kind)
}

// interrupt sets state, subphase and outcome of a lane that open outages cut off, and the last state
// that was known.
func interrupt(d *derivation, open []int, units []unit) {
	known, by := standingOf(d)
	row := decisive(cutOff)
	d.out.LastKnown = &known
	d.out.State, d.out.Subphase, d.out.Outcome = StateInterrupted, domain.BlockedTransport, row.Outcome
	cut := slices.Clone(open)
	for _, u := range units {
		cut = append(cut, d.facts.cutOff(u, open)...)
	}
	if d.top > 1 {
		cut = append(cut, d.opening()...)
	}
	for _, field := range []string{"state", "subphase", "outcome"} {
		d.because(field, row.Rule, cut)
		openStill(d, field, cut)
	}
	d.because("last_known", RuleState, by)
	openStill(d, "last_known", by)
	d.out.also("last_known", "state")
}

// cutOff returns the events that show that open outages cut a unit off: one of its session, and one
// that names the target of each outage.
func (fs factList) cutOff(u unit, open []int) []int {
	var out []int
	take := func(is func(f *fact.Fact) bool) {
		best := -1
		for _, i := range u.facts {
			if is(fs[i]) && (best < 0 || isPlainer(fs[i], fs[best])) {
				best = i
			}
		}
		if best >= 0 {
			out = append(out, best)
		}
	}
	take(func(f *fact.Fact) bool {
		return u.session == "" || f.Session != "" && f.Kind != domain.KindLaneOwnershipBound
	})
	for _, down := range fs.at(open) {
		switch down.Payload.Outage {
		case domain.OutageHost:
			take(func(f *fact.Fact) bool { return f.Host != "" && f.Host == down.Host })
		case domain.OutageControlServer:
			take(func(f *fact.Fact) bool { return f.ControlServer != "" && f.ControlServer == down.ControlServer })
		case domain.OutageSession:
		}
	}
	return out
}
