package gitrepo_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/gitrepo"
)

// saw records the move of main as a hook of the clone reported it.
func (b *book) saw(r *repo, from, to string) {
	b.t.Helper()
	at, repo, err := gitrepo.AtHook(git(b.t), r.git("rev-parse", "--absolute-git-dir")).Clone(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	data, err := eventlog.Encode(&domain.RefMoved{Ref: "refs/heads/main", Old: domain.CommitID(from), New: domain.CommitID(to), Cause: domain.RefRebase})
	if err != nil {
		b.t.Fatal(err)
	}
	d := domain.Draft{ID: domain.EventID(domain.Derive(domain.UnknownInstant("").Time(), from, to)), Kind: domain.RefMoved{}.Kind(), Version: 1, Stream: repo.Stream(),
		Emitter: "hook/git/dev", Epoch: repo.Epoch(), Data: data,
		Subject: domain.Subject{Repo: domain.Known(repo), Worktree: domain.Known(at)},
		Source:  domain.Source{Kind: domain.SourceLive, Channel: gitrepo.HookChannel, Trust: domain.TrustMedium}}
	if _, err := b.log.Append(context.Background(), repo.Stream(), eventlog.Any, []domain.Draft{d}); err != nil {
		b.t.Fatal(err)
	}
}

// TestAMoveThatAHookToldIsNotToldAgain checks that an import continues from it where it continues
// from what was known, and records all between where it does not.
func TestAMoveThatAHookToldIsNotToldAgain(t *testing.T) {
	r := newRepo(t).name("example.org/x")
	b := newBook(t)
	a := r.commit("a", "f", "a")
	b.imports(r.dir)
	r.git("commit", "--quiet", "--amend", "-m", "a2")
	a2 := r.git("rev-parse", "HEAD")
	b.saw(r, a, a2)
	b.imports(r.dir)
	c := r.commit("c", "f", "c")
	b.imports(r.dir)
	d := r.commit("d", "f", "d")
	r.git("commit", "--quiet", "--amend", "-m", "d2")
	d2 := r.git("rev-parse", "HEAD")
	b.saw(r, d, d2) // d was not recorded before
	b.imports(r.dir)
	b.imports(r.dir)
	want := []string{
		"refs/heads/main ?.." + a[:7],
		"refs/heads/main " + a[:7] + ".." + a2[:7], // by the hook
		"refs/heads/main " + a2[:7] + ".." + c[:7],
		"refs/heads/main " + d[:7] + ".." + d2[:7], // by the hook
		"refs/heads/main " + c[:7] + ".." + d2[:7],
	}
	if diff := cmp.Diff(want, b.moves()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if held := b.commits(); len(held) != 4 { // a, a2, c, d2
		t.Errorf("%d commits", len(held))
	}
}

func TestAClonesName(t *testing.T) {
	root := func(r *repo) string { return r.git("rev-list", "--max-parents=0", "HEAD") }
	for name, row := range map[string]struct {
		prepare func(r *repo) *repo
		want    func(r *repo) string // "" for one that nobody can name
	}{
		"what a person calls it": {func(r *repo) *repo { return r.name("example.org/x") }, func(*repo) string { return "example.org/x" }},
		"the URL of its remote":  {func(r *repo) *repo { r.git("remote", "add", "origin", "ssh://me@example.org/y.git"); return r }, func(*repo) string { return "example.org/y" }},
		"the one that it pushes to": {func(r *repo) *repo {
			r.git("remote", "add", "origin", "https://example.org/theirs.git")
			r.git("remote", "add", "mine", "https://example.org/mine.git")
			r.git("config", "remote.pushDefault", "mine")
			return r
		}, func(*repo) string { return "example.org/mine" }},
		"its first commit":          {func(r *repo) *repo { r.commit("a"); r.commit("b"); return r }, root},
		"nothing, without a commit": {func(r *repo) *repo { return r }, func(*repo) string { return "" }},
		"nothing, when it is shallow": {func(r *repo) *repo {
			r.commit("a")
			r.commit("b")
			shallow := r.clone("--depth=1")
			shallow.git("remote", "remove", "origin")
			return shallow
		}, func(*repo) string { return "" }},
	} {
		t.Run(name, func(t *testing.T) {
			r := row.prepare(newRepo(t))
			clone, err := gitrepo.Open(context.Background(), git(t), r.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer clone.Close()
			got, err := clone.Name(context.Background())
			want := row.want(r)
			if string(got) != want || (domain.KindOf(err) == domain.ErrUnavailable) != (want == "") {
				t.Errorf("%q %v, want %q", got, err, want)
			}
		})
	}
}
