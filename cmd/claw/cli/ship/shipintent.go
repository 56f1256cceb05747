package shipcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
)

// intent is what the flags name as intended, of the commits that are to be pushed.
//
// Errors: kind not_found for a lane that the log does not know and for a commit that does not go;
// kind usage for what is no commit.
func intent(a *app.App, o *shipmentOptions, commits []domain.CommitObserved) (in domain.ShipIntent, err error) {
	for _, typed := range o.lanes {
		lane, err := namedLane(a, typed)
		if err != nil {
			return in, err
		}
		in.Lanes = append(in.Lanes, lane)
	}
	for _, typed := range o.commits {
		commit, err := oneOf(commits, typed)
		if err != nil {
			return in, err
		}
		in.Commits = append(in.Commits, commit)
	}
	for _, typed := range o.pinpoints {
		name, ok := shipping.PinpointName(typed)
		if !ok {
			return in, app.UsageError("parse arguments", "--pinpoint "+typed, "is no name of a pinpoint", "one word, as in --pinpoint '#122'")
		}
		in.Pinpoints = append(in.Pinpoints, name)
	}
	in.Lanes, in.Commits, in.Pinpoints = each(in.Lanes), each(in.Commits), each(in.Pinpoints)
	return in, nil
}

// each returns the values sorted, each once.
func each[T ~string](all []T) []T {
	slices.Sort(all)
	return slices.Compact(all)
}

// oneOf finds the commit whose name begins as typed.
func oneOf(commits []domain.CommitObserved, typed string) (found domain.CommitID, err error) {
	if !view.NamesCommit(typed) {
		return "", view.NoCommitName("--commit " + typed)
	}
	ids := func(yield func(domain.CommitID) bool) {
		for i := range commits {
			if !yield(commits[i].Commit) {
				return
			}
		}
	}
	if found, err = shipping.CommitNamed(typed, ids); err != nil {
		return "", err
	}
	if found == "" {
		return "", &domain.Error{Kind: domain.ErrNotFound, Operation: "find commit", Target: typed, Message: "is not among the commits that go",
			Hint: "claw ship push --dry-run lists them"}
	}
	return found, nil
}
