package gitpush_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	gitpush "github.com/clawable/claw/git/push"
)

func TestWhatARemoteTurnsDown(t *testing.T) {
	const head = "To /srv/r.git\n"
	for name, row := range map[string]struct {
		answer string
		want   domain.ErrorKind // "" for nothing turned down
	}{
		"a lease that is stale":    {head + "!\tabc:refs/heads/main\t[rejected] (stale info)\nDone\n", domain.ErrConflict},
		"another push at once":     {head + "!\tabc:refs/heads/main\t[remote rejected] (cannot lock ref 'refs/heads/main': is at a but expected b)\n", domain.ErrConflict},
		"a hook of the remote":     {head + "!\tabc:refs/heads/main\t[remote rejected] (pre-receive hook declined)\nDone\n", domain.ErrPolicy},
		"a protected branch":       {head + "!\tabc:refs/heads/main\t[remote rejected] (protected branch hook declined)\n", domain.ErrPolicy},
		"a branch checked out":     {head + "!\tabc:refs/heads/main\t[remote rejected] (branch is currently checked out)\n", domain.ErrPolicy},
		"an answer that is lost":   {head + "!\tabc:refs/heads/main\t[remote failure] (remote failed to report status)\n", ""},
		"another ref turned down":  {head + "!\tabc:refs/heads/next\t[rejected] (stale info)\n", ""},
		"a ref that went":          {head + " \tabc:refs/heads/main\ta..b\nDone\n", ""},
		"a ref that was there":     {head + "=\tabc:refs/heads/main\t[up to date]\nDone\n", ""},
		"no answer":                {"", ""},
		"a name that only ends so": {head + "!\tabc:refs/x/refs/heads/main\t[rejected] (stale info)\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got domain.ErrorKind
			if e := gitpush.Rejection(row.answer, "refs/heads/main"); e != nil {
				got = e.Kind
			}
			if got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

func TestATipIsThatOfTheRefItself(t *testing.T) {
	const answer = "aaaa\trefs/heads/x/refs/heads/main\nbbbb\trefs/heads/main\n"
	if got := gitpush.TipOf(answer, "refs/heads/main"); got != "bbbb" {
		t.Errorf("tip %q", got)
	}
	if got := gitpush.TipOf(answer, "refs/heads/next"); got != "" {
		t.Errorf("tip %q of a ref that is not there", got)
	}
}

func TestNoPasswordIsRepeated(t *testing.T) {
	for text, want := range map[string]string{
		"fatal: unable to access 'https://me:secret@example.org/r.git/': no": "fatal: unable to access 'https://example.org/r.git/': no",
		"https://a:b@x/ and ssh://c@y":                                       "https://x/ and ssh://y",
		"nothing":                                                            "nothing",
		"https://example.org/a@b":                                            "https://example.org/a@b",
	} {
		if got := gitpush.WithoutUser(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzAnswers hands the readers of git's words anything: they end, and repeat no more
// than they may.
func FuzzAnswers(f *testing.F) {
	f.Add("To x\n!\ta:refs/heads/main\t[rejected] (stale info)\n")
	f.Add("fatal: https://me:secret@example.org/\n\n\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		gitpush.TipOf(text, "refs/heads/main")
		if e := gitpush.Rejection(text, "refs/heads/main"); e != nil && !strings.Contains(text, "!\t") {
			t.Errorf("%v of no rejection", e)
		}
		if lines := gitpush.Said(text); len(lines) > 20 {
			t.Errorf("%d lines", len(lines))
		}
	})
}
