package gitrepo_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// tell is a commit in one line for each thing that is recorded about it.
func tell(c domain.CommitObserved) string {
	paths := make([]string, len(c.Paths))
	for i, p := range c.Paths {
		paths[i] = string(p)
	}
	slices.Sort(paths)
	trailers := ""
	for _, t := range c.Trailers {
		trailers += "|" + t.Key + ": " + t.Value
	}
	return fmt.Sprintf("tree %s\nparents %s\nauthor %s\ncommitter %s\ntrailers %s\npatch %s\npaths %q\n", c.Tree, joined(c.Parents),
		signed(c.Author), signed(c.Committer), trailers, c.PatchID, paths)
}

func joined(ids []domain.CommitID) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return strings.Join(out, " ")
}

func signed(s domain.Signed) string {
	return fmt.Sprintf("%s <%s> %d", s.Name, s.Email, s.At.Time().Unix())
}

// recount queries plain git for the same about every commit that a ref leads to.
func (r *repo) recount() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, id := range strings.Fields(r.git("--no-replace-objects", "rev-list", "--all")) {
		show := func(format string) string {
			return r.git("--no-replace-objects", "show", "--no-patch", "--format="+format, id)
		}
		parents := strings.Fields(show("%P"))
		trailers := strings.Split(strings.TrimSpace(show("%(trailers:only,unfold)")), "\n")
		list := ""
		for _, t := range trailers {
			if t != "" {
				list += "|" + t
			}
		}
		out[id] = fmt.Sprintf("tree %s\nparents %s\nauthor %s\ncommitter %s\ntrailers %s\npatch %s\npaths %q\n", show("%T"), strings.Join(parents, " "),
			show("%an <%ae> %at"), show("%cn <%ce> %ct"), list, r.patchID(id, parents), r.paths(id, parents))
	}
	return out
}

func (r *repo) paths(id string, parents []string) []string {
	args := []string{"diff-tree", "-r", "--no-commit-id", "--name-only", "--no-renames", "-z", "--root", id}
	if len(parents) > 0 {
		args = []string{"diff-tree", "-r", "--name-only", "--no-renames", "-z", parents[0], id}
	}
	out := strings.FieldsFunc(r.git(args...), func(c rune) bool { return c == 0 })
	slices.Sort(out)
	return append([]string{}, out...)
}

func (r *repo) patchID(id string, parents []string) string {
	if len(parents) > 1 {
		return ""
	}
	cmd := exec.Command("sh", "-c", "git diff-tree --root -p "+id+" | git patch-id --stable")
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	patch, _, _ := strings.Cut(string(out), " ")
	return patch
}

// agrees holds what the log says of every commit against plain git.
func (b *book) agrees(r *repo) {
	b.t.Helper()
	got := map[string]string{}
	for id, c := range b.commits() {
		got[id] = tell(c)
	}
	if diff := cmp.Diff(r.recount(), got); diff != "" {
		b.t.Errorf("-git +log:\n%s", diff)
	}
}

// history makes a repository with most of what histories have.
func history(t testing.TB, options ...string) *repo {
	r := newRepo(t, options...)
	r.commit("first", "a.txt", "one\ntwo\nthree\n", "dir/b.bin", "\x00\x01\x02")
	r.commit("second\n\nBody.\n\nCo-authored-by: Cy <cy@example.org>\nReviewed-by: Di\n  <di@example.org>", "a.txt", "one\n2\nthree\n")
	r.git("tag", "light")
	r.clock++
	r.git("tag", "-a", "-m", "a release", "v1")
	for _, name := range []string{"x", "y", "z"} {
		r.git("checkout", "--quiet", "-b", name, "main")
		r.commit("on "+name+"\n\nSigned-off-by: Ada <ada@example.org>\nnot a trailer at all", name+".txt", name)
	}
	r.git("checkout", "--quiet", "main")
	r.clock++
	r.git("merge", "--quiet", "--no-ff", "-m", "octopus", "x", "y", "z")
	r.git("mv", "a.txt", "renamed ä\t.txt")
	r.commit("rename")
	r.git("checkout", "--quiet", "--orphan", "other")
	r.git("rm", "--quiet", "-rf", ".")
	r.commit("second root", "only.txt", "alone")
	r.git("checkout", "--quiet", "main")
	r.clock++
	r.git("merge", "--quiet", "--allow-unrelated-histories", "-m", "two roots", "other")
	r.commit("nothing")
	r.git("rm", "--quiet", "dir/b.bin")
	r.commit("gone")
	r.commit("")
	r.git("update-ref", "refs/pull/7/head", "x")
	return r
}

func TestEveryCommitIsToldAsGitTellsIt(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	for _, row := range []struct {
		name    string
		options []string
		then    func(r *repo)
	}{
		{name: "SHA-1", then: func(*repo) {}},
		{name: "SHA-256", options: []string{"--object-format=sha256"}, then: func(*repo) {}},
		{name: "packed", then: func(r *repo) { r.git("gc", "--quiet", "--prune=now") }},
		{name: "a commit-graph", then: func(r *repo) { r.git("commit-graph", "write", "--reachable") }},
		{name: "attributes that hide a patch", then: func(r *repo) { r.write(".gitattributes", "* -diff\n") }},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, b := history(t, row.options...), newBook(t)
			row.then(r)
			report := b.imports(r.dir)
			want := len(r.recount()) + len(strings.Fields(r.git("for-each-ref", "--format=%(refname)")))
			if report.Lines != want || report.Imported != want || report.Events != want || len(report.Unreadable) > 0 {
				t.Errorf("%d commits and refs: %+v", want, report)
			}
			if row.name == "attributes that hide a patch" {
				r.git("rm", "--quiet", "--cached", ".gitattributes")
				r.git("clean", "-fdq") // plain git would heed them
			}
			b.agrees(r)
			if again := b.imports(r.dir); again.Imported != 0 || again.Events != 0 || len(again.Unreadable) > 0 {
				t.Errorf("importing again is news: %+v", again)
			}
		})
	}
}
