package work

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/profile"
)

// Undertaking is something that the lane did of which a profile expects something, with what shows it.
type Undertaking struct {
	Did     profile.Undertaking
	Because []domain.EventID
}

// Undertakings returns what the lane undertook, in the order of a profile.
func (s Standing) Undertakings() (out []Undertaking) {
	add := func(did profile.Undertaking, because []domain.EventID) {
		if len(because) > 0 {
			out = append(out, Undertaking{did, because})
		}
	}
	if s.Wrote.State == WrotePaths {
		add(profile.Wrote, s.Wrote.Because)
	}
	add(profile.Tested, s.Tested.Because)
	add(profile.Committed, s.Committed.Because)
	add(profile.Pushed, s.Pushed.Because)
	return out
}

// Undertaken are the expectations that the work sets itself by a profile, and what was found of each; none
// where nothing was undertaken of which the profile expects something.
func (w *Work) Undertaken(p profile.Profile) (found evidence.Findings) {
	at := map[domain.EventID][]int{}
	for _, n := range w.nodes {
		for k, id := range n.ids {
			at[id] = n.at[k : k+1]
		}
	}
	for _, a := range w.expectedBy(p, w.Standing()) {
		f := evidence.Finding{Aspect: a}
		for _, id := range a.Events {
			f.Facts = append(f.Facts, at[id]...)
		}
		found = append(found, f)
	}
	return found
}

// expectedBy returns the expectations of [Work.Undertaken] for work in state s, without the facts, in the
// order of reporting.
func (w *Work) expectedBy(p profile.Profile, s Standing) (out []evidence.Aspect) {
	if because, expects := demandedBy(p, s, domain.WorkWrites, profile.Committed); expects {
		out = append(out, writesExpected(w, s.Committed, because))
	}
	for _, x := range []domain.WorkExpectation{domain.WorkGreenWorkspace, domain.WorkGreenPackage, domain.WorkGreen} {
		if because, expects := demandedBy(p, s, x, profile.Tested); expects { // the highest level holds
			out = append(out, s.Tested.expected(domain.Expectation(x).Green(), because))
			break
		}
	}
	if because, expects := demandedBy(p, s, domain.WorkPushed, profile.Pushed); expects {
		out = append(out, s.Pushed.expected(because))
	}
	return out
}

// demandedBy reports whether a profile expects x of something that the lane undertook, and returns what
// shows that it did. Where the lane did what x is about, what shows how that came out shows it.
func demandedBy(p profile.Profile, s Standing, x domain.WorkExpectation, about profile.Undertaking) (because []domain.EventID, expects bool) {
	for _, u := range s.Undertakings() {
		switch {
		case !slices.Contains(p.Expects(u.Did), x):
		case u.Did == about:
			return nil, true
		default:
			because, expects = append(because, u.Because...), true
		}
	}
	return because, expects
}

// writesExpected is what was found of the commits that have to hold what the lane wrote.
func writesExpected(w *Work, c Committed, undertook []domain.EventID) evidence.Aspect {
	out := evidence.Aspect{Expects: domain.ExpectWrites, Verdict: evidence.VerdictMet, Events: sorted(append(undertook, c.Because...))}
	if len(c.Because) > 0 {
		out.Verdict = map[CommittedState]evidence.Verdict{
			CommittedAll: evidence.VerdictMet, CommittedPart: evidence.VerdictMissing, CommittedNone: evidence.VerdictMissing,
			CommittedUnknown: evidence.VerdictNotObservable}[c.State]
		return out
	}
	if left := w.demanded(); len(left) > 0 {
		out.Verdict, out.Events = evidence.VerdictMissing, sorted(append(out.Events, w.ids(left[0].by...)...))
	}
	return out
}

// expected is what was found of tests that have to be green at a level, "" for that at which they ran.
func (t Tested) expected(level domain.GreenLevel, undertook []domain.EventID) evidence.Aspect {
	out := evidence.Aspect{Expects: greenOf(level), Verdict: evidence.VerdictMissing, Events: sorted(append(undertook, t.Because...))}
	if level == "" {
		out.Expects = greenOf(t.Level)
	}
	switch t.State {
	case TestedGreen:
		switch {
		case t.Level.Rank() < level.Rank():
		case t.Maybe:
			out.Verdict = evidence.VerdictNotObservable
		default:
			out.Verdict = evidence.VerdictMet
		}
	case TestedRed, TestedHung:
		out.Verdict = evidence.VerdictContradicted
	case TestedUnknown:
		if t.Level.Rank() >= level.Rank() {
			out.Verdict = evidence.VerdictNotObservable
		}
	case TestedNever, TestedStale:
	}
	return out
}

// expected is what was found of a push that has to have arrived.
func (p Pushed) expected(undertook []domain.EventID) evidence.Aspect {
	out := evidence.Aspect{Expects: domain.ExpectPushed, Verdict: evidence.VerdictMissing, Events: sorted(append(undertook, p.Because...))}
	switch p.State {
	case PushedMain, PushedBranch:
		out.Verdict = evidence.VerdictMet
	case PushedNone, PushedRejected, PushedBehind:
	}
	return out
}

// sorted are ids in their order, each once.
func sorted(ids []domain.EventID) []domain.EventID {
	out := slices.SortedFunc(slices.Values(ids), domain.EventID.Compare)
	return slices.Compact(out)
}

// greenOf is the expectation of a green level; runs without one are targeted.
func greenOf(level domain.GreenLevel) domain.Expectation {
	for _, name := range domain.Expectation("").Enum() {
		if x := domain.Expectation(name); x.Green() == level && level != "" {
			return x
		}
	}
	return domain.ExpectGreenTargeted
}
