package work

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/evidence"
)

// WroteState is whether a lane changed files.
type WroteState string

// The states.
const (
	WrotePaths   WroteState = "paths"
	WroteNothing WroteState = "nothing"
	WroteMaybe   WroteState = "maybe" // programs ran that change files which their commands do not name
)

// Enum lists the values.
func (WroteState) Enum() []string {
	return []string{string(WrotePaths), string(WroteNothing), string(WroteMaybe)}
}

// Wrote says which files a lane changed.
type Wrote struct {
	State WroteState `json:"state"`
	// Paths counts the files of the lane's worktrees that were written or removed.
	Paths   int              `json:"paths,omitzero"`
	Because []domain.EventID `json:"because,omitzero"` // the last writes
}

// Standing is how the work of a lane stands, each part with the facts that show it.
type Standing struct {
	Wrote       Wrote       `json:"wrote"`
	Tested      Tested      `json:"tested"`
	Committed   Committed   `json:"committed"`
	Pushed      Pushed      `json:"pushed"`
	PullRequest PullRequest `json:"pull_request"`
}

// IsZero reports whether calls show no work at all.
func (s Standing) IsZero() bool {
	return s.Wrote.State != WrotePaths && s.Wrote.State != WroteMaybe && (s.Tested.State == TestedNever || s.Tested.State == "") &&
		len(s.Committed.Because)+len(s.Pushed.Because)+len(s.PullRequest.Because) == 0
}

// Standing tells how the work stands; the zero value where calls show none.
func (w *Work) Standing() Standing {
	if len(w.nodes) == 0 {
		return Standing{}
	}
	return Standing{Wrote: w.wrote(), Tested: w.tested(), Committed: w.committed(), Pushed: w.pushed(), PullRequest: w.pullRequest()}
}

// wrote tells which files were changed.
func (w *Work) wrote() Wrote {
	names, reverts := map[string]bool{}, w.reverts()
	changes := slices.Concat(w.writes, w.removes)
	for _, n := range changes {
		o := w.nodes[n].work()
		for _, name := range w.tree.names(slices.Concat(o.Writes, o.Removes)) {
			if _, gone := reverts[name]; !gone {
				names[name] = true
			}
		}
	}
	switch {
	case len(names) > 0:
		return Wrote{WrotePaths, len(names), w.ids(w.last(changes)...)}
	case len(w.maybe) > 0:
		return Wrote{WroteMaybe, 0, w.ids(w.last(w.maybe)...)}
	}
	return Wrote{State: WroteNothing}
}

// Profile names the rules of [Standing.Undertaken], and their version.
const Profile = "undertaken/2"

// Undertaken are the expectations that the work sets itself, and what was found of each; none where
// nothing was undertaken.
func (w *Work) Undertaken() (found evidence.Findings) {
	at := map[domain.EventID][]int{}
	for _, n := range w.nodes {
		for k, id := range n.ids {
			at[id] = n.at[k : k+1]
		}
	}
	for _, a := range w.Standing().Undertaken() {
		f := evidence.Finding{Aspect: a}
		for _, id := range a.Events {
			f.Facts = append(f.Facts, at[id]...)
		}
		found = append(found, f)
	}
	return found
}

// Undertaken are the expectations of [Work.Undertaken], without the facts.
func (s Standing) Undertaken() (out []evidence.Aspect) {
	add := func(x domain.Expectation, v evidence.Verdict, because []domain.EventID) {
		out = append(out, evidence.Aspect{Expects: x, Verdict: v, Events: because})
	}
	if len(s.Committed.Because) > 0 {
		add(domain.ExpectWrites, map[CommittedState]evidence.Verdict{
			CommittedAll: evidence.VerdictMet, CommittedPart: evidence.VerdictMissing, CommittedNone: evidence.VerdictMissing,
			CommittedUnknown: evidence.VerdictNotObservable}[s.Committed.State], s.Committed.Because)
	}
	switch s.Tested.State {
	case TestedGreen:
		verdict := evidence.VerdictMet
		if s.Tested.Maybe {
			verdict = evidence.VerdictNotObservable
		}
		add(greenOf(s.Tested.Level), verdict, s.Tested.Because)
	case TestedRed, TestedHung:
		add(greenOf(s.Tested.Level), evidence.VerdictContradicted, s.Tested.Because)
	case TestedStale:
		add(greenOf(s.Tested.Level), evidence.VerdictMissing, s.Tested.Because)
	case TestedUnknown:
		add(greenOf(s.Tested.Level), evidence.VerdictNotObservable, s.Tested.Because)
	case TestedNever:
	}
	switch s.Pushed.State {
	case PushedMain, PushedBranch:
		add(domain.ExpectPushed, evidence.VerdictMet, s.Pushed.Because)
	case PushedRejected, PushedBehind:
		add(domain.ExpectPushed, evidence.VerdictMissing, s.Pushed.Because)
	case PushedNone:
	}
	return out
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
