package gitstate

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// AdviceAction is what to do with the work before anything broad is made of it, as tests.
type AdviceAction string

// The actions.
const (
	AdviseMerge  AdviceAction = "merge"  // bring in what is missing by a merge: others may have the commits
	AdviseRebase AdviceAction = "rebase" // rebase the commits, which were not shared, onto what is missing
	AdviseFetch  AdviceAction = "fetch"  // fetch from the remote: this clone cannot determine it
)

// Enum lists the values.
func (AdviceAction) Enum() []string {
	return []string{string(AdviseMerge), string(AdviseRebase), string(AdviseFetch)}
}

// Advice is what to do first: tests of work that lacks commits of its main branch say
// nothing about the work.
type Advice struct {
	Action AdviceAction `json:"recommended_action"`
	Hint   string       `json:"hint"` // how, as a person types it
	// Next is how, in place of a Hint, where a front door has its own words for it.
	Next domain.Step `json:"-"`
}

// advice is nil for work that has all of its main branch, and where nothing is worked on.
func advice(s *State) *Advice {
	if s.Bare {
		return nil
	}
	switch m := &s.Main; m.State {
	case BaseUnknown:
		return &Advice{Action: AdviseFetch, Hint: "git fetch --unshallow"}
	case BaseNone:
		return &Advice{Action: AdviseFetch, Next: domain.Step{Code: nextstep.NameMainBranch}}
	case BaseDiverged:
		a := bring(s)
		if s.Operation != nil {
			a.Hint = "first " + s.Operation.Resume + ", or " + s.Operation.Abort + "; then " + a.Hint
		}
		return &a
	case BaseMatches:
	}
	return nil
}

// bring returns the advice by which the work gets the commits that it lacks.
func bring(s *State) Advice {
	ref := strings.TrimPrefix(strings.TrimPrefix(s.Main.Said, "refs/remotes/"), "refs/heads/")
	switch {
	case s.Main.Ahead == 0:
		return Advice{Action: AdviseMerge, Hint: "git merge --ff-only " + ref}
	case s.Upstream == nil:
		return Advice{Action: AdviseRebase, Hint: "git rebase " + ref}
	}
	return Advice{Action: AdviseMerge, Hint: "git merge " + ref}
}
