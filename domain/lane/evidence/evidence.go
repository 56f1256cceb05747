package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Aspect is one thing that a finish needs, and what is known of it.
type Aspect struct {
	Expects domain.Expectation `json:"expects"`
	Verdict Verdict            `json:"verdict"`
	Events  []domain.EventID   `json:"events,omitzero"` // that decide the verdict
	// Basis is how a push is known that meets it, the best of several.
	Basis domain.Basis `json:"basis,omitzero"`
}

// Verdict says how an expectation is met.
type Verdict string

// The verdicts, from the best.
const (
	VerdictMet           Verdict = "met"
	VerdictNotObservable Verdict = "not_observable" // it can no longer be observed
	VerdictMissing       Verdict = "missing"
	VerdictContradicted  Verdict = "contradicted"
)

// Enum lists the values.
func (Verdict) Enum() []string {
	return []string{string(VerdictMet), string(VerdictNotObservable), string(VerdictMissing), string(VerdictContradicted)}
}

// Expectations returns what a finish of the attempt needs, in the order of reporting. by are the
// facts that state it: openers and tasks of this and earlier attempts. pending are the facts by
// which the lane waits for a report. Of several green levels the highest is expected.
func (l *Lane) Expectations(attempt int) (expects []domain.Expectation, by, pending []int) {
	heard := func(i int) bool { return l.attempt[i] <= attempt && !l.void[i] }
	by = slices.DeleteFunc(slices.Clone(l.witnesses().demands), func(i int) bool { return !heard(i) })
	want := map[domain.Expectation]bool{}
	var green domain.GreenLevel
	for _, i := range by {
		for _, x := range l.facts[i].Payload.Expects {
			if level := x.Green(); level.Rank() > green.Rank() {
				green = level
			}
			want[x] = true
		}
	}
	pending = l.in(attempt, func(i int, f *fact.Fact) bool {
		return f.Kind == domain.KindLaneBlocked && f.Payload.Subphase == domain.BlockedReportPending && heard(i)
	})
	want[domain.ExpectReport] = want[domain.ExpectReport] || len(pending) > 0
	for _, name := range domain.Expectation("").Enum() {
		x := domain.Expectation(name)
		if level := x.Green(); want[x] && (level == "" || level == green) {
			expects = append(expects, x)
		}
	}
	return expects, by, pending
}

// examination looks at the evidence for one claim of a finish.
type examination struct {
	l       *Lane
	attempt int
	claim   []int // equal endings
	commit  domain.CommitID
	speaks  []int        // trusted facts that speak for the claim
	found   []int        // facts that decided something
	calls   []*fact.Fact // that decided with them
}

func (e *examination) prepare() {
	e.commit = e.l.facts[e.claim[0]].Commit
	e.speaks = slices.DeleteFunc(e.l.witnesses().about(e.attempt, e.commit), func(i int) bool { return !e.speaksFor(i) })
}

// speaksFor reports whether fact i is evidence about the claim: both name one commit; else i names
// an ending of the claim's attempt as a cause; else i names no ending, and no attempt was opened
// between the two. A mismatch and a report are evidence whatever commit they name.
func (e *examination) speaksFor(i int) bool {
	f := e.l.facts[i]
	if e.commit != "" && f.Commit != "" {
		if named := f.NamesCommit(e.commit); named || !speaksOfAny(f) {
			return named
		}
	}
	if named := e.l.witnesses().named[i]; len(named) > 0 {
		return slices.Contains(named, e.attempt)
	}
	return e.l.attempt[i] <= e.attempt && e.l.reopened(i) > e.attempt
}

// Finding is what was found of one expectation.
type Finding struct {
	Aspect Aspect
	Facts  []int        // that decided
	Calls  []*fact.Fact // that decided with them
}

// Findings are what was found of a claim, in the order of its expectations.
type Findings []Finding

// Aspects returns the aspects of all findings.
func (some Findings) Aspects() (out []Aspect) {
	for _, f := range some {
		out = append(out, f.Aspect)
	}
	return out
}

// Facts returns the facts that decided.
func (some Findings) Facts() (out []int) {
	for _, f := range some {
		out = append(out, f.Facts...)
	}
	return out
}

// Calls returns the calls that decided.
func (some Findings) Calls() (out []*fact.Fact) {
	for _, f := range some {
		out = append(out, f.Calls...)
	}
	return out
}

// Examine returns what evidence shows of a claim of an attempt: of each expectation whether it
// is met. claim holds equal endings.
func (l *Lane) Examine(attempt int, claim []int, expects []domain.Expectation) Findings {
	e := &examination{l: l, attempt: attempt, claim: claim}
	e.prepare()
	return e.examine(expects)
}

// examine looks at each expectation.
func (e *examination) examine(expects []domain.Expectation) (out Findings) {
	for _, x := range expects {
		e.found, e.calls = nil, nil
		v := e.verdict(x)
		out = append(out, Finding{Aspect{Expects: x, Verdict: v, Events: e.ids(), Basis: e.basis()}, e.found, e.calls})
	}
	return out
}

func (e *examination) verdict(x domain.Expectation) Verdict {
	switch x {
	case domain.ExpectWorkspace:
		return e.workspace()
	case domain.ExpectWrites:
		v := e.weigh(e.writes(), e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Writes }))
		if v == VerdictMissing {
			e.calls = e.l.written().lost
		}
		return v
	case domain.ExpectReport:
		return e.weigh(e.shown(domain.KindReportFiled), e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Report }))
	case domain.ExpectPushed:
		return e.weigh(e.pushed(), e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Pushed }))
	case domain.ExpectGreenTargeted, domain.ExpectGreenPackage, domain.ExpectGreenWorkspace, domain.ExpectGreenMergeReady:
	}
	return e.green(x.Green())
}

// ids returns the ids of what decided, sorted, each once; it is never nil.
func (e *examination) ids() []domain.EventID {
	out := make([]domain.EventID, 0, len(e.found)+len(e.calls))
	for _, i := range e.found {
		out = append(out, e.l.facts[i].ID)
	}
	for _, f := range e.calls {
		out = append(out, f.ID)
	}
	slices.SortFunc(out, domain.EventID.Compare)
	return slices.Compact(out)
}
