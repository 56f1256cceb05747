package lane

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
	VerdictNotObservable Verdict = "not_observable" // nobody can look any more
	VerdictMissing       Verdict = "missing"
	VerdictContradicted  Verdict = "contradicted"
)

// Enum lists the values.
func (Verdict) Enum() []string {
	return names(VerdictMet, VerdictNotObservable, VerdictMissing, VerdictContradicted)
}

// verify credits a finish with what its evidence shows (rule 6). Of several
// claims the one that is shown the least counts.
func (d *derivation) verify(v *verdict, attempt int) {
	expects, by, pending := d.expectations(attempt)
	settlers := slices.DeleteFunc(slices.Clone(v.decided), func(i int) bool { return d.facts[i].Kind != domain.KindLaneSettled })
	best := -1
	for _, c := range v.standing {
		e := &examination{d: d, attempt: attempt, claim: c}
		e.prepare()
		found := e.examine(expects)
		row := decisive(e.conditions(found, len(by) > 0))
		v.weighed = append(v.weighed, found.facts()...)
		if at := worseness(row.Outcome); at > best {
			best = at
			v.take(row)
			v.evidence = found.aspects()
			v.decided = slices.Concat(c.facts, found.facts(), by, pending, settlers)
			v.calls = found.calls()
			v.class, v.classRule = e.class(found), RuleVerifyClass
		}
	}
	v.weighed = append(v.weighed, v.decided...)
}

// worseness orders what evidence makes of a finish, from the best.
func worseness(r Result) int {
	return slices.Index([]Result{ResultFinished, ResultUnverified, ResultPendingPushed, ResultPendingReport,
		ResultPendingGreen, ResultPendingWrites, ResultPendingWorkspace, ResultFailedVerify}, r)
}

// expectations returns what the attempt's finish needs, in the order of reporting,
// who asked for it: the openers and tasks of this and earlier attempts, the highest green
// of several; and who waits for a report.
func (d *derivation) expectations(attempt int) (expects []domain.Expectation, by, pending []int) {
	heard := func(i int) bool { return d.attempt[i] <= attempt && !d.void[i] }
	by = slices.DeleteFunc(slices.Clone(d.witnesses().demands), func(i int) bool { return !heard(i) })
	want := map[domain.Expectation]bool{}
	var green domain.GreenLevel
	for _, i := range by {
		for _, x := range d.facts[i].Payload.Expects {
			if level := x.Green(); level.Rank() > green.Rank() {
				green = level
			}
			want[x] = true
		}
	}
	pending = d.in(attempt, func(i int, f *fact.Fact) bool {
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
	d       *derivation
	attempt int
	claim   *claim
	commit  domain.CommitID
	speaks  []int        // trusted facts that speak for the claim
	found   []int        // facts that decided something
	calls   []*fact.Fact // that decided with them
}

func (e *examination) prepare() {
	e.commit = e.d.facts[e.claim.facts[0]].Commit
	e.speaks = slices.DeleteFunc(e.d.witnesses().about(e.attempt, e.commit), func(i int) bool { return !e.speaksFor(i) })
}

// speaksFor reports whether fact i is about the claim: both name one commit; or,
// where one names none, it names an ending of the claim's attempt in its causes;
// or, naming none, no reopening lies between. A mismatch and a report speak
// whatever commit they name.
func (e *examination) speaksFor(i int) bool {
	f := e.d.facts[i]
	if e.commit != "" && f.Commit != "" {
		if named := f.NamesCommit(e.commit); named || !speaksOfAny(f) {
			return named
		}
	}
	if named := e.d.witnesses().named[i]; len(named) > 0 {
		return slices.Contains(named, e.attempt)
	}
	return e.d.attempt[i] <= e.attempt && e.d.reopened(i) > e.attempt
}

// finding is what was found of an expectation.
type finding struct {
	aspect Aspect
	facts  []int
	calls  []*fact.Fact
}

type findings []finding

func (some findings) aspects() (out []Aspect) {
	for _, f := range some {
		out = append(out, f.aspect)
	}
	return out
}

func (some findings) facts() (out []int) {
	for _, f := range some {
		out = append(out, f.facts...)
	}
	return out
}

func (some findings) calls() (out []*fact.Fact) {
	for _, f := range some {
		out = append(out, f.calls...)
	}
	return out
}

// examine looks at each expectation.
func (e *examination) examine(expects []domain.Expectation) (out findings) {
	for _, x := range expects {
		e.found, e.calls = nil, nil
		v := e.verdict(x)
		out = append(out, finding{Aspect{Expects: x, Verdict: v, Events: idsOf(append(e.d.at(e.found), e.calls...)), Basis: e.basis()}, e.found, e.calls})
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
			e.calls = e.d.written().lost
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

// conditions returns what was found of a claim's expectations. stated says that somebody
// stated what the finish needs.
func (e *examination) conditions(found findings, stated bool) condition {
	is := claimsFinished
	first := condition(0)
	for _, x := range found {
		switch x.aspect.Verdict {
		case VerdictContradicted:
			return claimsFinished | e.contradiction(x)
		case VerdictMissing:
			is |= missing
		case VerdictNotObservable:
			is |= notObservable
		case VerdictMet:
			continue
		}
		if first == 0 {
			first = unmet(x.aspect.Expects)
		}
	}
	if stated {
		is |= demanded
	}
	if e.recorded() {
		is |= recordedOnly
	}
	return is | first
}

// contradiction is what contradicts a finish: a refutation that was verified, else a
// mismatch or a red.
func (e *examination) contradiction(x finding) condition {
	switch {
	case !slices.ContainsFunc(x.facts, func(i int) bool { return e.d.facts[i].Kind != domain.KindLaneReconciled }):
		return refuted
	case x.aspect.Expects == domain.ExpectWorkspace:
		return mismatched
	}
	return red
}

// recorded reports whether the claim is only in recordings.
func (e *examination) recorded() bool {
	return !slices.ContainsFunc(e.claim.facts, func(i int) bool { return !e.d.facts[i].Imported })
}

// unmet is the condition that an expectation is the first that is not met.
func unmet(x domain.Expectation) condition {
	switch x {
	case domain.ExpectWorkspace:
		return workspaceUnmet
	case domain.ExpectWrites:
		return writesUnmet
	case domain.ExpectReport:
		return reportUnmet
	case domain.ExpectPushed:
		return pushedUnmet
	case domain.ExpectGreenTargeted, domain.ExpectGreenPackage, domain.ExpectGreenWorkspace, domain.ExpectGreenMergeReady:
	}
	return greenUnmet
}

// class returns the failure class of a contradicted finish.
func (e *examination) class(found findings) domain.FailureClass {
	for _, x := range found {
		a := x.aspect
		if a.Verdict != VerdictContradicted {
			continue
		}
		switch {
		case a.Expects == domain.ExpectWorkspace:
			return domain.FailWorkspaceMismatch
		case a.Expects.Green() != "":
			return domain.FailTest
		}
		return domain.FailUnknown
	}
	return ""
}
