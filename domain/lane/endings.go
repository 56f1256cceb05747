package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// verdict is how one attempt came out, and what decided it.
type verdict struct {
	result    Result
	class     domain.FailureClass
	ended     bool // the state is ended
	rule      Rule
	classRule Rule
	decided   []int    // facts
	standing  []*claim // endings that stand
	evidence  []Aspect
	kind      domain.Kind // for the fingerprint
	data      []byte
	doubts    map[DoubtKind][]int
}

// hearing is which endings of an attempt are heard and which stand (rule 4).
type hearing struct {
	all      []int // endings of the attempt
	heard    []int // of the highest trust, live before import
	stands   []int // that no other follows, after settlement
	dropped  []int // by a settlement
	settlers []int // settlements in force
	unmet    []int // settlements that are not
}

// hear applies rule 4 to the endings of an attempt: trust before order, live
// before import, and of these the ones that no other follows.
func (d *derivation) hear(attempt int) hearing {
	h := hearing{all: d.where(func(i int, _ *Fact) bool { return d.isEnding(i) && d.attempt[i] == attempt })}
	h.heard = d.strongest(h.all)
	h.stands = d.ord.last(h.heard)
	d.settle(&h, attempt)
	return h
}

// settle applies an operator's word: of the endings that it has seen, the one it
// names stands. One that follows the settlement is news; one that it has not seen
// still contests.
func (d *derivation) settle(h *hearing, attempt int) {
	settlements := d.where(func(i int, f *Fact) bool { return f.Kind == "lane.settled" && d.attempt[i] == attempt })
	if len(settlements) == 0 {
		return
	}
	last := d.ord.last(d.strongest(settlements))
	var named []int
	for _, s := range last {
		seen := d.ord.before([]int{s})
		e := d.endingCalled(h.all, d.facts[s].Said.Settles)
		if e < 0 || d.outranked(h.stands, seen, s) || d.followed(s, h.heard) {
			h.unmet = append(h.unmet, s)
			continue
		}
		h.settlers, named = append(h.settlers, s), append(named, e)
		for _, i := range h.stands {
			if i != e && seen[d.ord.comp[i]] {
				h.dropped = append(h.dropped, i)
			}
		}
	}
	h.stands = slices.DeleteFunc(h.stands, func(i int) bool { return slices.Contains(h.dropped, i) && !slices.Contains(named, i) })
	for _, e := range named {
		if !slices.Contains(h.stands, e) {
			h.stands = append(h.stands, e)
		}
	}
}

// endingCalled returns the ending with the id, -1 when there is none.
func (d *derivation) endingCalled(some []int, id domain.EventID) int {
	at := slices.IndexFunc(some, func(i int) bool { return d.facts[i].ID == id })
	if at < 0 {
		return -1
	}
	return some[at]
}

// outranked reports whether an ending that a settlement has seen has more trust.
func (d *derivation) outranked(some []int, seen []bool, settlement int) bool {
	return slices.ContainsFunc(some, func(i int) bool {
		return seen[d.ord.comp[i]] && d.facts[i].rank() > d.facts[settlement].rank()
	})
}

// followed reports whether one of some follows fact i.
func (d *derivation) followed(i int, some []int) bool {
	after := d.ord.after([]int{i})
	return slices.ContainsFunc(some, func(s int) bool { return after[d.ord.comp[s]] })
}

// decide derives how an attempt came out. now says that it is the lane's highest:
// of earlier ones, what is open stays open.
func (d *derivation) decide(attempt int, now bool) verdict {
	h := d.hear(attempt)
	if now {
		d.tellEndings(h)
	}
	if len(h.stands) == 0 {
		return d.withoutEnding(attempt, now)
	}
	v := verdict{ended: true, standing: d.claims(h.stands), decided: h.stands, rule: RuleStands,
		classRule: RuleClass, doubts: map[DoubtKind][]int{}}
	if len(h.settlers) > 0 {
		v.rule, v.decided = RuleSettled, append(slices.Clone(h.stands), h.settlers...)
	}
	first := v.standing[0]
	for _, c := range v.standing {
		if c.kind != first.kind {
			v.result, v.rule = ResultContested, RuleContested
			return v
		}
	}
	v.kind, v.data = first.kind, d.facts[d.least(h.stands)].Said.Material
	switch result(first.kind) {
	case ResultFinished:
		d.verify(&v, attempt)
	case ResultFailed:
		v.result, v.class = ResultFailed, d.oneClass(&v)
	default:
		v.result = ResultCanceled
	}
	return v
}

// least returns the fact with the least id.
func (d *derivation) least(some []int) int {
	return slices.MinFunc(some, func(a, b int) int { return d.facts[a].ID.Compare(d.facts[b].ID) })
}

// oneClass returns the class that all standing failures share, else unknown.
func (d *derivation) oneClass(v *verdict) domain.FailureClass {
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
