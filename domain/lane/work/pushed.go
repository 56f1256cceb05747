package work

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// PushedState is where the work of a lane was pushed.
type PushedState string

// The states.
const (
	PushedMain     PushedState = "main"
	PushedBranch   PushedState = "branch"
	PushedBehind   PushedState = "behind" // it arrived, and the lane committed more behind it
	PushedRejected PushedState = "rejected"
	PushedNone     PushedState = "none"
)

// Enum lists the values.
func (PushedState) Enum() []string {
	return []string{string(PushedMain), string(PushedBranch), string(PushedBehind), string(PushedRejected), string(PushedNone)}
}

// Pushed says where the work of a lane was pushed.
type Pushed struct {
	State   PushedState      `json:"state"`
	Ref     string           `json:"ref,omitzero"`    // short, as at the remote
	Commit  domain.CommitID  `json:"commit,omitzero"` // a prefix
	Because []domain.EventID `json:"because,omitzero"`
	Shown
}

// pushed returns where the last push went. A push that was rejected counts until a later one to the
// same ref arrives.
func (w *Work) pushed() Pushed {
	last := w.last(w.pushes)
	if len(last) == 0 {
		return Pushed{State: PushedNone}
	}
	out := Pushed{Because: w.ids(last...), Shown: pushesShown(w, last)}
	for _, n := range last {
		for _, r := range w.nodes[n].work().Refs {
			if !r.IsPush() {
				continue
			}
			state := PushedBranch
			switch {
			case r.Result == domain.ObservedRejected:
				state = PushedRejected
			case isMain(r.Ref):
				state = PushedMain
			}
			if out.State == "" || rankOf(state) > rankOf(out.State) {
				out.State, out.Ref, out.Commit = state, r.Ref, r.New
			}
		}
	}
	if late := w.committedBehind(last); len(late) > 0 && out.State != PushedRejected {
		out.State, out.Because = PushedBehind, w.ids(append(late, last...)...)
		out.Shown = out.and(w.shown.commits(w.nodesAt(late)))
	}
	return out
}

// committedBehind returns the commits of the lane's worktrees that follow all of some pushes.
func (w *Work) committedBehind(pushes []int) []int {
	return slices.DeleteFunc(slices.Clone(w.commits), func(c int) bool {
		return !w.nodes[c].commitsSome() || !w.follows(c, pushes) || !slices.ContainsFunc(w.nodes[c].work().Commits, func(one domain.ObservedCommit) bool {
			return !one.Clean && w.tree.isOwn(one.Folder)
		})
	})
}

// rankOf orders states: of concurrent pushes the rejected one counts, then that to the main branch.
func rankOf(s PushedState) int {
	return slices.Index([]PushedState{PushedNone, PushedBranch, PushedMain, PushedBehind, PushedRejected}, s)
}

// isMain reports whether a ref is what repositories call their main branch.
func isMain(ref string) bool {
	switch ref {
	case "main", "master", "trunk":
		return true
	}
	return false
}

// PullState is the state of the lane's pull request.
type PullState string

// The states.
const (
	PullOpen   PullState = "open"
	PullMerged PullState = "merged"
	PullClosed PullState = "closed"
	PullNone   PullState = "none"
)

// Enum lists the values.
func (PullState) Enum() []string {
	return []string{string(PullOpen), string(PullMerged), string(PullClosed), string(PullNone)}
}

// PullRequest is the pull request that the lane made or changed last.
type PullRequest struct {
	State   PullState        `json:"state"`
	Repo    string           `json:"repo,omitzero"`
	Number  int              `json:"number,omitzero"`
	Because []domain.EventID `json:"because,omitzero"`
	Basis   Basis            `json:"basis,omitzero"`
}

// pullRequest returns the lane's pull request: the last that a call made or changed, else the last that a
// harness recorded, in the state in which a call saw it last.
func (w *Work) pullRequest() PullRequest {
	made := func(p domain.ObservedPullRequest) bool { return !p.Viewed }
	out := lastRecorded(w)
	if own := w.pullsOf(made); len(own) > 0 {
		p, _ := w.pull(w.newest(w.last(own)), made)
		out = PullRequest{State: PullState(p.State), Repo: p.Repo, Number: p.Number}
	}
	if out.State == PullNone {
		return out
	}
	same := func(p domain.ObservedPullRequest) bool { return p.Number == out.Number }
	if seen := w.pullsOf(same); len(seen) > 0 {
		n := w.newest(w.last(seen))
		p, _ := w.pull(n, same)
		out.State, out.Because, out.Basis = PullState(p.State), sorted(append(out.Because, w.ids(n)...)), BasisCall
	}
	return out
}

// lastRecorded is the pull request that a harness recorded last.
func lastRecorded(w *Work) PullRequest {
	if len(w.recorded) == 0 {
		return PullRequest{State: PullNone}
	}
	last := slices.MaxFunc(w.recorded, compareContent)
	p := last.Payload.Pull
	return PullRequest{State: PullState(p.State), Repo: p.Repo, Number: p.Number, Because: []domain.EventID{last.ID}, Basis: BasisRecorded}
}

// pullsOf are the facts with a pull request that is.
func (w *Work) pullsOf(is func(domain.ObservedPullRequest) bool) (out []int) {
	for _, n := range w.pulls {
		if _, ok := w.pull(n, is); ok {
			out = append(out, n)
		}
	}
	return out
}

// pull is the last pull request of a fact that is.
func (w *Work) pull(n int, is func(domain.ObservedPullRequest) bool) (p domain.ObservedPullRequest, ok bool) {
	for _, one := range w.nodes[n].work().PullRequests {
		if is(one) {
			p, ok = one, true
		}
	}
	return p, ok
}
