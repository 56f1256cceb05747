package gitrepo

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// Target is a repository as one of its remotes names it.
type Target struct {
	Repo   domain.RepoID
	Remote domain.Remote // its URL when that names a repository, else its name
}

// Target returns the repository to which a remote of this clone pushes. The repository
// is named as by an import: configured, else by the URL of the remote, else, of the
// remote that is pushed to by default, by any; else by its first commit.
//
// Errors: kind [domain.ErrNotFound] for no remote of the clone, [domain.ErrUnavailable]
// when the repository cannot be named.
func (c *Clone) Target(ctx context.Context, remote string) (Target, error) {
	if !slices.Contains(c.remotes.names, remote) {
		return Target{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "find remote", Target: remote,
			Message: "the repository has no remote of this name", Hint: "git remote -v lists them"}
	}
	t := Target{Repo: c.remotes.named, Remote: domain.Remote(cleaned(remote))}
	if id, ok := Named(c.remotes.urls[remote]); ok {
		t.Remote = domain.Remote(id)
		if t.Repo == "" {
			t.Repo = id
		}
	}
	if t.Repo == "" && (remote == c.remotes.pushed || remote == defaultRemote) {
		t.Repo = c.remotes.id()
	}
	if t.Repo == "" {
		var err error
		if t.Repo, err = c.firstCommit(ctx); err != nil {
			return Target{}, err
		}
	}
	return t, nil
}

// Name is the name of the repository as an import gives it.
//
// Errors: kind [domain.ErrUnavailable] when it cannot be named.
func (c *Clone) Name(ctx context.Context) (domain.RepoID, error) {
	if id := c.remotes.id(); id != "" {
		return id, nil
	}
	return c.firstCommit(ctx)
}

// firstCommit is the name of a repository that nothing else names, as [reading.rootName]
// finds it.
func (c *Clone) firstCommit(ctx context.Context) (domain.RepoID, error) {
	shallow, err := readShallow(c.common)
	if err != nil {
		return "", err
	}
	if len(shallow) > 0 {
		return "", nameless(c.Place(), "the clone is shallow, so nobody can tell its first commit")
	}
	out, _, err := c.git.Output(ctx, c.own(), nil, "log", "--max-parents=0", "--all", "--format=%ct %H")
	if err != nil {
		return "", err
	}
	first, least := "", int64(0)
	for line := range strings.Lines(string(out)) {
		seconds, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := strconv.ParseInt(seconds, 10, 64)
		if err == nil && (first == "" || at < least || at == least && id < first) {
			first, least = id, at
		}
	}
	if first == "" {
		return "", nameless(c.Place(), "it has no commit yet")
	}
	return domain.RepoID(first), nil
}
