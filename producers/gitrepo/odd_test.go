package gitrepo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

func TestReplacedObjectsAndGraftsFalsifyNothing(t *testing.T) {
	r := newRepo(t)
	first := r.commit("first", "a", "1")
	second := r.commit("second", "a", "2")
	third := r.commit("third", "a", "3")
	forged := r.object("commit", "tree "+r.git("rev-parse", first+"^{tree}")+"\nauthor Eve <eve@example.org> 1 +0000\ncommitter Eve <eve@example.org> 1 +0000\n\nforged\n")
	r.git("replace", second, forged)
	info := filepath.Join(r.dir, ".git", "info") // a git without templates makes none
	if err := os.MkdirAll(info, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(info, "grafts"), []byte(third+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := newBook(t)
	b.imports(r.dir)
	got := b.commits()
	if c := got[second]; c.Author.Name != "Ada" || joined(c.Parents) != first {
		t.Errorf("the replaced commit is told as %+v", c)
	}
	if c := got[third]; joined(c.Parents) != second {
		t.Errorf("the grafted commit has the parents %v", c.Parents)
	}
	if _, held := got[forged]; !held || len(got) != 4 {
		t.Errorf("%d commits, want 3 and the one that a ref of refs/replace holds", len(got))
	}
}

func TestAShallowCloneSaysWhatItCannotTell(t *testing.T) {
	r := history(t)
	shallow, b := r.clone("--depth", "1", "--branch", "main"), newBook(t)
	shallow.git("config", "claw.repo", "example.org/x")
	r.git("config", "claw.repo", "example.org/x")
	report := b.imports(shallow.dir)
	tip := shallow.git("rev-parse", "HEAD")
	if c := b.commits()[tip]; c.PathsUnknown != domain.UnknownUnavailable || c.PatchIDUnknown != domain.UnknownUnavailable || len(c.Parents) != 1 || c.Paths != nil {
		t.Errorf("the last commit that a shallow clone has: %+v", c)
	}
	if len(report.Unreadable) > 0 {
		t.Errorf("what a shallow clone does not have is no damage: %+v", report.Unreadable)
	}
	if again := b.imports(shallow.dir); again.Events != 0 || len(again.Unreadable) > 0 {
		t.Errorf("importing again is news: %+v", again)
	}
	shallow.git("fetch", "--quiet", "--unshallow")
	b.imports(shallow.dir)
	whole := newBook(t)
	whole.imports(r.dir)
	for id, c := range b.commits() {
		if diff := cmp.Diff(tell(whole.commits()[id]), tell(c)); diff != "" {
			t.Errorf("after the rest is there (-whole +told in two parts):\n%s", diff)
		}
	}
	if again := b.imports(shallow.dir, shallow.dir); again.Events != 0 {
		t.Errorf("importing again is news: %+v", again)
	}
	late := newBook(t)
	late.imports(r.dir)
	report = late.imports(r.clone("--depth", "1").name("example.org/x").dir)
	for _, p := range report.Unreadable {
		t.Errorf("%+v", p)
	}
	for id, c := range late.commits() {
		if c.PathsUnknown != "" {
			t.Errorf("%s was told whole and is told in part again", id)
		}
	}
}

// name names the repository in its configuration.
func (r *repo) name(id string) *repo {
	r.git("config", "claw.repo", id)
	return r
}

func TestAShallowCloneWithoutANameIsRefused(t *testing.T) {
	r := history(t)
	shallow := r.clone("--depth", "1")
	report := newBook(t).imports(shallow.dir)
	if len(report.Unreadable) != 1 || !strings.Contains(report.Unreadable[0].Reason, "shallow") ||
		!strings.Contains(report.Unreadable[0].Reason, "git config claw.repo NAME") || report.Events != 0 {
		t.Errorf("%+v", report)
	}
}

func TestAPartialCloneTellsTheRestLater(t *testing.T) {
	r := history(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	partial, b := r.clone("--filter=blob:none", "--no-checkout").name("example.org/x"), newBook(t)
	b.imports(partial.dir)
	unknown := 0
	for _, c := range b.commits() {
		if c.PatchIDUnknown != "" {
			unknown++
		}
		if c.PathsUnknown != "" {
			t.Errorf("%s: paths need no blobs", c.Commit)
		}
	}
	if unknown == 0 {
		t.Fatal("no patch is unknown without blobs: something was fetched")
	}
	partial.git("rev-list", "--objects", "--all") // names them
	partial.git("-c", "remote.origin.partialclonefilter=blob:limit=1g", "fetch", "--quiet", "--refetch")
	b.imports(partial.dir)
	for _, c := range b.commits() {
		if c.PatchIDUnknown != "" {
			t.Errorf("%s: its patch is still unknown", c.Commit)
		}
	}
}

func TestWorktreesAndDetachedHeadsAreOneRepository(t *testing.T) {
	r := newRepo(t)
	r.commit("first", "a", "1")
	tree := &repo{t: t, dir: filepath.Join(t.TempDir(), "tree"), clock: 500}
	r.git("worktree", "add", "--quiet", "--detach", tree.dir)
	lost := tree.commit("on no branch", "a", "2")
	r.git("checkout", "--quiet", "--detach")
	also := r.commit("on no branch either", "a", "3")
	b := newBook(t)
	first := b.imports(r.dir)
	if got := b.commits(); len(got) != 3 || got[lost].Commit == "" || got[also].Commit == "" {
		t.Errorf("%d commits, want 3 with those of either worktree", len(got))
	}
	for _, dir := range []string{tree.dir, filepath.Join(r.dir, ".git")} {
		if again := b.imports(dir); again.Events != 0 || again.Lines != 1 {
			t.Errorf("%s is another repository: first %+v, then %+v", dir, first, again)
		}
	}
}

func TestASubmoduleIsARepositoryOfItsOwn(t *testing.T) {
	inner, outer := newRepo(t), newRepo(t)
	inner.commit("inner", "a", "1")
	outer.commit("outer", "b", "1")
	outer.git("submodule", "--quiet", "add", "file://"+inner.dir, "sub")
	outer.commit("with a submodule")
	b := newBook(t)
	b.imports(outer.dir, filepath.Join(outer.dir, "sub"))
	if got := b.commits(); len(got) != 3 {
		t.Errorf("%d commits, want two and one", len(got))
	}
	if c := b.commits()[outer.git("rev-parse", "HEAD")]; len(c.Paths) != 2 || c.PatchID == "" {
		t.Errorf("the commit that adds a submodule: %+v", c)
	}
}

func TestWhatHasNoCommitsHasNothingToTell(t *testing.T) {
	r := newRepo(t)
	if report := newBook(t).imports(r.dir); report.Lines != 0 || len(report.Unreadable) > 0 {
		t.Errorf("an unborn branch: %+v", report)
	}
	bare := newRepo(t, "--bare")
	if report := newBook(t).imports(bare.dir); report.Lines != 0 || len(report.Unreadable) > 0 {
		t.Errorf("an empty bare repository: %+v", report)
	}
}

func TestRefsOfEverySortLeadToCommits(t *testing.T) {
	r := newRepo(t)
	base := r.commit("base", "a", "1")
	r.git("checkout", "--quiet", "--detach")
	only := r.commit("a pull request\n\nEntire-Checkpoint: 1e868c83dbb7", "a", "2")
	r.git("update-ref", "refs/pull/12/head", only)
	r.git("checkout", "--quiet", "main")
	r.git("tag", "-a", "-m", "t", "v1", base)
	r.git("tag", "-a", "-m", "t", "v1-again", "v1")
	r.git("tag", "of-a-file", r.git("rev-parse", "HEAD:a"))
	r.git("pack-refs", "--all")
	bare := r.clone("--mirror")
	b := newBook(t)
	report := b.imports(bare.dir)
	if len(report.Unreadable) > 0 || len(b.commits()) != 2 {
		t.Errorf("%d commits: %+v", len(b.commits()), report)
	}
	want := map[string]string{"refs/heads/main": "", "refs/pull/12/head": "", "refs/tags/v1": base, "refs/tags/v1-again": base, "refs/tags/of-a-file": ""}
	got := map[string]string{}
	for _, p := range events[domain.RefMoved](b) {
		got[string(p.Ref)] = string(p.Commit)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what annotated tags stand for (-want +got):\n%s", diff)
	}
	if got := b.commits()[only].Checkpoints; len(got) != 1 || got[0] != "entire/1e868c83dbb7" {
		t.Errorf("checkpoints %v", got)
	}
}

func TestNamesThatAreNoUTF8(t *testing.T) {
	r := newRepo(t)
	tree := r.object("tree", "")
	bytes := "tree " + tree + "\nauthor J\xf6rg <j@example.org> 1700000000 +0000\ncommitter J\xf6rg <j@example.org> 1700000000 +0000\n"
	latin := r.object("commit", bytes+"encoding ISO-8859-1\n\nGr\xfc\xdfe\n\nReviewed-by: J\xf6rg\n")
	none := r.object("commit", bytes+"\nx\x00y\n\nReviewed-by: J\xf6rg\n")
	odd := r.object("commit", "tree "+tree+"\nauthor nobody\ncommitter <> 99999999999999999999 +9999\n\n")
	for i, id := range []string{latin, none, odd} {
		r.git("update-ref", "refs/heads/b\xff"+string(rune('0'+i)), id)
	}
	r.git("update-ref", "refs/heads/\xfe", odd)
	b := newBook(t)
	if report := b.imports(r.dir); len(report.Unreadable) > 0 || report.Events != 7 {
		t.Errorf("%+v", report)
	}
	if again := b.imports(r.dir); again.Events != 0 {
		t.Errorf("importing again is news: %+v", again)
	}
	got := b.commits()
	if c := got[latin]; c.Author.Name != "Jörg" || c.Trailers[0].Value != "Jörg" {
		t.Errorf("a commit that names its encoding: %+v", c)
	}
	if c := got[none]; c.Author.Name != "J\uFFFDrg" {
		t.Errorf("a commit that does not: %+v", c)
	}
	if c := got[odd]; c.Author.Name != "nobody" || c.Committer.At.Why() != domain.UnknownUnparsable {
		t.Errorf("a commit without times: %+v", c)
	}
}

func TestAHugeMessageIsCut(t *testing.T) {
	r := newRepo(t)
	r.commit("first", "a", "1")
	message := filepath.Join(t.TempDir(), "message")
	text := "subject\n\n" + strings.Repeat("many words, and more\n", 1<<19) + "\nReviewed-by: Di\n"
	if err := os.WriteFile(message, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r.git("commit", "--quiet", "--allow-empty", "-F", message)
	b := newBook(t)
	if report := b.imports(r.dir); len(report.Unreadable) > 0 {
		t.Errorf("%+v", report.Unreadable)
	}
	if c := b.commits()[r.git("rev-parse", "HEAD")]; len(c.Trailers) != 1 || c.Trailers[0].Value != "Di" {
		t.Errorf("%+v", c)
	}
}
