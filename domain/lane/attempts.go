package lane

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// countAttempts numbers the attempts (rule 3). An event belongs to the highest
// attempt whose opening event precedes it, else to attempt 1. Openers are
// lane.started, lane.restarted, and a prompt accepted after the attempt's end: a
// prompt.accepted, or the turn.started of a prompt that names the end.
func countAttempts(d *derivation) {
	d.opens, d.attempt = make([]int, len(d.facts)), make([]int, len(d.facts))
	d.before = make([]preceding, len(d.facts))
	d.void = voidOpeners(d)
	byComponent := make([][]int, d.ord.Components())
	for i := range d.facts {
		c := d.ord.Component(i)
		byComponent[c] = append(byComponent[c], i)
	}
	heard := make([]preceding, d.ord.Components())
	for c, members := range byComponent {
		own := heard[c]
		for _, i := range members {
			d.before[i] = own
			if !d.void[i] {
				d.opens[i] = opensAttempt(d, i, own)
			}
			d.attempt[i] = max(1, own.opened, d.opens[i])
		}
		for _, i := range members {
			own.take(i, d.opens[i], d.ends(i), d.attempt[i], d.facts[i].Rank())
		}
		for _, n := range d.ord.Next(c) {
			heard[n].join(own)
		}
	}
	for i := range d.facts {
		d.top = max(d.top, d.opens[i])
	}
	d.top = max(d.top, 1)
	d.reopens = reopenings(d)
	fenceAttempts(d)
	adoptEchoes(d)
	d.members = make([][]int, d.top+1)
	for i, a := range d.attempt {
		d.members[a] = append(d.members[a], i)
	}
}

// reopenings returns by component the least attempt from 2 that a later fact opens, and top+1
// where none does.
func reopenings(d *derivation) []int {
	opened := make([]int, d.ord.Components())
	out := make([]int, d.ord.Components())
	for c := range out {
		opened[c], out[c] = d.top+1, d.top+1
	}
	for i, a := range d.opens {
		if a > 1 {
			opened[d.ord.Component(i)] = min(opened[d.ord.Component(i)], a)
		}
	}
	for c := len(out) - 1; c >= 0; c-- {
		for _, n := range d.ord.Next(c) {
			out[c] = min(out[c], opened[n], out[n])
		}
	}
	return out
}

// reopened returns the least attempt from 2 that a fact after fact i opens, and top+1 where none
// does.
func (d *derivation) reopened(i int) int { return d.reopens[d.ord.Component(i)] }

// in returns the facts of an attempt that satisfy keep.
func (d *derivation) in(attempt int, keep func(i int, f *fact.Fact) bool) []int {
	var out []int
	d.looked += len(d.members[attempt])
	for _, i := range d.members[attempt] {
		if keep(i, d.facts[i]) {
			out = append(out, i)
		}
	}
	return out
}

// preceding is what precedes an event: the highest attempt opened, and by rank of trust the
// highest attempt ended; and the facts that did so.
type preceding struct {
	opened, openedBy int
	ended, endedBy   [4]int
}

func (h *preceding) take(i, opens int, ends bool, attempt, rank int) {
	h.join(preceding{opened: opens, openedBy: i})
	if ends {
		o := preceding{}
		o.ended[rank], o.endedBy[rank] = attempt, i
		h.join(o)
	}
}

// join adds what precedes too. Of facts that opened or ended the same attempt, the one with the
// least index is kept.
func (h *preceding) join(o preceding) {
	farther(&h.opened, &h.openedBy, o.opened, o.openedBy)
	for r := range h.ended {
		farther(&h.ended[r], &h.endedBy[r], o.ended[r], o.endedBy[r])
	}
}

func farther(n, by *int, other, otherBy int) {
	if other > *n || other == *n && otherBy < *by {
		*n, *by = other, otherBy
	}
}

// endedFor returns the highest rank of trust, up to that of f, at which the attempt was ended; -1
// when it was not.
func (h *preceding) endedFor(f *fact.Fact) int {
	for r := f.Rank(); r >= 0; r-- {
		if h.ended[r] >= max(h.opened, 1) {
			return r
		}
	}
	return -1
}

// opensAttempt returns the attempt that fact i opens, 0 when it opens none.
func opensAttempt(d *derivation, i int, before preceding) int {
	f := d.facts[i]
	now, ended := max(before.opened, 1), before.endedFor(f) >= 0
	switch f.Kind {
	case domain.KindLaneStarted:
		if before.opened == 0 && !ended {
			return 1
		}
		return now + 1
	case domain.KindLaneRestarted:
		return now + 1
	case domain.KindPromptAccepted, domain.KindTurnStarted:
		if ended && mayOpen(d, f) && !d.lanes.IsSubagent(f) {
			return now + 1
		}
	}
	return 0
}

// ends reports whether a prompt accepted after fact i opens an attempt: fact i is an ending of the
// lane, or the end of a root session.
func (d *derivation) ends(i int) bool {
	return d.isEnding(i) || d.facts[i].Kind == domain.KindSessionEnded && !d.lanes.IsSubagent(d.facts[i])
}

// isEnding reports whether fact i claims an end of the lane. A subagent cannot end it, and a
// failure that names an outage does not: it is the failure of the transport.
func (d *derivation) isEnding(i int) bool {
	f := d.facts[i]
	return fact.IsEnding(f.Kind) && !d.lanes.IsSubagent(f) && !(f.Kind == domain.KindLaneFailed && namesOutage(d, f))
}

func namesOutage(d *derivation, f *fact.Fact) bool {
	for _, c := range f.Causes {
		if downIDs(d)[c] {
			return true
		}
	}
	return false
}

// voidOpeners returns by fact whether it is an opener that is not heard: one that does not precede
// every ending of higher trust, or an untrusted one that does not precede every trusted fact.
func voidOpeners(d *derivation) []bool {
	void := make([]bool, len(d.facts))
	d.voidBy = map[int]int{}
	for rank := range domain.TrustHigh.Rank() {
		openers := d.where(func(_ int, f *fact.Fact) bool { return f.Rank() == rank && mayOpen(d, f) })
		if len(openers) == 0 {
			continue
		}
		above := d.where(func(i int, f *fact.Fact) bool {
			return f.Rank() > rank && (d.isEnding(i) || f.Trusted() && rank < domain.TrustMedium.Rank() && fact.InOrder(f.Kind))
		})
		first := d.ord.First(above)
		related := d.ord.Relate(causal.Singles(openers), causal.Singles(first))
		for n, i := range openers {
			for m := range first {
				if !related.Precedes(n, m) {
					void[i], d.voidBy[i] = true, first[m]
				}
			}
		}
	}
	return void
}

// mayOpen reports whether f can open an attempt, by its kind. The start of a turn can when it names
// an end as a cause: every prompt starts a turn, but few prompts open an attempt.
func mayOpen(d *derivation, f *fact.Fact) bool {
	return opens(f.Kind) || f.Kind == domain.KindTurnStarted && d.answersEnding(f)
}
