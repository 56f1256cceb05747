package main_test

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
)

var pushRounds = flag.Int("claw.pushrounds", 2, "how many generated repositories are pushed from")

// pushWays are the ways by which commits reach main. Nobody sees the last.
var pushWays = []string{"claw ship push", "git push", "git push --no-verify", "git push without hooks"}

// pushForced is the work after which only a forced push goes.
var pushForced = map[string]bool{"amend": true, "amend as it is": true, "drop": true}

// pushWork is what is pushed.
var pushWork = map[string]func(y *yard, n int){
	"commit": func(y *yard, n int) { y.commit("work", fmt.Sprintf("c%d", n)) },
	"two commits": func(y *yard, n int) {
		y.commit("work", fmt.Sprintf("c%d", n))
		y.commit("work", fmt.Sprintf("d%d", n))
	},
	"merge": func(y *yard, n int) {
		y.git("work", "checkout", "--quiet", "-B", "topic")
		y.commit("work", fmt.Sprintf("t%d", n))
		y.git("work", "checkout", "--quiet", "main")
		y.commit("work", fmt.Sprintf("c%d", n))
		y.git("work", "merge", "--quiet", "--no-ff", "--message", fmt.Sprintf("m%d", n), "topic")
	},
	"amend": func(y *yard, n int) {
		y.git("work", "reset", "--quiet", "--soft", "HEAD~1") // a merge becomes an ordinary commit: what it merged leaves main
		y.git("work", "commit", "--quiet", "--allow-empty", "--message", fmt.Sprintf("a%d", n))
	},
	"amend as it is": func(y *yard, n int) { // what a merge brought stays
		y.hand("work", "commit", "--quiet", "--amend", "--message", fmt.Sprintf("b%d", n))
	},
	"rebase": func(y *yard, n int) { // what it rewrites was not pushed
		y.commit("work", fmt.Sprintf("c%d", n))
		y.commit("work", fmt.Sprintf("d%d", n))
		y.hand("work", "rebase", "--quiet", "--onto", "HEAD~2", "HEAD~1")
	},
	"merge main": func(y *yard, n int) { // main is the second parent then
		y.git("work", "checkout", "--quiet", "-B", "topic", "main~1")
		y.commit("work", fmt.Sprintf("t%d", n))
		y.git("work", "merge", "--quiet", "--no-ff", "--message", fmt.Sprintf("m%d", n), "main")
		y.git("work", "checkout", "--quiet", "main")
		y.git("work", "merge", "--quiet", "--ff-only", "topic")
	},
	"drop": func(y *yard, n int) {
		y.git("work", "reset", "--quiet", "--hard", "HEAD~1")
		y.commit("work", fmt.Sprintf("r%d", n))
	},
}

// pushAnew is the work in which git writes one commit anew, under its hooks.
var pushAnew = map[string]bool{"amend as it is": true, "rebase": true}

// pushStep is one push of a mixture, and whether a scan follows it.
type pushStep struct {
	Work, Way string
	Scan      bool
}

// TestGeneratedPushes pushes to main in a random mixture of ways, with scans in between.
// The audit names exactly what was not observed, without riders; each commit of main landed with
// exactly one ship, and what was taken off or rewritten is recorded once.
func TestGeneratedPushes(t *testing.T) {
	works := slices.Sorted(maps.Keys(pushWork))
	mixtures := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pushStep {
		return pushStep{rapid.SampledFrom(works).Draw(t, "work"), rapid.SampledFrom(pushWays).Draw(t, "way"), rapid.Bool().Draw(t, "scan")}
	}), 5, 8)
	for round := range *pushRounds {
		mixture := mixtures.Example(round)
		t.Run(fmt.Sprint(mixture), func(t *testing.T) {
			t.Parallel()
			y := hooked(t)
			y.push("work", "origin", "main")
			if round%2 == 0 { // else the log has only heard of the branch from that push
				y.must("ship", "scan", "bare.git")
			}
			unseen, anew := map[string]bool{}, 0
			for n, step := range mixture {
				before := y.git("work", "rev-parse", "main")
				pushWork[step.Work](y, n)
				if pushAnew[step.Work] {
					anew++
				}
				if !y.pushBy(step.Way, pushForced[step.Work]) {
					for _, id := range strings.Fields(y.git("work", "rev-list", before+"..main")) {
						unseen[id] = true
					}
				}
				if step.Scan {
					y.must("ship", "scan", "bare.git")
				}
			}
			y.wantUnlogged(unseen)
			y.must("ship", "scan", "bare.git")
			y.wantUnlogged(unseen)
			y.wantEachOnce()
			if told := y.rewritten(); len(told) != anew {
				t.Errorf("git wrote %d commits anew, the log holds %v", anew, told)
			}
		})
	}
}

// pushBy pushes main and reports whether it was observed. claw pushes nothing that takes
// commits away.
func (y *yard) pushBy(way string, force bool) (seen bool) {
	args := []string{"origin", "main"}
	if force {
		args = append(args, "--force")
	}
	switch {
	case way == "claw ship push" && !force:
		y.must("ship", "push", "work")
	case way == "git push without hooks":
		y.git("work", append([]string{"-c", "core.hooksPath=/dev/null", "push", "--quiet"}, args...)...)
		return false
	case way == "git push --no-verify":
		y.push("work", append(args, "--no-verify")...)
	default:
		y.push("work", args...)
	}
	return true
}

// wantUnlogged compares the audit with the unobserved commits of main; of those that left
// main it may name only such.
func (y *yard) wantUnlogged(unseen map[string]bool) {
	y.t.Helper()
	var want, got []string
	on := map[string]bool{}
	for _, id := range strings.Fields(y.git("work", "rev-list", "main")) {
		if on[id] = true; unseen[id] {
			want = append(want, id)
		}
	}
	doc, _ := y.run("", "audit", "gaps", "bare.git")
	for _, one := range doc["gaps"].([]any) {
		gap := one.(map[string]any)
		switch gap["gap"] {
		case "unlogged_push":
			for _, id := range gap["commits"].([]any) {
				if id := id.(string); on[id] || !unseen[id] {
					got = append(got, id)
				}
			}
		case "rider", "unknown_commits", "open_ship":
			y.t.Errorf("%v", gap)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		y.t.Errorf("unlogged: -want +got\n%s", diff)
	}
}

// wantEachOnce checks that each commit of main landed with exactly one ship, and that none
// is recorded twice to have left.
func (y *yard) wantEachOnce() {
	y.t.Helper()
	out, err := y.wrapped("", "log", "export").Output()
	if err != nil {
		y.t.Fatal(err)
	}
	times, gone := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(out)) {
		var e struct {
			Kind string
			Data json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			y.t.Fatal(err)
		}
		var says struct {
			Commits []struct{ Commit string }
			Dropped []string
		}
		if e.Kind != "ship.provenance" && e.Kind != "ship.rewritten" {
			continue
		}
		if err := json.Unmarshal(e.Data, &says); err != nil {
			y.t.Fatal(err)
		}
		for _, c := range says.Commits {
			times[c.Commit]++
		}
		for _, id := range says.Dropped {
			gone[id]++
		}
	}
	named := func(id string) string { return y.git("work", "show", "--no-patch", "--format=%h %s", id) }
	for _, id := range strings.Fields(y.git("work", "rev-list", "main")) {
		if times[id] != 1 {
			y.t.Errorf("%s landed with %d ships", named(id), times[id])
		}
	}
	for id, n := range gone {
		if n != 1 {
			y.t.Errorf("%s is told %d times to have left", named(id), n)
		}
	}
}
