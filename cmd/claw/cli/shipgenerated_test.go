package cli_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var shipRounds = flag.Int("shiprounds", 3, "how many generated repositories are scanned")

// shop is a repository in which people work, a bare one that they push to, and what of
// its branch came by which path.
type shop struct {
	*world
	n       int // names
	pulls   int
	methods map[string]string // by the step of the first-parent chain
}

func newShop(w *world) *shop {
	s := &shop{world: w, methods: map[string]string{}}
	w.env["PATH"] = os.Getenv("PATH")
	s.git("init", "--quiet", "--bare", "--initial-branch=main", w.path("shop.git"))
	s.git("--git-dir", w.path("shop.git"), "config", "claw.repo", "example.org/shop")
	s.git("init", "--quiet", "--initial-branch=main", w.path("work"))
	s.commit()
	return s
}

func (s *shop) git(args ...string) string {
	if args[0] != "init" && args[0] != "--git-dir" {
		args = append([]string{"-C", s.path("work")}, args...)
	}
	cmd := exec.Command("git", args...)
	when := fmt.Sprintf("%d +0000", 1700000000+s.n)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.path("home"), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_AUTHOR_DATE=" + when, "GIT_COMMITTER_DATE=" + when, "GIT_EDITOR=true"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %q: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

// came notes by which path the commits of a range of the first-parent chain came.
func (s *shop) came(since, method string) {
	for _, id := range strings.Fields(s.git("rev-list", "--first-parent", since+"..main")) {
		s.methods[id] = method
	}
}

// write changes a file of its own and commits it where the worktree stands.
func (s *shop) write() {
	s.n++
	s.file(fmt.Sprintf("work/f%d", s.n), fmt.Sprintf("%d\n", s.n))
	s.git("add", "--all")
	s.git("commit", "--quiet", "--message", fmt.Sprintf("change %d", s.n))
}

// commit pushes a commit directly.
func (s *shop) commit() {
	s.write()
	s.methods[s.git("rev-parse", "HEAD")] = "direct_push"
}

// pull makes a pull request of two commits, and lets main go on meanwhile.
func (s *shop) pull() (since string) {
	s.git("checkout", "--quiet", "-B", "topic", "main")
	s.write()
	s.write()
	s.pulls++
	s.git("update-ref", fmt.Sprintf("refs/pull/%d/head", s.pulls), "HEAD")
	s.git("checkout", "--quiet", "main")
	s.commit()
	return s.git("rev-parse", "main")
}

// shopWork is what may happen to the branch.
var shopWork = map[string]func(*shop){
	"commit": (*shop).commit,
	"merge": func(s *shop) {
		since := s.pull()
		s.git("merge", "--quiet", "--no-ff", "--message", "merge", "topic")
		s.came(since, "merge_commit")
	},
	"squash": func(s *shop) {
		since := s.pull()
		s.git("merge", "--quiet", "--squash", "topic")
		s.git("commit", "--quiet", "--message", "squash")
		s.came(since, "squash_merge")
	},
	"rebase": func(s *shop) {
		since := s.pull()
		s.git("checkout", "--quiet", "topic")
		s.git("rebase", "--quiet", "main")
		s.git("checkout", "--quiet", "main")
		s.git("merge", "--quiet", "--ff-only", "topic")
		s.came(since, "rebase_merge")
	},
	"fast forward": func(s *shop) {
		s.git("checkout", "--quiet", "-B", "topic", "main")
		s.write()
		s.pulls++
		s.git("update-ref", fmt.Sprintf("refs/pull/%d/head", s.pulls), "HEAD")
		s.git("checkout", "--quiet", "main")
		since := s.git("rev-parse", "main")
		s.git("merge", "--quiet", "--ff-only", "topic")
		s.came(since, "fast_forward")
	},
	"cherry-pick": func(s *shop) {
		since := s.git("rev-parse", "main")
		s.git("checkout", "--quiet", "-B", "side", "main")
		s.write()
		s.git("checkout", "--quiet", "main")
		s.commit()
		s.git("cherry-pick", "side")
		s.came(since, "direct_push")
	},
	"revert": func(s *shop) {
		s.commit()
		since := s.git("rev-parse", "main")
		s.git("revert", "--no-edit", "HEAD")
		s.came(since, "direct_push")
	},
	"octopus": func(s *shop) {
		since := s.git("rev-parse", "main")
		for _, side := range []string{"one", "two"} {
			s.git("checkout", "--quiet", "-B", side, "main")
			s.write()
		}
		s.git("checkout", "--quiet", "main")
		s.git("merge", "--quiet", "--no-ff", "--message", "octopus", "one", "two")
		s.came(since, "merge_commit")
	},
}

// push brings the branch and the pull requests to the bare repository, and tells the
// commits that came and those that left.
func (s *shop) push(before string) (came, left []string) {
	s.git("push", "--quiet", "--force", s.path("shop.git"), "refs/heads/main", "refs/pull/*:refs/pull/*")
	if before == "" {
		return nil, nil
	}
	return strings.Fields(s.git("rev-list", before+"..main")), strings.Fields(s.git("rev-list", "main.."+before))
}

// shopForced is how history is replaced between two scans.
var shopForced = map[string]func(*shop){
	"":      func(*shop) {},
	"reset": func(s *shop) { s.git("reset", "--quiet", "--hard", "HEAD~1") },
	"amend": func(s *shop) { // what a merge brought stays; the head of a pull request landed no more
		method := s.methods[s.git("rev-parse", "HEAD")]
		if method == "fast_forward" {
			method = "unknown" // of one commit nobody can tell how it came
		}
		s.git("commit", "--quiet", "--amend", "--message", "amended")
		s.methods[s.git("rev-parse", "HEAD")] = method
	},
}

// toldShip is what is read of a ship.
type toldShip struct {
	New     string
	Method  string `json:"merge_method"`
	Commits []struct{ Commit string }
}

// TestScansOfGeneratedRepositories holds a scan to what was done: each commit of the
// branch came with one ship, each ship by its path, and the log names what it did not see.
func TestScansOfGeneratedRepositories(t *testing.T) {
	days := rapid.SliceOfN(rapid.SampledFrom(slices.Sorted(maps.Keys(shopWork))), 3, 6)
	for round := range *shipRounds {
		first, second := days.Example(3*round), days.Example(3*round+1)
		forced := rapid.SampledFrom(slices.Sorted(maps.Keys(shopForced))).Example(3*round + 2)
		t.Run(fmt.Sprint(first, second, forced), func(t *testing.T) {
			s := newShop(emptyWorld(t))
			for _, name := range first {
				shopWork[name](s)
			}
			s.push("")
			s.must("ship", "scan", "shop.git")
			seen := s.git("rev-parse", "main")
			shopForced[forced](s)
			for _, name := range second {
				shopWork[name](s)
			}
			came, left := s.push(seen)
			s.wantGaps(came, left)
			if again := s.must("ship", "scan", "shop.git"); !strings.Contains(again.Out, "unlogged") {
				t.Errorf("the scan does not tell of the unlogged push:\n%s", again.Out)
			}
			s.wantGaps(came, left)
			if third := s.must("ship", "scan", "shop.git", "--json"); !strings.Contains(third.Out, `"events": 0,`) {
				t.Errorf("scanned again:\n%s", third.Out)
			}
			s.wantShips(left)
		})
	}
}

// gaps are the commits that the audit of repositories names, of none that of the log, sorted, by the gap.
func (s *shop) gaps(repos ...string) map[string][]string {
	s.t.Helper()
	var doc struct {
		Gaps []struct {
			Gap     string
			Commits []string
		}
	}
	a := s.run(append([]string{"audit", "gaps", "--json"}, repos...)...)
	if err := json.Unmarshal([]byte(a.Out), &doc); err != nil || a.Code != 1 {
		s.t.Fatalf("exit %d: %v\n%s%s", a.Code, err, a.Out, a.Err)
	}
	got := map[string][]string{}
	for _, g := range doc.Gaps {
		got[g.Gap] = append(got[g.Gap], g.Commits...)
		slices.Sort(got[g.Gap])
	}
	return got
}

// wantGaps holds the audit to the commits that nobody recorded and those that left.
func (s *shop) wantGaps(came, left []string) {
	s.t.Helper()
	want := map[string][]string{"unlogged_push": came}
	if len(left) > 0 {
		want["rewritten_history"] = left
	}
	for _, commits := range want {
		slices.Sort(commits)
	}
	if diff := cmp.Diff(want, s.gaps("shop.git")); diff != "" {
		s.t.Errorf("gaps (-want +got)\n%s", diff)
	}
}

// wantShips holds the ships of the branch to what was done; left are the commits that a
// forced push took off it.
func (s *shop) wantShips(left []string) {
	s.t.Helper()
	var doc struct{ Ships []toldShip }
	if err := json.Unmarshal([]byte(s.must("audit", "what", "main", "--json", "--limit", "1000").Out), &doc); err != nil {
		s.t.Fatal(err)
	}
	want, got := map[string]string{}, map[string]string{}
	for _, id := range strings.Fields(s.git("rev-list", "--first-parent", "main")) {
		want[id] = s.methods[id]
	}
	times := map[string]int{}
	for _, told := range doc.Ships {
		for _, c := range told.Commits {
			times[c.Commit]++
		}
		if _, on := want[told.New]; on && told.Method != "" { // else a forced push took it off, or it is no provenance
			got[told.New] = told.Method
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("methods (-want +got)\n%s", diff)
	}
	for _, id := range strings.Fields(s.git("rev-list", "main")) {
		if times[id] != 1 {
			s.t.Errorf("%s is in %d ships", id, times[id])
		}
		delete(times, id)
	}
	for _, id := range left {
		delete(times, id)
	}
	if len(times) > 0 {
		s.t.Errorf("ships bring what was never on the branch: %v", times)
	}
}
