package domain

// WorkObserved says what a call shows of the work, mostly at its end, as the agent's harness recorded it,
// never what a model says of it. Tests that a call ran are test.passed, test.failed and test.hung.
type WorkObserved struct {
	sessionFact
	Observed
}

// Observed is what a call wrote and checked, or what it staged and committed, or what it published;
// a call that did more is recorded in several events.
type Observed struct {
	Commits      []ObservedCommit      `json:"commits,omitzero"`
	Refs         []ObservedRef         `json:"refs,omitzero"`
	PullRequests []ObservedPullRequest `json:"pull_requests,omitzero"`
	Checks       []ObservedCheck       `json:"checks,omitzero"`
	// Staged are files and folders that were put into the index, "." for all of a folder.
	Staged []Path `json:"staged,omitzero"`
	// MayStage and MayUnstage report that, before the files of Staged, others that the command does not
	// name were put into the index, or taken out of it. MayUndo reports that the commits before may no
	// longer be part of the branch.
	MayStage   bool `json:"may_stage,omitzero"`
	MayUnstage bool `json:"may_unstage,omitzero"`
	MayUndo    bool `json:"may_undo,omitzero"`
	// Ignored are files that git ignores, as it printed.
	Ignored []Path `json:"ignored,omitzero"`
	// Reverts are files whose content git restored from the index or from the last commit.
	Reverts []Path `json:"reverts,omitzero"`
	// Writes and Removes are files that the command names, MayWrite programs that change others.
	Writes   []Path   `json:"writes,omitzero"`
	Removes  []Path   `json:"removes,omitzero"`
	MayWrite []string `json:"may_write,omitzero"`
	// CommitRequested says that the call was asked to commit. It is told where the call begins, of no
	// other part, and whatever comes of it: a recording that the commit saved lacks the call's end.
	CommitRequested bool `json:"commit_requested,omitzero"`
}

// ObservedCommit is a commit that git printed.
type ObservedCommit struct {
	Commit CommitID `json:"commit,omitzero"` // a prefix; absent if git printed none
	Branch Branch   `json:"branch,omitzero"`
	Folder Path     `json:"folder,omitzero"` // in which git worked; absent if it cannot be determined
	Amends bool     `json:"amends,omitzero"` // it replaces the commit before
	All    bool     `json:"all,omitzero"`    // the command commits all tracked files that changed
	Clean  bool     `json:"clean,omitzero"`  // no commit: the working tree held nothing to commit
	Viewed bool     `json:"viewed,omitzero"` // the call only looked: git status
}

// IsMade reports whether the call made the commit, and did not only look.
func (c *ObservedCommit) IsMade() bool { return !c.Clean && !c.Viewed }

// ObservedRefResult is what became of a ref.
type ObservedRefResult string

// The results of refs, first those of a push, then those of a local branch.
const (
	ObservedCreated     ObservedRefResult = "created"
	ObservedUpdated     ObservedRefResult = "updated"
	ObservedForced      ObservedRefResult = "forced"
	ObservedDeleted     ObservedRefResult = "deleted"
	ObservedUpToDate    ObservedRefResult = "up_to_date"
	ObservedRejected    ObservedRefResult = "rejected"
	ObservedMerged      ObservedRefResult = "merged"
	ObservedFastForward ObservedRefResult = "fast_forward"
	ObservedRebased     ObservedRefResult = "rebased"
)

// ObservedRef is a ref that a push or a merge moved, or that a remote refused to move.
type ObservedRef struct {
	Remote string            `json:"remote,omitzero"` // as the command names it; absent for a local branch
	Ref    string            `json:"ref,omitzero"`    // short, as at the remote; absent if neither command nor git names it
	Old    CommitID          `json:"old,omitzero"`    // a prefix
	New    CommitID          `json:"new,omitzero"`    // a prefix
	Result ObservedRefResult `json:"result"`
	Folder Path              `json:"folder,omitzero"`
}

// IsPush reports whether the ref was pushed, or was to be. To delete one is no push.
func (r ObservedRef) IsPush() bool {
	switch r.Result {
	case ObservedMerged, ObservedFastForward, ObservedRebased, ObservedDeleted:
		return false
	case ObservedCreated, ObservedUpdated, ObservedForced, ObservedUpToDate, ObservedRejected:
	}
	return true
}

// PullRequestState is the state of a pull request.
type PullRequestState string

// The states.
const (
	PullRequestOpen   PullRequestState = "open"
	PullRequestMerged PullRequestState = "merged"
	PullRequestClosed PullRequestState = "closed"
)

// ObservedPullRequest is a pull request, or a merge request, as the program printed it.
type ObservedPullRequest struct {
	Repo   string           `json:"repo,omitzero"`   // host/owner/name
	Number int              `json:"number,omitzero"` // from 1; absent if not printed
	State  PullRequestState `json:"state"`
	Viewed bool             `json:"viewed,omitzero"` // the call only looked at it
}

// ObservedCheckKind is what a check looks at.
type ObservedCheckKind string

// The kinds of checks.
const (
	ObservedBuild  ObservedCheckKind = "build"
	ObservedTypes  ObservedCheckKind = "types"
	ObservedLint   ObservedCheckKind = "lint"
	ObservedFormat ObservedCheckKind = "format"
)

// ObservedCheck is a build, a type check, a linter or a format check that ran. It is no test.
type ObservedCheck struct {
	Program string            `json:"program"`
	Check   ObservedCheckKind `json:"check"`
	Failed  bool              `json:"failed,omitzero"`
}

var workKinds = []KindInfo{
	{Kind: KindWorkObserved, Family: FamilySession, Version: 1, New: payloadOf[WorkObserved]},
}
