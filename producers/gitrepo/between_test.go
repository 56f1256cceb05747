package gitrepo_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/gitrepo"
)

// opened is a repository as the package reads it.
func (r *repo) opened() *gitrepo.Clone {
	r.t.Helper()
	c, err := gitrepo.Open(context.Background(), git(r.t), r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (r *repo) rev(name string) domain.CommitID { return domain.CommitID(r.git("rev-parse", name)) }

// pathless is a commit without its paths, which the test of commits between does not compare.
func pathless(told string) string {
	text, _, _ := strings.Cut(told, "paths ")
	return text
}

// TestBetweenIsWhatGitLists queries plain git for the same commits, and for what it reports of each.
func TestBetweenIsWhatGitLists(t *testing.T) {
	r := history(t)
	c, ctx := r.opened(), context.Background()
	told := r.recount()
	for says, row := range map[string]struct{ base, head, list string }{
		"all of it":                {"", "main", "main"},
		"a base of zeros":          {"0", "main", "main"},
		"behind an octopus":        {"x", "main", "x..main"},
		"one commit":               {"main~1", "main", "main~1..main"},
		"nothing":                  {"main", "main", "main..main"},
		"a base that leads beyond": {"main", "x", "main..x"},
		"a root of another line":   {"other", "x", "other..x"},
	} {
		base := domain.CommitID(strings.Repeat(row.base, 40))
		if row.base != "" && row.base != "0" {
			base = r.rev(row.base)
		}
		commits, err := c.Between(ctx, base, r.rev(row.head))
		if err != nil {
			t.Errorf("%s: %v", says, err)
			continue
		}
		var got []string
		for _, at := range commits {
			got = append(got, string(at.Commit))
			if diff := cmp.Diff(pathless(told[string(at.Commit)]), pathless(tell(at))); diff != "" {
				t.Errorf("%s: -git +told\n%s", says, diff)
			}
			for _, parent := range at.Parents {
				if slices.ContainsFunc(commits, func(p domain.CommitObserved) bool { return p.Commit == parent }) && !slices.Contains(got, string(parent)) {
					t.Errorf("%s: %s is told before its parent %s", says, at.Commit, parent)
				}
			}
		}
		want := strings.Fields(r.git("rev-list", row.list))
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); len(want)+len(got) > 0 && diff != "" {
			t.Errorf("%s: -git +told\n%s", says, diff)
		}
	}
}

// TestAWayOrNone queries whether commits are there and lead to each other.
func TestAWayOrNone(t *testing.T) {
	r := history(t)
	c, ctx := r.opened(), context.Background()
	for says, row := range map[string]struct {
		from, to string
		want     bool
	}{
		"itself":             {"main", "main", true},
		"an ancestor":        {"main", "main~2", true},
		"a descendant":       {"main~2", "main", false},
		"by a second parent": {"main", "y", true},
		"a sibling":          {"x", "y", false},
		"a root that joined": {"main", "other", true},
		"a root of its own":  {"x", "other", false},
	} {
		got, err := c.LeadsTo(ctx, r.rev(row.from), r.rev(row.to))
		if err != nil || got != row.want {
			t.Errorf("%s: %v, %v", says, got, err)
		}
	}
	blob := domain.CommitID(r.object("blob", "no commit"))
	for id, want := range map[domain.CommitID]bool{r.rev("main"): true, r.rev("v1^{commit}"): true, domain.CommitID(strings.Repeat("1", 40)): false, blob: false} {
		if got, err := c.Holds(ctx, id); err != nil || got != want {
			t.Errorf("%s is there: %v, %v", id, got, err)
		}
	}
	if some, err := c.Between(ctx, "", blob); err != nil || len(some) > 0 {
		t.Errorf("a file leads to %v, %v", some, err)
	}
}

// TestBehindTheEdgeNothingIsHeld queries from a shallow clone what is behind its edge.
func TestBehindTheEdgeNothingIsHeld(t *testing.T) {
	r := newRepo(t)
	first := domain.CommitID(r.commit("first", "f", "1"))
	r.commit("second", "f", "2")
	c := r.clone("--depth=1").opened()
	if held, err := c.Holds(context.Background(), first); err != nil || held {
		t.Errorf("%v, %v", held, err)
	}
	if shallow, err := c.Shallow(); err != nil || !shallow {
		t.Errorf("shallow: %v, %v", shallow, err)
	}
}

// TestTargetIsNamedAsAnImportNamesIt gives remotes all sorts of names and addresses.
func TestTargetIsNamedAsAnImportNamesIt(t *testing.T) {
	for says, row := range map[string]struct {
		settings     []string // key, value
		remote       string
		repo, target string // ROOT is the first commit
	}{
		"by its address":                {[]string{"remote.origin.url", "https://user:secret@example.org/a/b.git"}, "origin", "example.org/a/b", "example.org/a/b"},
		"of several the one asked for":  {[]string{"remote.origin.url", "https://example.org/a/b", "remote.fork.url", "git@example.org:c/d.git"}, "fork", "example.org/c/d", "example.org/c/d"},
		"a name that a person gave":     {[]string{"claw.repo", "shop", "remote.origin.url", "https://example.org/a/b"}, "origin", "shop", "example.org/a/b"},
		"a folder, by another remote":   {[]string{"remote.origin.url", "/srv/b.git", "remote.up.url", "https://example.org/a/b"}, "origin", "example.org/a/b", "origin"},
		"a folder, by its first commit": {[]string{"remote.origin.url", "/srv/b.git"}, "origin", "ROOT", "origin"},
	} {
		r := newRepo(t)
		root := r.commit("first", "f", "1")
		r.commit("second", "f", "2")
		for i := 0; i < len(row.settings); i += 2 {
			r.git("config", row.settings[i], row.settings[i+1])
		}
		c := r.opened()
		got, err := c.Target(context.Background(), row.remote)
		want := gitrepo.Target{Repo: domain.RepoID(strings.ReplaceAll(row.repo, "ROOT", root)), Remote: domain.Remote(row.target)}
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", says, got, err, want)
		}
		if _, err := c.Target(context.Background(), "nobody"); !isNotFound(err) {
			t.Errorf("%s: a remote that there is not: %v", says, err)
		}
	}
}

func isNotFound(err error) bool {
	var typed *domain.Error
	return errors.As(err, &typed) && typed.Kind == domain.ErrNotFound
}
