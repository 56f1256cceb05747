package gitrepo

import (
	"context"
	"strings"

	"github.com/clawable/claw/domain"
)

// Head is what a worktree has checked out.
type Head struct {
	Commit domain.CommitID
	Tree   string
	Branch domain.Branch // "" when it is detached
}

// Head returns what the worktree that was opened has checked out.
//
// Errors: kind [domain.ErrNotFound] when there is no commit yet; those of git.
func (c *Clone) Head(ctx context.Context) (h Head, err error) {
	out, _, err := c.git.Output(ctx, c.own(), nil, "symbolic-ref", "--quiet", "HEAD")
	if _, err = yes(out, nil, err); err != nil {
		return h, err
	}
	if branch, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "refs/heads/"); ok {
		h.Branch = domain.Branch(written(branch))
	}
	for _, want := range []struct {
		what string
		to   *string
	}{{"commit", (*string)(&h.Commit)}, {"tree", &h.Tree}} {
		out, _, err := c.git.Output(ctx, c.own(), nil, "rev-parse", "--verify", "--quiet", "HEAD^{"+want.what+"}")
		if there, err := yes(nil, nil, err); err != nil {
			return h, err
		} else if !there {
			return h, unborn(c.Place())
		}
		*want.to = strings.TrimSpace(string(out))
	}
	return h, nil
}

func unborn(place domain.Path) error {
	return &domain.Error{Kind: domain.ErrNotFound, Operation: "read HEAD", Target: string(place), Message: "there is no commit yet",
		Hint: "commit something first"}
}
