package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	githooks "github.com/clawable/claw/git/hooks"
)

// hooked is a yard whose work reports its pushes to claw. The program is one called claw.
func hooked(t *testing.T) *yard {
	t.Helper()
	y := newYard(t)
	y.git("work", "config", "claw.repo", "example.org/yard")
	y.git("bare.git", "config", "claw.repo", "example.org/yard")
	y.hooks("work", "install")
	return y
}

// named is a run of claw by the file that is called so.
func (y *yard) named(args ...string) *exec.Cmd {
	y.t.Helper()
	program, err := exec.LookPath("claw")
	if err != nil {
		y.t.Fatal(err)
	}
	cmd := y.wrapped("", args...)
	cmd.Path = program
	return cmd
}

func (y *yard) hooks(repo string, args ...string) {
	y.t.Helper()
	if out, err := y.named(append(append([]string{"ship", "hooks"}, args...), repo)...).CombinedOutput(); err != nil {
		y.t.Fatalf("claw ship hooks %v: %v\n%s", args, err, out)
	}
}

// byHand is the person's git, whose hooks find the log of the yard. It waits for them, so
// that what they saw is there to look at.
func (y *yard) byHand(in string, more []string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = filepath.Join(y.dir, in), append(append(y.wrapped("").Env, "HOME="+y.dir, "CLAW_HOOKS_WAIT=1"), more...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// hand is byHand that must succeed.
func (y *yard) hand(in string, args ...string) {
	y.t.Helper()
	if out, err := y.byHand(in, nil, args...); err != nil {
		y.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (y *yard) push(in string, args ...string) {
	y.t.Helper()
	y.hand(in, append([]string{"push", "--quiet"}, args...)...)
}

// pushed is what a test looks at of a recorded ship.
type pushed struct {
	Ref, Old, New, Branch, Method, Actor string
	Commits, Dropped                     []string
}

// ships lists the pushes that were recorded as they happened, in the order of the log, by the subjects of their commits.
func (y *yard) ships(repo string) (all []pushed) {
	y.t.Helper()
	out, err := y.wrapped("", "log", "export").Output()
	if err != nil {
		y.t.Fatal(err)
	}
	subject := func(id string) string {
		if strings.Trim(id, "0") == "" {
			return ""
		}
		return y.git(repo, "show", "--no-patch", "--format=%s", id)
	}
	dropped := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		var e struct {
			Kind, Stream string
			Data         struct {
				Ref, Old, New string
				Method        string `json:"merge_method"`
				Branch        any    `json:"source_branch"`
				Actor         string
				Commits       []struct{ Commit, Role string }
				Dropped       []string
			}
		}
		if strings.Contains(line, `"kind":"ship.rewritten"`) || strings.Contains(line, `"kind":"ship.provenance"`) && strings.Contains(line, `"basis":"recorded"`) {
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				y.t.Fatalf("%v: %s", err, line)
			}
		}
		switch d := &e.Data; e.Kind {
		case "ship.rewritten":
			for _, id := range d.Dropped {
				dropped[d.Old+d.New] = append(dropped[d.Old+d.New], subject(id))
			}
		case "ship.provenance":
			one := pushed{Ref: d.Ref, Old: subject(d.Old), New: subject(d.New), Method: d.Method, Actor: d.Actor}
			one.Branch, _ = d.Branch.(string) // else it is unknown
			for _, c := range d.Commits {
				one.Commits = append(one.Commits, subject(c.Commit))
			}
			all = append(all, one)
		}
	}
	for i := range all {
		old, new := all[i].Old, all[i].New
		for move, commits := range dropped {
			if subject(move[:40]) == old && subject(move[40:]) == new {
				all[i].Dropped = commits
			}
		}
	}
	return all
}

// toMain is a push of commits to main.
func toMain(old, new string, commits ...string) pushed {
	return pushed{Ref: "refs/heads/main", Old: old, New: new, Branch: "main", Method: "direct_push", Actor: "human:dev", Commits: commits}
}

// TestAPushIsRecordedAsItHappened pushes by hand in every way; what the log holds then is
// what went, a scan adds no ship, and the audit finds no unobserved push.
func TestAPushIsRecordedAsItHappened(t *testing.T) {
	forced := toMain("three", "four", "four")
	forced.Dropped = []string{"three"}
	back := toMain("three", "two")
	back.Dropped = []string{"three"}
	unnamed := toMain("one", "three", "two", "three")
	unnamed.Branch = ""
	next := pushed{Ref: "refs/heads/next", New: "two", Branch: "next", Method: "direct_push", Actor: "human:dev", Commits: []string{"one", "two"}}
	topic := toMain("one", "three", "two", "three")
	topic.Branch, topic.Method = "topic", "fast_forward"
	for name, row := range map[string]struct {
		do   func(y *yard)
		want []pushed
	}{
		"two commits":              {func(y *yard) { y.push("work", "origin", "main") }, []pushed{toMain("one", "three", "two", "three")}},
		"again, and nothing to go": {func(y *yard) { y.push("work", "origin", "main"); y.push("work", "origin", "main") }, []pushed{toMain("one", "three", "two", "three")}},
		"one after the other": {func(y *yard) { y.push("work", "origin", "HEAD~1:main"); y.push("work", "origin", "main") },
			[]pushed{{Ref: "refs/heads/main", Old: "one", New: "two", Method: "direct_push", Actor: "human:dev", Commits: []string{"two"}}, toMain("two", "three", "three")}},
		"without the pre-push hook": {func(y *yard) { y.push("work", "--no-verify", "origin", "main") }, []pushed{unnamed}},
		"without it, and nothing to go after all": {func(y *yard) {
			y.push("work", "--no-verify", "origin", "main")
			y.push("work", "--no-verify", "origin", "main")
		}, []pushed{unnamed}},
		"another branch to main": {func(y *yard) { y.git("work", "branch", "topic"); y.push("work", "origin", "topic:main") }, []pushed{topic}},
		"a forced push": {func(y *yard) {
			y.push("work", "origin", "main")
			y.git("work", "reset", "--quiet", "--hard", "HEAD~1")
			y.commit("work", "four")
			forced.Old = "three"
			y.push("work", "--force", "origin", "main")
		}, []pushed{toMain("one", "three", "two", "three"), forced}},
		"a forced push back": {func(y *yard) {
			y.push("work", "origin", "main")
			y.git("work", "reset", "--quiet", "--hard", "HEAD~1")
			y.push("work", "--force", "origin", "main")
		}, []pushed{toMain("one", "three", "two", "three"), back}},
		"several refs": {func(y *yard) {
			y.git("work", "branch", "next", "HEAD~1")
			y.git("work", "tag", "v1")
			y.push("work", "origin", "main", "next", "v1")
		}, []pushed{toMain("one", "three", "two", "three"), next}},
		"another branch than the remote's own": {func(y *yard) {
			y.git("work", "remote", "set-head", "origin", "main")
			y.git("work", "branch", "next")
			y.push("work", "origin", "next")
		}, nil},
		"another branch, from a worktree beside": {func(y *yard) {
			y.git("work", "remote", "set-head", "origin", "main")
			y.git("work", "worktree", "add", "--quiet", "-b", "next", "../beside")
			y.push("beside", "origin", "next")
		}, nil},
		"a branch that is deleted": {func(y *yard) {
			y.git("work", "remote", "set-head", "origin", "main")
			y.push("work", "origin", "HEAD:next")
			y.push("work", "origin", ":next")
		}, nil},
		"a push that the remote refuses": {func(y *yard) {
			y.write("bare.git/hooks/pre-receive", "#!/bin/sh\nexit 1\n", 0o755)
			if out, err := y.byHand("work", nil, "push", "origin", "main"); err == nil {
				y.t.Errorf("it went: %s", out)
			}
			if err := os.Remove(filepath.Join(y.dir, "bare.git/hooks/pre-receive")); err != nil {
				y.t.Fatal(err)
			}
		}, nil},
		"a push that another hook refuses": {func(y *yard) {
			y.write("work/.git/hooks/pre-push.before-claw", "#!/bin/sh\nexit 7\n", 0o755)
			if out, err := y.byHand("work", nil, "push", "origin", "main"); err == nil {
				y.t.Errorf("it went: %s", out)
			}
		}, nil},
		"from a worktree beside": {func(y *yard) {
			y.git("work", "worktree", "add", "--quiet", "--detach", "../beside")
			y.push("beside", "origin", "HEAD:main")
		}, []pushed{unnamed}},
		"with the git folder named": {func(y *yard) {
			y.git("work", "remote", "set-url", "origin", filepath.Join(y.dir, "bare.git"))
			if out, err := y.byHand("", nil, "--git-dir=work/.git", "push", "--quiet", "origin", "main"); err != nil {
				y.t.Fatal(out)
			}
		}, []pushed{toMain("one", "three", "two", "three")}},
		"what others pushed, fetched and pulled": {func(y *yard) {
			y.git("", "clone", "--quiet", "bare.git", "theirs")
			y.commit("theirs", "theirs")
			y.git("theirs", "push", "--quiet", "origin", "main")
			for _, args := range [][]string{{"fetch", "--quiet"}, {"pull", "--quiet", "--rebase", "origin", "main"}} {
				if out, err := y.byHand("work", nil, args...); err != nil {
					y.t.Fatalf("%v: %s", args, out)
				}
			}
		}, nil},
		"by claw itself": {func(y *yard) { y.must("ship", "push", "work") }, []pushed{toMain("one", "three", "two", "three")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := hooked(t)
			row.do(y)
			got := y.ships("work")
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
			if left, _ := filepath.Glob(filepath.Join(y.dir, "work/.git/claw-push.*")); len(got) == 1 && len(left) > 0 && !strings.Contains(name, "nothing to go") {
				t.Errorf("left behind: %v", left)
			}
			if len(got) == 0 || strings.Contains(name, "several") {
				return
			}
			y.wantSeen(len(got))
		})
	}
}

// wantSeen checks that a scan adds nothing to what was recorded, and that the audit finds
// nothing unobserved.
func (y *yard) wantSeen(ships int) {
	y.t.Helper()
	before := y.told()
	y.must("ship", "scan", "bare.git")
	after := y.told()
	for _, kind := range []string{"ship.pushed_main", "ship.rewritten", "ship.unlogged_push_found"} {
		if after[kind] != before[kind] {
			y.t.Errorf("a scan adds %d %s", after[kind]-before[kind], kind)
		}
	}
	if before["ship.provenance"] != ships || after["ship.provenance"] != ships+1 { // the commit from before the hooks
		y.t.Errorf("%d ships, %d once scanned", before["ship.provenance"], after["ship.provenance"])
	}
	doc, _ := y.run("", "audit", "gaps", "bare.git")
	for _, gap := range doc["gaps"].([]any) {
		if gap.(map[string]any)["gap"] == "unlogged_push" {
			y.t.Errorf("%v", gap)
		}
	}
}

// TestAHookThatWasThereGoesFirstAndDecides chains hooks of others: their arguments, their
// input, their word.
func TestAHookThatWasThereGoesFirstAndDecides(t *testing.T) {
	y := newYard(t)
	for _, name := range githooks.Names() {
		y.write("work/.git/hooks/"+string(name), `#!/bin/sh
{ echo "`+string(name)+` $*"; cat; } >>"`+y.dir+`/seen"
exit 0
`, 0o755)
	}
	y.git("work", "config", "claw.repo", "example.org/yard")
	seen := func() string {
		text, err := os.ReadFile(filepath.Join(y.dir, "seen"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	all := func(what string) {
		y.push("work", "origin", what)
		y.hand("work", "commit", "--quiet", "--amend", "--message", "anew "+what)
		y.hand("work", "merge", "--quiet", "--no-ff", "--message", "merged", y.git("work", "commit-tree", "-p", "HEAD", "-m", "aside", "HEAD^{tree}"))
	}
	all("HEAD~1:main")
	alone := seen()
	y.git("work", "reset", "--quiet", "--hard", "HEAD~1")
	y.hooks("work", "install")
	if err := os.Remove(filepath.Join(y.dir, "seen")); err != nil {
		t.Fatal(err)
	}
	all("main")
	calls := func(text string) (all []string) {
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words[0]) == 40 { // names of objects differ
				words[0] = "commit"
			}
			all = append(all, words[0])
			if len(words) > 2 && strings.HasPrefix(words[2], "refs/") {
				all[len(all)-1] = words[2]
			}
		}
		return all
	}
	got, want := calls(seen()), calls(alone)
	for _, all := range [][]string{got, want} { // what is pushed differs
		for i := range all {
			if all[i] == "refs/heads/main" || all[i] == "HEAD~1" {
				all[i] = "what goes"
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-alone +chained\n%s", diff)
	}
	if ships := y.ships("work"); len(ships) != 1 || !slices.Equal(ships[0].Commits, []string{"anew HEAD~1:main"}) {
		t.Errorf("%+v", ships)
	}
	if moves := y.branchMoves(); len(moves) != 2 {
		t.Errorf("%+v", moves)
	}
}
