package lane

import (
	"math/bits"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/fact"
)

// verdict is how one attempt came out, and what decided it.
type verdict struct {
	result    Result
	class     domain.FailureClass
	ended     bool  // it came to an end that is known
	inferred  bool  // from how the record breaks off
	over      []int // facts: all that worked in it is over, and how it came out is unknown
	rule      Rule
	classRule Rule
	decided   []int        // facts
	calls     []*fact.Fact // that decided with them
	passed    []int        // facts of turns that do not count
	weighed   []int        // what decides each claim that stands, where several do
	standing  []*claim     // endings that stand
	ends      []turnEnd    // of the last turns, where no ending stands
	evidence  []evidence.Aspect
	profile   string      // that set what is expected, "" if it was stated
	kind      domain.Kind // for the fingerprint
	data      []byte
	doubts    map[DoubtKind][]int
}

// attemptEndings holds the endings of an attempt: which are heard and which stand (rule 4).
type attemptEndings struct {
	all      []int    // endings of the attempt
	heard    []int    // of the highest trust, live before import
	stands   []*claim // after settlement
	dropped  []*claim // by a settlement
	settlers []int    // settlements in force
	unmet    []int    // settlements that are not
}

// endingsOf applies rule 4 to the endings of an attempt: trust before order, live before import,
// and of these the claims that no other overrules.
func (d *derivation) endingsOf(attempt int) attemptEndings {
	h := attemptEndings{all: d.in(attempt, func(i int, _ *fact.Fact) bool { return d.isEnding(i) })}
	h.heard = d.facts.strongest(h.all)
	h.stands = standingClaims(d.ord, d.facts.claims(h.heard))
	settle(d, &h, attempt)
	return h
}

// standing returns the events of the claims that stand.
func (h attemptEndings) standing() []int {
	var out []int
	for _, c := range h.stands {
		out = append(out, c.facts...)
	}
	return out
}

// settle applies the settlements of an operator. Of the claims that precede a settlement, the one
// that it names stands. An ending that follows the settlement overrides it; a claim without order
// to it still contests.
func settle(d *derivation, h *attemptEndings, attempt int) {
	settlements := d.in(attempt, func(_ int, f *fact.Fact) bool { return f.Kind == domain.KindLaneSettled })
	var named []*claim
	for _, s := range d.ord.Last(d.facts.strongest(settlements)) {
		e := d.facts.endingCalled(h.all, d.facts[s].Payload.Settles)
		if e < 0 || d.ord.Precedes([]int{s}, h.heard) || d.facts[s].Rank() < d.facts[h.heard[0]].Rank() {
			h.unmet = append(h.unmet, s)
			continue
		}
		h.settlers = append(h.settlers, s)
		chosen := d.facts.claimOf(h.stands, e)
		named = append(named, chosen)
		for _, c := range h.stands {
			if c != chosen && d.ord.Precedes(c.facts, []int{s}) {
				h.dropped = append(h.dropped, c)
			}
		}
	}
	h.stands = slices.DeleteFunc(slices.Clone(h.stands), func(c *claim) bool {
		return slices.Contains(h.dropped, c) && !slices.Contains(named, c)
	})
	for _, c := range named {
		if !slices.ContainsFunc(h.stands, c.equals) {
			h.stands = append(h.stands, c)
		}
	}
	sortClaims(h.stands)
}

// claimOf returns the claim among some that holds ending e, else a separate one.
func (fs factList) claimOf(some []*claim, e int) *claim {
	for _, c := range some {
		if slices.Contains(c.facts, e) {
			return c
		}
	}
	return fs.claims([]int{e})[0]
}

// endingCalled returns the index of the ending with the id, -1 when there is none.
func (fs factList) endingCalled(some []int, id domain.EventID) int {
	at := slices.IndexFunc(some, func(i int) bool { return fs[i].ID == id })
	if at < 0 {
		return -1
	}
	return some[at]
}

// decide derives the outcome of an attempt. now reports whether it is the lane's highest: only the
// highest can be going on.
func (d *derivation) decide(attempt int, now bool) verdict {
	h := d.endingsOf(attempt)
	if now {
		writeEndings(d, h)
	}
	if len(h.stands) == 0 {
		return withoutEnding(d, attempt, now)
	}
	v := verdict{ended: true, standing: h.stands, decided: append(h.standing(), h.settlers...),
		classRule: RuleClass, doubts: map[DoubtKind][]int{}}
	is := h.conditions()
	if is&endingsDiffer != 0 {
		v.take(decisive(is))
		return v
	}
	v.kind, v.data = v.standing[0].kind, d.facts[d.facts.least(h.standing())].Payload.Material
	if is&claimsFinished != 0 {
		verify(d, &v, attempt)
		return v
	}
	v.take(decisive(is))
	if is&claimsFailed != 0 {
		v.class = oneClass(&v)
		if v.class == domain.FailUnknown && v.classRule == RuleClass {
			v.classRule = RuleClassUnknown
		}
	}
	return v
}

// take sets the outcome and the rule of a row of the table.
func (v *verdict) take(r *Row) { v.result, v.rule = r.Outcome, r.Rule }

// conditions returns the conditions that the standing claims meet.
func (h attemptEndings) conditions() (is condition) {
	for _, c := range h.stands {
		is |= claiming(c.kind)
	}
	if bits.OnesCount64(uint64(is)) > 1 {
		return endingsDiffer
	}
	if len(h.settlers) > 0 {
		is |= settled
	}
	return is
}

// claiming returns the condition that an ending of a kind stands.
func claiming(kind domain.Kind) condition {
	switch kind {
	case domain.KindLaneFinished:
		return claimsFinished
	case domain.KindLaneFailed:
		return claimsFailed
	}
	return claimsCanceled
}

// least returns the fact with the least id.
func (fs factList) least(some []int) int {
	return slices.MinFunc(some, func(a, b int) int { return fs[a].ID.Compare(fs[b].ID) })
}

// oneClass returns the class that all standing failures share, else unknown.
func oneClass(v *verdict) domain.FailureClass {
	class := v.standing[0].class
	for _, c := range v.standing {
		if c.class != class {
			v.doubts[DoubtClass] = v.decided
			v.classRule = RuleClassContested
			return domain.FailUnknown
		}
	}
	return class
}
