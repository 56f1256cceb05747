package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// writeAccepted writes who accepted the outcome of the highest attempt.
func writeAccepted(d *derivation) {
	words := accept.Of(d.facts, d.ord, d.out.Fingerprint)
	if d.out.Accepted = words.Acceptance(); d.out.Accepted != nil {
		d.because("accepted", RuleAccepted, words.Decisive())
		d.out.also("accepted", "outcome_fingerprint")
	}
}

// writeVerdict writes how the highest attempt came out.
func writeVerdict(d *derivation, v verdict) {
	d.out.Attempt = d.top
	d.because("attempt", RuleAttempt, d.opening())
	d.out.Outcome, d.out.FailureClass = v.result, v.class
	d.rests("outcome", v.rule, v.rests(d))
	d.verdict = d.out.Because["outcome"].Events
	if v.class != "" {
		d.rests("failure_class", v.classRule, v.rests(d))
	}
	switch {
	case v.ended:
		d.out.State = StateEnded
		d.rests("state", v.endedBy(), v.rests(d))
	case len(v.over) > 0:
		d.out.State = StateEnded
		d.rests("state", RuleAllOver, append(v.rests(d), d.facts.at(v.over)...))
	}
	d.out.Evidence, d.out.Data, d.out.Profile = v.evidence, v.data, v.profile
	if v.profile != "" {
		d.out.ProfileDigest = d.profile.Digest()
		d.rests("profile", v.rule, v.rests(d))
	}
	writeTrust(d, &v)
	writeStanding(d, &v)
	writeWaits(d, &v)
	if d.out.Basis = v.basis(); d.out.Basis != "" {
		d.rests("basis", v.rule, v.rests(d))
	}
	if v.result == ResultContested {
		for _, c := range v.standing {
			d.out.Contested = append(d.out.Contested, claimDocument(d, c, RelationStands))
		}
	}
	for _, kind := range sortedKinds(v.doubts) {
		d.doubt(kind, v.doubts[kind])
	}
}

// writeTrust writes the trust of the endings that stand. All of them have the same trust, see
// [fact.Strongest].
func writeTrust(d *derivation, v *verdict) {
	var by []int
	for _, c := range v.standing {
		by = append(by, c.facts...)
	}
	if len(by) > 0 {
		d.out.Trust = d.facts[by[0]].Trust
		d.because("trust", RuleStands, by)
	}
}

// basis is how well the outcome of an attempt that ended is known.
func (v *verdict) basis() work.Basis {
	switch {
	case !v.ended:
		return ""
	case v.inferred:
		return work.BasisInferred
	case v.profile != "":
		return work.BasisCall
	}
	return work.BasisRecorded
}

// rests returns the facts that decided a verdict.
func (v *verdict) rests(d *derivation) []*fact.Fact { return append(d.facts.at(v.decided), v.calls...) }

// endedBy is the rule that makes the state ended.
func (v *verdict) endedBy() Rule {
	if len(v.standing) > 0 {
		return RuleEnded
	}
	return RuleTurnEnded
}

func sortedKinds(doubts map[DoubtKind][]int) []DoubtKind {
	var out []DoubtKind
	for k := range doubts {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// writeEndings counts the attempt's endings and says what they claim beside the
// outcome: duplicates of a standing claim, and claims that differ from it.
func writeEndings(d *derivation, h attemptEndings) {
	low, unheard := lowerEndings(d)
	d.out.Counts.Endings = len(h.all) + len(low.facts)
	standing := h.stands
	for _, c := range d.facts.claims(h.all) {
		if slices.ContainsFunc(standing, c.equals) {
			d.out.Duplicates += len(c.facts)
			continue
		}
		d.out.Differs = append(d.out.Differs, claimDocument(d, c, d.facts.relation(c, h)))
		if d.facts.relation(c, h) == RelationLowerTrust {
			d.doubt(DoubtLowerTrust, c.facts)
		}
	}
	d.out.Duplicates -= len(standing)
	for _, c := range unheard {
		if !slices.ContainsFunc(standing, c.equals) {
			d.out.Differs = append(d.out.Differs, claimDocument(low, c, RelationLowerTrust))
			d.out.Doubts = append(d.out.Doubts, Doubt{DoubtLowerTrust, low.facts.ids(c.facts)})
		}
	}
	if len(standing) > 1 && !slices.ContainsFunc(standing, func(c *claim) bool { return c.kind != standing[0].kind }) {
		d.out.Differs = append(d.out.Differs, apart(d, standing, h)...)
	}
	if len(h.settlers) > 0 {
		d.because("settled", RuleSettled, h.settlers)
	}
	d.doubt(DoubtSettlementUnmet, h.unmet)
	d.doubt(DoubtErased, slices.DeleteFunc(h.standing(), func(i int) bool { return !d.facts[i].Erased }))
}

// apart returns the standing claims other than that of the least id, all of one
// status.
func apart(d *derivation, standing []*claim, h attemptEndings) []Claim {
	least := d.facts.least(h.standing())
	var out []Claim
	for _, c := range standing {
		if !slices.Contains(c.facts, least) {
			out = append(out, claimDocument(d, c, RelationStands))
		}
	}
	return out
}

func (fs factList) relation(c *claim, h attemptEndings) Relation {
	best := fs[h.heard[0]].Rank()
	switch {
	case slices.ContainsFunc(h.dropped, c.equals):
		return RelationSettled
	case slices.ContainsFunc(c.facts, func(i int) bool { return slices.Contains(h.heard, i) }):
		return RelationOverruled
	case slices.ContainsFunc(c.facts, func(i int) bool { return fs[i].Rank() == best }):
		return RelationRecorded
	}
	return RelationLowerTrust
}

func claimDocument(d *derivation, c *claim, r Relation) Claim {
	trust := d.facts[c.facts[0]].Trust
	for _, i := range c.facts {
		if d.facts[i].Rank() > trust.Rank() {
			trust = d.facts[i].Trust
		}
	}
	return Claim{Fingerprint: claimPrint(d, c, d.top), Kind: c.kind, FailureClass: c.class, Data: c.material,
		Trust: trust, Relation: r, Events: d.facts.ids(c.facts)}
}

// writeHistory writes how earlier attempts ended.
func writeHistory(d *derivation) {
	for a := 1; a < d.top; a++ {
		v := d.decide(a, false)
		d.past = append(d.past, v)
		d.out.History = append(d.out.History, Past{Attempt: a, Outcome: v.result, FailureClass: v.class,
			Fingerprint: verdictPrint(d, &v, a), Events: d.facts.ids(v.decided)})
	}
}

// contest reports whether claims are of several statuses.
func contest(claims []*claim) bool {
	return slices.ContainsFunc(claims, func(c *claim) bool { return result(c.kind) != result(claims[0].kind) })
}

// writeOrder reports what the order could not use.
func writeOrder(d *derivation) {
	d.out.Missing = d.ord.Missing()
	d.out.Conflicts = d.facts.ids(d.ord.Cyclic())
	if len(d.ord.Cyclic()) > 0 {
		d.because("order_conflicts", RuleCycle, d.ord.Cyclic())
	} else {
		d.out.Conflicts = nil
	}
	d.out.Counts.ToolCalls = len(fact.Calls(slices.Concat(d.tools, d.unheard)))
	if newest := newestOf(d); newest != nil {
		d.out.LastObserved = newest.Observed
	}
}

// newestOf is the event of the lane that was observed last, nil when none has a time.
func newestOf(d *derivation) (last *fact.Fact) {
	for _, some := range [][]*fact.Fact{d.facts, d.tools, d.unheard} {
		for _, f := range some {
			if f.Observed.Known() && !fact.IsTransport(f.Kind) && (last == nil || f.Observed.UnixNano() >= last.Observed.UnixNano()) {
				last = f
			}
		}
	}
	return last
}

// writeDisposition sets what became of the lane's work: the last by the rule of
// endings; of concurrent ones merged, then superseded, then closed.
func writeDisposition(d *derivation) {
	some := d.in(d.top, func(_ int, f *fact.Fact) bool { return fact.IsDisposition(f.Kind) && !d.lanes.IsSubagent(f) })
	some = d.ord.Last(d.facts.strongest(some))
	if len(some) == 0 {
		return
	}
	kinds := []domain.Kind{domain.KindLaneMerged, domain.KindLaneSuperseded, domain.KindLaneClosed}
	best := len(kinds)
	for _, i := range some {
		best = min(best, slices.Index(kinds, d.facts[i].Kind))
	}
	by := slices.DeleteFunc(slices.Clone(some), func(i int) bool { return d.facts[i].Kind != kinds[best] })
	if len(by) < len(some) {
		d.doubt(DoubtDisposition, some)
	}
	d.out.Disposition = Disposition(kinds[best][len("lane."):])
	d.because("disposition", RuleDisposition, by)
	if d.out.Outcome == ResultNone {
		row := decisive(nothingEnded | disposed)
		d.out.Outcome = row.Outcome
		d.because("outcome", row.Rule, by)
	}
}
