package lane

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/membership"
)

// admission decides which events of a lane count (rule 1.stranger). In a lane with a trusted
// event about its work, events that are not trusted are set apart, so that they cannot take
// anything away. The rule calls an event that counts heard.
type admission struct {
	trusted  bool                    // a trusted event reports on the work
	named    map[domain.EventID]bool // endings that count because a trusted settlement names them
	lanes    *membership.Lanes       // of the facts that count
	trusts   *membership.Lanes       // of the trusted facts alone
	believes *membership.Lanes       // of all facts
}

// tellsOfWork reports whether events of a kind describe the progress of a lane's work. Evidence of the
// work and decisions about the lane do not: they may be trusted where the events that describe the
// work are not.
func tellsOfWork(kind domain.Kind) bool {
	switch kind {
	case domain.KindLaneOwnershipBound, domain.KindLaneSettled:
		return false
	}
	return fact.InOrder(kind) && !evidence.IsWitness(kind) && !fact.IsDisposition(kind) && !strings.HasPrefix(string(kind), "branch.")
}

// newMemberships returns the membership by the trusted facts alone and by all facts.
func newMemberships(facts []*fact.Fact, opts Options) (trusts, believes *membership.Lanes) {
	believes = membership.New(facts, opts.Replay, stakesOf)
	if !slices.ContainsFunc(facts, func(f *fact.Fact) bool { return !f.Trusted() }) {
		return believes, believes
	}
	return membership.New(fact.Believed(facts), opts.Replay, stakesOf), believes
}

// admit decides which facts of the set count for the lane.
func admit(d *derivation, set index.Set, may func(*fact.Fact) bool) {
	d.trusted, d.lanes, d.named = false, d.believes, nil
	d.trusted = slices.ContainsFunc(set.Facts(), func(f *fact.Fact) bool {
		return f.Trusted() && tellsOfWork(f.Kind) && may(f) && d.owns(f)
	})
	if !d.trusted {
		return
	}
	d.lanes = d.trusts
	d.named = map[domain.EventID]bool{}
	for _, f := range set.Facts() {
		if f.Kind != domain.KindLaneSettled || !f.Trusted() || !may(f) || !d.owns(f) {
			continue
		}
		d.named[f.Payload.Settles] = true
		for e := range set.Named(f.Payload.Settles) {
			d.named[f.Payload.Settles] = d.named[f.Payload.Settles] && !e.Trusted()
		}
	}
}

// hears reports whether f is heard. A fact of the lane that is not heard is counted and observed
// only.
func (d *derivation) hears(f *fact.Fact) bool {
	return f.Trusted() || !d.trusted || fact.IsEnding(f.Kind) && d.named[f.ID]
}

// owns reports whether f is an event of the lane that counts. Only trusted facts assign a trusted
// event to a lane. An event that shows a commit of a session without trusted events is assigned
// by all facts.
func (d *derivation) owns(f *fact.Fact) bool {
	if fact.IsTransport(f.Kind) || !d.lanes.Counts(f) {
		return false
	}
	if f.Trusted() && (d.trusted || showsWork(f)) {
		return d.trusts.Of(f) == d.lane
	}
	return d.believes.Of(f) == d.lane
}

// lowerEndings returns the claims of the highest attempt that are not heard, and the derivation
// that holds their facts.
func lowerEndings(d *derivation) (*derivation, []*claim) {
	low := &derivation{lane: d.lane, top: d.top}
	for _, f := range d.unheard {
		if fact.IsEnding(f.Kind) && !d.believes.IsSubagent(f) {
			low.facts = append(low.facts, f)
		}
	}
	low.facts = ofTop(d, low.facts)
	all := make([]int, len(low.facts))
	for i := range all {
		all[i] = i
	}
	return low, low.facts.claims(all)
}

// ofTop returns the facts of the highest attempt: those that an opener of it precedes.
func ofTop(d *derivation, some []*fact.Fact) []*fact.Fact {
	if d.top == 1 || len(some) == 0 {
		return some
	}
	openers := d.where(func(i int, _ *fact.Fact) bool { return d.opens[i] == d.top })
	after := fact.Order(slices.Concat(d.facts, some), nil).After(openers, nil)
	var out []*fact.Fact
	for n, f := range some {
		if after.Holds(len(d.facts) + n) {
			out = append(out, f)
		}
	}
	return out
}

// unheardOpeners returns the events that would open an attempt but do not: they are not heard, or
// an ending of higher trust does not follow them.
func unheardOpeners(d *derivation) []*fact.Fact {
	var out []*fact.Fact
	for i, f := range d.facts {
		if d.void[i] {
			out = append(out, f)
		}
	}
	for _, f := range d.unheard {
		if mayOpen(d, f) {
			out = append(out, f)
		}
	}
	return slices.DeleteFunc(out, func(f *fact.Fact) bool { return f.Kind == domain.KindPromptAccepted && !d.answersEnding(f) })
}

// eventsOfLane returns the events of the lane except those of tools, heard or not, sorted by id.
func eventsOfLane(d *derivation) []*fact.Fact {
	if len(d.unheard) == 0 {
		return d.facts
	}
	out := slices.DeleteFunc(slices.Concat(d.facts, d.unheard), func(f *fact.Fact) bool { return fact.IsTool(f.Kind) })
	slices.SortStableFunc(out, func(a, b *fact.Fact) int { return a.ID.Compare(b.ID) })
	return out
}
