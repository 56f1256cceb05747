package githooks_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	githooks "github.com/clawable/claw/git/hooks"
)

var one, two, zeros = strings.Repeat("1", 40), strings.Repeat("2", 40), strings.Repeat("0", 40)

func TestParseNote(t *testing.T) {
	text := "origin\nrefs/heads/a " + two + " refs/heads/main " + one + "\nHEAD~1 " + two + " refs/heads/x " + zeros + "\n(delete) " + zeros + " refs/heads/y " + one + "\nno line\n"
	want := githooks.Note{Remote: "origin", Refs: []githooks.NotedRef{
		{From: "refs/heads/a", Ref: "refs/heads/main", Old: domain.CommitID(one), New: domain.CommitID(two)},
		{Ref: "refs/heads/x", Old: domain.CommitID(zeros), New: domain.CommitID(two)},
		{Ref: "refs/heads/y", Old: domain.CommitID(one), New: domain.CommitID(zeros)},
	}}
	if diff := cmp.Diff(want, githooks.ParseNote(text)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for name, row := range map[string]struct {
		moved githooks.Moved
		want  bool
	}{
		"what was to go":     {githooks.Moved{Ref: "refs/remotes/origin/main", New: domain.CommitID(two)}, true},
		"another commit":     {githooks.Moved{Ref: "refs/remotes/origin/main", New: domain.CommitID(one)}, false},
		"another ref":        {githooks.Moved{Ref: "refs/remotes/origin/a", New: domain.CommitID(two)}, false},
		"of another remote":  {githooks.Moved{Ref: "refs/remotes/fork/main", New: domain.CommitID(two)}, false},
		"a ref of this side": {githooks.Moved{Ref: "refs/heads/main", New: domain.CommitID(two)}, false},
	} {
		if _, got := want.Of(row.moved); got != row.want {
			t.Errorf("%s: %t, want %t", name, got, row.want)
		}
	}
}

func TestParseMoved(t *testing.T) {
	text := zeros + " " + one + " HEAD\n" + zeros + " " + one + " refs/heads/main\n" + one + " " + zeros + " refs/remotes/origin/x\nref:refs/a b refs/c\n"
	want := []githooks.Moved{{Ref: "refs/heads/main", New: domain.CommitID(one)}, {Ref: "refs/remotes/origin/x", New: domain.CommitID(zeros)}}
	if diff := cmp.Diff(want, githooks.ParseMoved(text)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// FuzzParse checks that no note of git or of another program breaks its reader, and that
// the result contains only a ref and names of objects.
func FuzzParse(f *testing.F) {
	f.Add("origin\nrefs/heads/a " + two + " refs/heads/main " + one + "\n")
	f.Add(zeros + " " + one + " refs/remotes/origin/main\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range githooks.ParseNote(text).Refs {
			if len(r.Old) < 40 || len(r.New) < 40 || r.Ref == "" {
				t.Errorf("%+v", r)
			}
		}
		for _, m := range githooks.ParseMoved(text) {
			if len(m.New) < 40 || !strings.HasPrefix(string(m.Ref), "refs/") {
				t.Errorf("%+v", m)
			}
		}
	})
}
