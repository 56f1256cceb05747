package shipcmd_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

var shipRounds = flag.Int("shiprounds", 3, "how many generated repositories are scanned")

// shop is a repository of which it is known by which path each step of the branch came.
type shop struct {
	*clitest.Shop
	pulls   int
	methods map[string]string // by the step of the first-parent chain
}

func newShop(w *clitest.World) *shop {
	s := &shop{Shop: clitest.NewShop(w), methods: map[string]string{}}
	s.methods[s.Git("rev-parse", "HEAD")] = "direct_push"
	return s
}

// came notes by which path the commits of a range of the first-parent chain came.
func (s *shop) came(since, method string) {
	for _, id := range strings.Fields(s.Git("rev-list", "--first-parent", since+"..main")) {
		s.methods[id] = method
	}
}

// commit pushes a commit directly.
func (s *shop) commit() {
	s.Write()
	s.methods[s.Git("rev-parse", "HEAD")] = "direct_push"
}

// pull makes a pull request of two commits, and adds commits to main meanwhile.
func (s *shop) pull() (since string) {
	s.Git("checkout", "--quiet", "-B", "topic", "main")
	s.Write()
	s.Write()
	s.pulls++
	s.Git("update-ref", fmt.Sprintf("refs/pull/%d/head", s.pulls), "HEAD")
	s.Git("checkout", "--quiet", "main")
	s.commit()
	return s.Git("rev-parse", "main")
}

// shopWork is what may happen to the branch.
var shopWork = map[string]func(*shop){
	"commit": (*shop).commit,
	"merge": func(s *shop) {
		since := s.pull()
		s.Git("merge", "--quiet", "--no-ff", "--message", "merge", "topic")
		s.came(since, "merge_commit")
	},
	"squash": func(s *shop) {
		since := s.pull()
		s.Git("merge", "--quiet", "--squash", "topic")
		s.Git("commit", "--quiet", "--message", "squash")
		s.came(since, "squash_merge")
	},
	"rebase": func(s *shop) {
		since := s.pull()
		s.Git("checkout", "--quiet", "topic")
		s.Git("rebase", "--quiet", "main")
		s.Git("checkout", "--quiet", "main")
		s.Git("merge", "--quiet", "--ff-only", "topic")
		s.came(since, "rebase_merge")
	},
	"fast forward": func(s *shop) {
		s.Git("checkout", "--quiet", "-B", "topic", "main")
		s.Write()
		s.pulls++
		s.Git("update-ref", fmt.Sprintf("refs/pull/%d/head", s.pulls), "HEAD")
		s.Git("checkout", "--quiet", "main")
		since := s.Git("rev-parse", "main")
		s.Git("merge", "--quiet", "--ff-only", "topic")
		s.came(since, "fast_forward")
	},
	"cherry-pick": func(s *shop) {
		since := s.Git("rev-parse", "main")
		s.Git("checkout", "--quiet", "-B", "side", "main")
		s.Write()
		s.Git("checkout", "--quiet", "main")
		s.commit()
		s.Git("cherry-pick", "side")
		s.came(since, "direct_push")
	},
	"revert": func(s *shop) {
		s.commit()
		since := s.Git("rev-parse", "main")
		s.Git("revert", "--no-edit", "HEAD")
		s.came(since, "direct_push")
	},
	"octopus": func(s *shop) {
		since := s.Git("rev-parse", "main")
		for _, side := range []string{"one", "two"} {
			s.Git("checkout", "--quiet", "-B", side, "main")
			s.Write()
		}
		s.Git("checkout", "--quiet", "main")
		s.Git("merge", "--quiet", "--no-ff", "--message", "octopus", "one", "two")
		s.came(since, "merge_commit")
	},
}

// push pushes the branch and the pull requests to the bare repository, and returns the
// commits that came and those that left.
func (s *shop) push(before string) (came, left []string) {
	s.Git("push", "--quiet", "--force", s.Path("shop.git"), "refs/heads/main", "refs/pull/*:refs/pull/*")
	if before == "" {
		return nil, nil
	}
	return strings.Fields(s.Git("rev-list", before+"..main")), strings.Fields(s.Git("rev-list", "main.."+before))
}

// shopForced is how history is replaced between two scans.
var shopForced = map[string]func(*shop){
	"":      func(*shop) {},
	"reset": func(s *shop) { s.Git("reset", "--quiet", "--hard", "HEAD~1") },
	"amend": func(s *shop) { // what a merge brought stays; the head of a pull request landed no more
		method := s.methods[s.Git("rev-parse", "HEAD")]
		if method == "fast_forward" {
			method = "unknown" // how one commit came is undecidable
		}
		s.Git("commit", "--quiet", "--amend", "--message", "amended")
		s.methods[s.Git("rev-parse", "HEAD")] = method
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
			s := newShop(clitest.Empty(t))
			for _, name := range first {
				shopWork[name](s)
			}
			s.push("")
			s.Must("ship", "scan", "shop.git")
			seen := s.Git("rev-parse", "main")
			shopForced[forced](s)
			for _, name := range second {
				shopWork[name](s)
			}
			came, left := s.push(seen)
			s.wantGaps(came, left)
			if again := s.Must("ship", "scan", "shop.git"); !strings.Contains(again.Out, "unlogged") {
				t.Errorf("the scan does not tell of the unlogged push:\n%s", again.Out)
			}
			s.wantGaps(came, left)
			if third := s.Must("ship", "scan", "shop.git", "--json"); !strings.Contains(third.Out, `"events": 0,`) {
				t.Errorf("scanned again:\n%s", third.Out)
			}
			s.wantShips(left)
		})
	}
}

// gaps are the commits that the audit of repositories names, of none that of the log, sorted, by the gap.
func (s *shop) gaps(repos ...string) map[string][]string {
	s.T.Helper()
	var doc struct {
		Gaps []struct {
			Gap     string
			Commits []string
		}
	}
	a := s.Run(append([]string{"audit", "gaps", "--json"}, repos...)...)
	if err := json.Unmarshal([]byte(a.Out), &doc); err != nil || a.Code != 1 {
		s.T.Fatalf("exit %d: %v\n%s%s", a.Code, err, a.Out, a.Err)
	}
	got := map[string][]string{}
	for _, g := range doc.Gaps {
		got[g.Gap] = append(got[g.Gap], g.Commits...)
		slices.Sort(got[g.Gap])
	}
	return got
}

// wantGaps compares the audit with the commits that are not recorded and those that left.
func (s *shop) wantGaps(came, left []string) {
	s.T.Helper()
	want := map[string][]string{"unlogged_push": came}
	if len(left) > 0 {
		want["rewritten_history"] = left
	}
	for _, commits := range want {
		slices.Sort(commits)
	}
	if diff := cmp.Diff(want, s.gaps("shop.git")); diff != "" {
		s.T.Errorf("gaps (-want +got)\n%s", diff)
	}
}

// wantShips holds the ships of the branch to what was done; left are the commits that a
// forced push took off it.
func (s *shop) wantShips(left []string) {
	s.T.Helper()
	var doc struct{ Ships []toldShip }
	if err := json.Unmarshal([]byte(s.Must("audit", "what", "main", "--json", "--limit", "1000").Out), &doc); err != nil {
		s.T.Fatal(err)
	}
	want, got := map[string]string{}, map[string]string{}
	for _, id := range strings.Fields(s.Git("rev-list", "--first-parent", "main")) {
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
		s.T.Errorf("methods (-want +got)\n%s", diff)
	}
	for _, id := range strings.Fields(s.Git("rev-list", "main")) {
		if times[id] != 1 {
			s.T.Errorf("%s is in %d ships", id, times[id])
		}
		delete(times, id)
	}
	for _, id := range left {
		delete(times, id)
	}
	if len(times) > 0 {
		s.T.Errorf("ships bring what was never on the branch: %v", times)
	}
}
