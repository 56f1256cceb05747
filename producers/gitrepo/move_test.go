package gitrepo_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

func TestRefsTellHowTheyMoved(t *testing.T) {
	r := newRepo(t)
	a := r.commit("a", "f", "a")
	b := newBook(t)
	b.imports(r.dir)
	c := r.commit("c", "f", "c")
	b.imports(r.dir)
	r.git("reset", "--quiet", "--hard", a)
	b.imports(r.dir)
	r.git("reset", "--quiet", "--hard", c)
	r.git("branch", "side", a)
	b.imports(r.dir)
	r.git("branch", "--quiet", "-D", "side")
	r.git("reset", "--quiet", "--hard", a)
	d := r.commit("d", "f", "d")
	b.imports(r.dir)
	b.imports(r.dir)
	r.git("reset", "--quiet", "--hard", a)
	b.imports(r.dir)
	want := []string{
		"refs/heads/main ?.." + a[:7],
		"refs/heads/main " + a[:7] + ".." + c[:7],
		"refs/heads/main " + c[:7] + ".." + a[:7] + " forced",
		"refs/heads/main " + a[:7] + ".." + c[:7], // the same way again
		"refs/heads/side ?.." + a[:7],
		"refs/heads/main " + c[:7] + ".." + d[:7] + " forced",
		"refs/heads/side " + a[:7] + "..0000000",
		"refs/heads/main " + d[:7] + ".." + a[:7] + " forced",
	}
	if diff := cmp.Diff(want, b.moves()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	last := domain.EventID{}
	for e, p := range events[domain.RefMoved](b) {
		if p.Ref != "refs/heads/main" {
			continue
		}
		if (p.OldUnknown == "") == last.IsZero() || !last.IsZero() && (len(e.Causes) != 1 || e.Causes[0] != last) {
			t.Errorf("%s: the move before it was %s: %+v", e.ID, last, e.Causes)
		}
		last = e.ID
	}
}

func TestASecondCloneAddsNothing(t *testing.T) {
	r := history(t).name("example.org/x")
	mirror := r.clone("--mirror").name("example.org/x")
	b := newBook(t)
	b.imports(r.dir)
	if report := b.imports(mirror.dir); report.Events != 0 || len(report.Unreadable) > 0 {
		t.Errorf("%+v", report)
	}
	both := newBook(t)
	both.imports(mirror.dir, r.dir)
	for e := range events[domain.CommitObserved](b) {
		if held, err := both.log.Get(t.Context(), e.ID); err != nil || string(held.Data) != string(e.Data) {
			t.Errorf("%s is told by another clone as %s: %v", e.Data, held.Data, err)
		}
	}
}

// TestClonesThatDifferKeepTheirOwnRefs imports two clones by turns: each has moves of
// its own, and none is taken for the other's.
func TestClonesThatDifferKeepTheirOwnRefs(t *testing.T) {
	r := newRepo(t).name("example.org/x")
	r.commit("a", "f", "a")
	other := r.clone().name("example.org/x")
	other.git("remote", "remove", "origin")
	b := newBook(t)
	b.imports(r.dir, other.dir)
	ahead := other.commit("b", "f", "b")
	for range 3 {
		b.imports(r.dir, other.dir)
	}
	moves := b.moves()
	if len(moves) != 2 || moves[1] != "refs/heads/main ?.."+ahead[:7] {
		t.Errorf("%v", moves)
	}
}

func TestOnlyWhatIsNewIsRead(t *testing.T) {
	r := history(t).name("example.org/x")
	b := newBook(t)
	whole := b.imports(r.dir)
	r.commit("one more", "new.txt", "x")
	report := b.imports(r.dir)
	refs := len(strings.Fields(r.git("for-each-ref", "--format=%(refname)")))
	if report.Imported != 2 || report.Events != 2 || report.Lines != 1+refs || whole.Events <= report.Lines {
		t.Errorf("a commit and the move of its branch are new of %d refs: %+v", refs, report)
	}
	b.agrees(r)
}

func TestRemoteTrackingRefsNameTheirRemote(t *testing.T) {
	r := newRepo(t)
	head := r.commit("a", "f", "a")
	r.git("remote", "add", "up/stream", "https://user:secret@Git.Example.org:443/team/thing.git/")
	r.git("remote", "add", "near", "/some/where")
	r.git("update-ref", "refs/remotes/up/stream/main", head)
	r.git("update-ref", "refs/remotes/near/main", head)
	r.git("symbolic-ref", "refs/remotes/near/HEAD", "refs/remotes/near/main")
	b := newBook(t)
	b.imports(r.dir)
	got := map[string]string{}
	for e, p := range events[domain.RefMoved](b) {
		got[string(p.Ref)] = string(p.Remote)
		if e.Subject.Repo.Value != "git.example.org/team/thing" || strings.Contains(string(e.Data), "secret") {
			t.Errorf("repo %s: %s", e.Subject.Repo.Value, e.Data)
		}
	}
	want := map[string]string{"refs/heads/main": "", "refs/remotes/near/main": "near", "refs/remotes/up/stream/main": "git.example.org/team/thing"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestWhatOthersSayHidesNothing has another emitter record a commit first.
func TestWhatOthersSayHidesNothing(t *testing.T) {
	r := newRepo(t).name("example.org/x")
	r.commit("a", "f", "a")
	honest, b := newBook(t), newBook(t)
	honest.imports(r.dir)
	for e, err := range honest.log.Read(t.Context(), queryAll) {
		if err != nil {
			t.Fatal(err)
		}
		forged := e.Draft
		forged.ID[15]++
		forged.Source.Trust = domain.TrustLow
		if _, err := b.log.Append(t.Context(), e.Stream, anyRevision, []domain.Draft{forged}); err != nil {
			t.Fatal(err)
		}
	}
	if report := b.imports(r.dir); report.Imported != 2 {
		t.Errorf("a low word of the importer's name hides facts: %+v", report)
	}
}
