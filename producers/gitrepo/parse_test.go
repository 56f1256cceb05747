package gitrepo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

var (
	queryAll    = eventlog.Query{}
	anyRevision = eventlog.Any
)

func TestNamed(t *testing.T) {
	for _, row := range []struct{ name, remote, want string }{
		{"https", "https://github.com/team/thing.git", "github.com/team/thing"},
		{"user and password", "https://me:ghp_token@github.com/team/thing.git", "github.com/team/thing"},
		{"a token for a user", "https://ghp_token@github.com/team/thing", "github.com/team/thing"},
		{"the short form of ssh", "git@github.com:team/thing.git", "github.com/team/thing"},
		{"ssh", "ssh://git@GitHub.com:22/team/thing.git/", "github.com/team/thing"},
		{"another port", "ssh://git@example.org:2222/team/thing.git", "example.org:2222/team/thing"},
		{"a query", "https://example.org/team/thing.git?token=x#y", "example.org/team/thing"},
		{"a name that ends in git", "https://example.org/legit", "example.org/legit"},
		{"the git protocol", "git://example.org/thing", "example.org/thing"},
		{"a path", "/srv/git/thing.git", ""},
		{"a path beside", "../thing", ""},
		{"a path of Windows", `C:\git\thing`, ""},
		{"a path with a colon", "./a:b", ""},
		{"a file", "file:///srv/git/thing.git", ""},
		{"a program", "ext::sh -c evil", ""},
		{"no path", "https://example.org/", ""},
		{"nothing", "", ""},
		{"a line break", "https://example.org/a\nb", ""},
		{"no end", "https://example.org/" + strings.Repeat("x", 600), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, ok := gitrepo.Named(row.remote)
			if string(got) != row.want || ok != (row.want != "") {
				t.Errorf("%q names %q, want %q", row.remote, got, row.want)
			}
		})
	}
}

func TestWhatAMessageTiesACommitTo(t *testing.T) {
	for _, row := range []struct {
		name, message string
		trailers      []string
		coAuthors     int
		session       domain.SessionID
		checkpoints   []domain.CheckpointID
	}{
		{name: "nothing", message: "subject\n"},
		{name: "the subject is no trailer", message: "fix: a thing\n"},
		{name: "an agent beside", message: "s\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n", trailers: []string{"Co-Authored-By: Claude <noreply@anthropic.com>"}, coAuthors: 1},
		{name: "a mark of an agent", message: "s\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)\n",
			trailers: []string{"Generated with: [Claude Code](https://claude.com/claude-code)"}},
		{name: "a session by its address", message: "s\n\nClaude-Session: https://claude.ai/code/session_01AB\n",
			trailers: []string{"Claude-Session: https://claude.ai/code/session_01AB"}, session: "claude-code/session_01AB"},
		{name: "the first of two sessions", message: "s\n\nCodex-Session: one\nClaude-Session: two\n",
			trailers: []string{"Codex-Session: one", "Claude-Session: two"}, session: "codex/one"},
		{name: "checkpoints in the middle of a squash", message: "s (#1)\n\n* one\n\nEntire-Checkpoint: 1e868c83dbb7\n\n* two\n\nEntire-Checkpoint: 262cf8fa0634\n\n---------\n\nCo-authored-by: A <a@b>\n",
			trailers:  []string{"Co-authored-by: A <a@b>", "Entire-Checkpoint: 1e868c83dbb7", "Entire-Checkpoint: 262cf8fa0634"},
			coAuthors: 1, checkpoints: []domain.CheckpointID{"entire/1e868c83dbb7", "entire/262cf8fa0634"}},
		{name: "a checkpoint twice", message: "s\n\nEntire-Checkpoint: 1e868c83dbb7\n\nx\n\nEntire-Checkpoint: 1e868c83dbb7 \n",
			trailers: []string{"Entire-Checkpoint: 1e868c83dbb7"}, checkpoints: []domain.CheckpointID{"entire/1e868c83dbb7"}},
		{name: "a checkpoint that is spoken of", message: "s\n\nsee Entire-Checkpoint: 1e868c83dbb7\n"},
		{name: "a placeholder", message: "s\n\nEntire-Checkpoint: REDACTED\n", trailers: []string{"Entire-Checkpoint: REDACTED"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := gitrepo.Parse("x", []byte("tree "+strings.Repeat("a", 40)+"\n\n"+row.message))
			if err != nil {
				t.Fatal(err)
			}
			var trailers []string
			for _, t := range c.Trailers {
				trailers = append(trailers, t.Key+": "+t.Value)
			}
			if diff := cmp.Diff(row.trailers, trailers); diff != "" {
				t.Errorf("trailers (-want +got):\n%s", diff)
			}
			if len(c.CoAuthors) != row.coAuthors || c.Session != row.session || !cmp.Equal(c.Checkpoints, row.checkpoints) {
				t.Errorf("%+v", c)
			}
		})
	}
}

// TestTrailersAreThoseOfGit queries git for the trailers of messages that it has rules for.
func TestTrailersAreThoseOfGit(t *testing.T) {
	r := newRepo(t)
	for _, message := range []string{
		"s\n\nA: 1\nB: 2", "s\n\ntext\nA: 1", "s\n\ntext\nSigned-off-by: x", "s\n\nt\nt\nt\nt\nSigned-off-by: x", "s\n\nt\nt\nt\nSigned-off-by: x",
		"s\n\nA: 1\n  more\n\tand more\nB: 2", "s\n\nA : 1", "s\n\nA b: 1", "s\n\n A: 1", "s\n\n: 1", "s\n\nA:", "s\nA: 1", "s\n\nA: 1\n\n\n", "A: 1\n\nB: 2",
		"s\n\n(cherry picked from commit 1234)", "s\n\nA: 1\n(cherry picked from commit 1234)", "s\n\nhttps://example.org/x", "s\n\nA: 1\n# comment\nB: 2",
		"s\n\nA: 1\n\nConflicts:\n\ta\n\tb", "s\n\nA: 1\n---\nB: 2", "s\n\n--\nA: 1", "s\n\nA: 1\r\nB: 2\r", "s\n\nA: 1\n# only a comment", "s\n\nk_y: 1", "s\n\n  x\nA: 1",
		"s\n\nä: 1", "s\n\nA: 1\n \nB: 2", "\n\ns\n\nA: 1", "s\n\nA: x: y", "s\n\nA: 1\n: 2",
	} {
		tree := r.object("tree", "")
		id := r.object("commit", "tree "+tree+"\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n"+message+"\n")
		want := strings.TrimRight(r.git("show", "--no-patch", "--format=%(trailers:only,unfold)", id), "\n")
		c, err := gitrepo.Parse(domain.CommitID(id), []byte(r.git("cat-file", "commit", id)+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, t := range c.Trailers {
			lines = append(lines, t.Key+": "+t.Value)
		}
		if got := strings.Join(lines, "\n"); strings.TrimRight(got, " ") != strings.TrimRight(want, " ") {
			t.Errorf("message %q:\ngit %q\ngot %q", message, want, got)
		}
	}
}

// FuzzParse holds for any bytes: no panic, and a log accepts the result.
func FuzzParse(f *testing.F) {
	f.Add([]byte("tree " + strings.Repeat("a", 40) + "\nparent " + strings.Repeat("b", 40) + "\nauthor A <a@b> 1 +0000\nencoding latin1\n\ns\n\nA: 1\n b\nEntire-Checkpoint: 1\nClaude-Session: https://x/y\n"))
	f.Add([]byte("tree " + strings.Repeat("a", 40) + "\n\n\n\nConflicts:\n\tx\n#\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := gitrepo.Parse("x", text)
		if err != nil {
			return
		}
		if err := eventlog.CheckData(c.Kind(), 1, producers.Encode(c)); err != nil {
			t.Errorf("%v: %+v", err, c)
		}
	})
}

// FuzzNamed holds for any remote: a name is a text without a user before its host.
func FuzzNamed(f *testing.F) {
	f.Add("https://user:password@example.org:443/a/b.git?x#y")
	f.Add("git@example.org:a/b")
	f.Fuzz(func(t *testing.T, remote string) {
		name, ok := gitrepo.Named(remote)
		host, path, slash := strings.Cut(string(name), "/")
		if ok != (name != "") || ok && (!slash || host == "" || path == "" || strings.Contains(host, "@") || !utf8.ValidString(path)) {
			t.Errorf("%q is %q", remote, name)
		}
	})
}

const aName, bName = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222"

func TestLastMove(t *testing.T) {
	for name, row := range map[string]struct {
		log    string
		ok     bool
		pushed bool // the last move to b was
	}{
		"a push":                       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n", true, true},
		"a fetch after it":             {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n" + bName + " " + aName + " A <a> 2 +0000\tfetch: forced-update\n", true, true},
		"a fetch of it after it":       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n" + aName + " " + bName + " A <a> 2 +0000\tfetch\n", true, false},
		"a push of another commit":     {bName + " " + aName + " A <a@example.org> 1 +0000\tupdate by push\n", false, false},
		"a line without its end":       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push", true, true},
		"a message that only says so":  {aName + " " + bName + " A <update by push> 1 +0000\tfetch\n", true, false},
		"an empty log":                 {"", false, false},
		"what is no log":               {"update by push\n", false, false},
		"a log longer than is read of": {strings.Repeat("x", 1<<17) + "\n" + aName + " " + bName + " A <a> 1 +0000\tupdate by push\n", true, true},
	} {
		folder := t.TempDir()
		if err := os.MkdirAll(filepath.Join(folder, "origin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "origin", "main"), []byte(row.log), 0o644); err != nil {
			t.Fatal(err)
		}
		m, ok, err := gitrepo.LastMove(folder, "refs/remotes/origin/main", bName)
		if err != nil || ok != row.ok || m.Pushed() != row.pushed || ok && m.Old != aName {
			t.Errorf("%s: %+v %t %v", name, m, ok, err)
		}
	}
	if _, ok, err := gitrepo.LastMove(t.TempDir(), "refs/remotes/origin/main", bName); ok || err != nil {
		t.Errorf("no log: %t %v", ok, err)
	}
}

// FuzzLastMove checks that the result contains only names of objects.
func FuzzLastMove(f *testing.F) {
	f.Add(aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n")
	f.Add("\n\n")
	f.Fuzz(func(t *testing.T, line string) {
		if m, ok := gitrepo.ParseLoggedMove(line); ok && (len(m.Old) < 40 || len(m.New) < 40) {
			t.Errorf("%+v", m)
		}
	})
}
