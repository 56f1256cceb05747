package cli

import (
	"errors"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
)

// shortCommit is the fewest digits of a commit's name.
const shortCommit = 7

// namesCommit reports whether typed may be the name of a commit, or the begin of one.
func namesCommit(typed string) bool {
	return len(typed) >= shortCommit && strings.Trim(typed, "0123456789abcdef") == ""
}

// noCommitName refuses what was typed for a commit.
func noCommitName(flag string) error {
	return usageError("parse arguments", flag, "is no name of a commit", "seven or more of its digits 0-9 a-f")
}

// typedCommit finds the commit that typed stands for: the log knows one that begins like this, or it is
// HEAD. Without is it stands for none.
//
// Errors: kind not_found when there is no such commit, or nothing around to have a HEAD.
func (r *shipReader) typedCommit(typed string) (id domain.CommitID, is bool, err error) {
	switch {
	case typed == "HEAD":
		id, err = r.app.checkedOut()
	case namesCommit(typed):
		id, err = r.CommitNamed(typed)
	default:
		return "", false, nil
	}
	return id, true, err
}

// checkedOut is the commit that the worktree around has checked out.
func (a *app) checkedOut() (id domain.CommitID, err error) {
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return "", err
	}
	clone, err := gitrepo.Open(a.ctx, git, a.path("."))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, clone.Close()) }()
	head, err := clone.Head(a.ctx)
	return head.Commit, err
}
