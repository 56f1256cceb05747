package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
)

// verify credits a finish with what its evidence shows (rule 6). Of several
// claims the one that is shown the least counts.
func verify(d *derivation, v *verdict, attempt int) {
	expects, by, pending := readEvidence(d).Expectations(attempt)
	settlers := slices.DeleteFunc(slices.Clone(v.decided), func(i int) bool { return d.facts[i].Kind != domain.KindLaneSettled })
	own, tasks := evidence.Findings(nil), []int(nil) // of what was not stated
	if len(expects) == 0 {
		own, tasks = workOf(d, attempt).Undertaken(d.profile), tasksOf(d, attempt)
	}
	best := -1
	for _, c := range v.standing {
		found := readEvidence(d).Examine(attempt, c.facts, expects)
		is := d.facts.conditions(c, found, len(by) > 0)
		if len(own) > 0 {
			found, is, v.profile = own, claimsFinished|d.facts.found(own, true), d.profile.String()
		}
		row := decisive(is)
		v.weighed = append(v.weighed, found.Facts()...)
		if at := worseness(row.Outcome); at > best {
			best = at
			v.take(row)
			v.evidence = found.Aspects()
			v.decided = slices.Concat(c.facts, found.Facts(), by, pending, settlers, tasks)
			v.calls = found.Calls()
			v.class, v.classRule = contradictedClass(found), RuleVerifyClass
		}
	}
	v.weighed = append(v.weighed, v.decided...)
}

// worseness orders what evidence makes of a finish, from the best.
func worseness(r Result) int {
	return slices.Index([]Result{ResultFinished, ResultUnverified, ResultPendingPushed, ResultPendingReport,
		ResultPendingGreen, ResultPendingWrites, ResultPendingWorkspace, ResultFailedVerify}, r)
}

// conditions returns what was found of a claim's expectations. stated reports that what
// the finish needs was stated.
func (fs factList) conditions(c *claim, found evidence.Findings, stated bool) condition {
	is := claimsFinished | fs.found(found, stated)
	if is&missing != 0 && !slices.ContainsFunc(c.facts, func(i int) bool { return !fs[i].Imported }) {
		is |= recordedOnly
	}
	return is
}

// found returns what was found of expectations.
func (fs factList) found(found evidence.Findings, stated bool) (is condition) {
	first := condition(0)
	for _, x := range found {
		switch x.Aspect.Verdict {
		case evidence.VerdictContradicted:
			return fs.contradiction(x)
		case evidence.VerdictMissing:
			is |= missing
		case evidence.VerdictNotObservable:
			is |= notObservable
		case evidence.VerdictMet:
			continue
		}
		if first == 0 {
			first = unmet(x.Aspect.Expects)
		}
	}
	if stated {
		is |= demanded
	}
	return is | first
}

// contradiction is what contradicts a finish: a refutation that was verified, else a
// mismatch or a red.
func (fs factList) contradiction(x evidence.Finding) condition {
	switch {
	case !slices.ContainsFunc(x.Facts, func(i int) bool { return fs[i].Kind != domain.KindLaneReconciled }):
		return refuted
	case x.Aspect.Expects == domain.ExpectWorkspace:
		return mismatched
	}
	return red
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

// contradictedClass returns the failure class of a contradicted finish.
func contradictedClass(found evidence.Findings) domain.FailureClass {
	for _, x := range found {
		a := x.Aspect
		if a.Verdict != evidence.VerdictContradicted {
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

// readEvidence returns the evidence of the lane, made when it is first asked for.
func readEvidence(d *derivation) *evidence.Lane {
	if d.cached.evidence == nil {
		d.cached.evidence = evidence.New(evidence.Facts{
			Facts: d.facts, Tools: d.tools, Order: d.ord, Attempt: d.attempt, Void: d.void,
			Reopened: d.reopened, IsEnding: d.isEnding, Where: d.where, In: d.in,
		})
	}
	return d.cached.evidence
}
