package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Between returns the commits that head leads to and base does not, parents before
// children; a base of zeros or "" leads to none.
//
// Errors: kind [domain.ErrCorrupt] for an object that cannot be read; those of git.
func (c *Clone) Between(ctx context.Context, base, head domain.CommitID) ([]domain.CommitObserved, error) {
	ask := []string{"rev-list", "--topo-order", "--reverse", string(head)}
	if strings.Trim(string(base), "0") != "" {
		ask = append(ask, "^"+string(base))
	}
	out, _, err := c.git.Output(ctx, c.own(), nil, append(ask, "--")...)
	if err != nil {
		return nil, err
	}
	commits, err := c.scratch.readCommits(ctx, strings.Fields(string(out)))
	if err != nil {
		return nil, err
	}
	shallow, err := readShallow(c.common)
	if err != nil {
		return nil, err
	}
	told := make([]domain.CommitObserved, 0, len(commits))
	for from := 0; from < len(commits); from += batchCommits {
		batch := commits[from:min(from+batchCommits, len(commits))]
		all, err := c.scratch.changesOf(ctx, batch, shallow)
		if err != nil {
			return nil, err
		}
		for _, at := range batch {
			p := at.observed()
			p.PatchID, p.PatchIDUnknown = all[at.id].patch, all[at.id].patchUnknown
			told = append(told, p)
		}
	}
	return told, nil
}

// readCommits reads the commits of these names, in their order.
func (s *scratch) readCommits(ctx context.Context, ids []string) ([]*commit, error) {
	from := objects{ctx: ctx, scratch: s}
	defer from.stop()
	commits := make([]*commit, 0, len(ids))
	for asked := 0; len(commits) < len(ids); {
		for ; asked < len(ids) && asked-len(commits) < window; asked++ {
			from.ask(domain.CommitID(ids[asked]))
		}
		found, err := from.next()
		if err != nil {
			return nil, err
		}
		if found.problem != "" || found.kind != "commit" {
			return nil, unreadable(found)
		}
		at, err := parseCommit(found.id, found.text)
		if err != nil {
			return nil, fmt.Errorf("read commit %s: %w", found.id, err)
		}
		commits = append(commits, at)
	}
	return commits, nil
}

func unreadable(o object) error {
	return &domain.Error{Kind: domain.ErrCorrupt, Operation: "read commit", Target: string(o.id), Message: o.problem, Hint: "git fsck says what is broken"}
}

// Holds reports whether the clone has a commit.
//
// Errors: those of git.
func (c *Clone) Holds(ctx context.Context, id domain.CommitID) (bool, error) {
	return yes(c.git.Output(ctx, c.scratch.env, nil, "cat-file", "-e", string(id)+"^{commit}"))
}

// LeadsTo reports whether the commit to is from or one of its ancestors; both must exist. In a shallow
// clone false may only mean that the path between them is missing: see [Clone.Shallow].
//
// Errors: those of git.
func (c *Clone) LeadsTo(ctx context.Context, from, to domain.CommitID) (bool, error) {
	return yes(c.git.Output(ctx, c.own(), nil, "merge-base", "--is-ancestor", string(to), string(from)))
}

// Shallow reports whether the clone lacks commits behind an edge.
//
// Errors: those of reading the list of the edge.
func (c *Clone) Shallow() (bool, error) {
	edge, err := readShallow(c.common)
	return len(edge) > 0, err
}

// yes reads the answer of a git that ends with an error to say no.
func yes(_, _ []byte, err error) (bool, error) {
	var f *gitexec.Failure
	if errors.As(err, &f) && (gitexec.Answered(err, 1) || gitexec.Answered(err, 128)) {
		return false, nil
	}
	return err == nil, err
}

// Revision returns the commit to which a name resolves, as git resolves names: a branch, a tag, the
// beginning of an id, HEAD~2.
//
// Errors: kind [domain.ErrNotFound] for a name that resolves to no commit of this clone; those of git.
func Revision(ctx context.Context, c *Clone, name string) (domain.CommitID, error) {
	out, _, err := c.git.Output(ctx, c.own(), nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if named, err := yes(out, nil, err); err != nil {
		return "", err
	} else if !named {
		return "", &domain.Error{Kind: domain.ErrNotFound, Operation: "find commit", Target: name, Message: "names no commit of this repository",
			Hint: "git fetch --tags brings what the remote has; in a shallow clone git fetch --unshallow"}
	}
	return domain.CommitID(strings.TrimSpace(string(out))), nil
}

// Edge lists the commits whose parents a shallow clone was not given, sorted; none for a whole clone.
//
// Errors: those of reading the list of the edge.
func Edge(c *Clone) ([]domain.CommitID, error) {
	ends, err := readShallow(c.common)
	edge := make([]domain.CommitID, 0, len(ends))
	for id := range ends {
		edge = append(edge, id)
	}
	slices.Sort(edge)
	return edge, err
}
