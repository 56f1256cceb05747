package work

import (
	"slices"

	"github.com/clawable/claw/domain"
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
	Basis   Basis            `json:"basis,omitzero"`
}

// Standing is the state of the work of a lane, each part with the facts that show it.
type Standing struct {
	Wrote       Wrote       `json:"wrote"`
	Tested      Tested      `json:"tested"`
	Committed   Committed   `json:"committed"`
	Pushed      Pushed      `json:"pushed"`
	PullRequest PullRequest `json:"pull_request"`
	// CameOut are the results of the attempt before the work that the other members describe, by tasks.
	// The pull request is that of the whole attempt.
	CameOut []CameOut `json:"came_out,omitzero"`
}

// IsZero reports whether calls show no work at all.
func (s Standing) IsZero() bool {
	return s.Wrote.State != WrotePaths && s.Wrote.State != WroteMaybe && (s.Tested.State == TestedNever || s.Tested.State == "") &&
		len(s.Committed.Because)+len(s.Pushed.Because)+len(s.PullRequest.Because)+len(s.CameOut) == 0
}

// Standing returns the state of the work; the zero value where calls show none.
func (w *Work) Standing() Standing {
	if len(w.nodes)+len(w.recorded) == 0 {
		return Standing{}
	}
	return Standing{Wrote: w.wrote(), Tested: w.tested(), Committed: w.committed(), Pushed: w.pushed(), PullRequest: w.pullRequest(), CameOut: w.out}
}

// wrote returns which files were changed.
func (w *Work) wrote() Wrote {
	names, reverts := map[string]bool{}, w.reverts()
	var left []int // changes that were not taken back
	for _, n := range slices.Concat(w.writes, w.removes) {
		o := w.nodes[n].work()
		for _, name := range w.tree.names(slices.Concat(o.Writes, o.Removes)) {
			if _, gone := reverts[name]; !gone {
				names[name] = true
				left = append(left, n)
			}
		}
	}
	switch {
	case len(names) > 0:
		slices.Sort(left)
		return Wrote{WrotePaths, len(names), w.ids(w.last(slices.Compact(left))...), BasisCall}
	case len(w.maybe) > 0:
		return Wrote{WroteMaybe, 0, w.ids(w.last(w.maybe)...), BasisCall}
	}
	return Wrote{State: WroteNothing}
}
