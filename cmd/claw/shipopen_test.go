package main_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAShipThatIsOpenIsScanned kills claw at its push and at each call of git behind it, scans what the
// remote holds before it is continued, and then ships again: each commit landed with one ship, and a
// ship that is not closed is no unlogged push.
func TestAShipThatIsOpenIsScanned(t *testing.T) {
	made := newYard(t)
	made.must("ship", "scan", "bare.git")
	counted := made.copy(t)
	if _, err := counted.run(counted.wrapper(""), "ship", "push", "work"); err != nil {
		t.Fatal(err)
	}
	calls, pushed := counted.calls(), 0
	for n, call := range calls {
		if strings.Contains(call, "push --porcelain") {
			pushed = n + 1
		}
	}
	if pushed == 0 {
		t.Fatalf("no call of git pushes: %q", calls)
	}
	for n := pushed; n <= len(calls); n++ {
		t.Run(fmt.Sprintf("after call %d", n), func(t *testing.T) {
			y := made.copy(t)
			if err := y.wrapped(y.wrapper(fmt.Sprintf(`[ "$n" -eq %d ] && { $git "$@"; kill -9 $PPID; exit 1; }`, n)), "ship", "push", "work").Run(); err == nil {
				t.Fatalf("nobody was killed at git %s", calls[n-1])
			}
			y.must("ship", "scan", "bare.git")
			doc, _ := y.run("", "audit", "gaps", "bare.git")
			for _, g := range doc["gaps"].([]any) {
				if gap := g.(map[string]any)["gap"]; gap == "unlogged_push" {
					t.Errorf("the push is called unlogged: %v", g)
				}
			}
			again := y.must("ship", "push", "work")
			if resumed := again["resumed"].([]any); len(resumed) != 1 || resumed[0].(map[string]any)["became"] != "pushed" {
				t.Errorf("it is not gone on with: %v", again)
			}
			y.must("ship", "scan", "bare.git")
			y.wantEachOnce()
		})
	}
}

// TestAShipThatSomebodyElsePushed interrupts a ship before its push; another user pushes its commits, with
// one more, and a hook reports that: this push brought them, and the interrupted ship has no effect.
func TestAShipThatSomebodyElsePushed(t *testing.T) {
	y := hooked(t)
	y.must("ship", "scan", "bare.git")
	kill := y.wrapper(`case "$*" in *"push --porcelain"*) kill -9 $PPID; exit 1;; esac`)
	if err := y.wrapped(kill, "ship", "push", "work").Run(); err == nil {
		t.Fatal("nobody was killed")
	}
	y.commit("work", "four")
	y.push("work", "origin", "main")
	for range 2 {
		y.must("ship", "scan", "bare.git")
		y.must("ship", "push", "work")
	}
	if told := y.told(); told["ship.pushed_main"] != 1 {
		t.Errorf("%d pushes are told, want that of the hook", told["ship.pushed_main"])
	}
	y.wantEachOnce()
}

// TestARecordedPushThatWasForcedAwayIsAGap ships, lets another user replace that unobserved, and audits: from a
// clone that did not fetch it, where nothing is visible, and from one that did.
func TestARecordedPushThatWasForcedAwayIsAGap(t *testing.T) {
	y := newYard(t)
	y.git("work", "config", "claw.repo", "example.org/yard")
	y.git("", "clone", "--quiet", "bare.git", "behind")
	y.git("behind", "config", "claw.repo", "example.org/yard")
	y.must("ship", "scan", "behind")
	y.must("ship", "push", "work")
	y.git("", "clone", "--quiet", "bare.git", "other")
	y.git("other", "reset", "--quiet", "--hard", "HEAD~2")
	y.commit("other", "instead")
	y.git("other", "push", "--quiet", "--force", "origin", "main")
	rewritten := func(repo string) (commits []any) {
		t.Helper()
		doc, _ := y.run("", "audit", "gaps", repo)
		for _, g := range doc["gaps"].([]any) {
			if g := g.(map[string]any); g["gap"] == "rewritten_history" {
				commits = append(commits, g["commits"].([]any)...)
			}
		}
		return commits
	}
	if got := rewritten("behind"); len(got) != 0 {
		t.Errorf("a clone that is behind: %v", got)
	}
	y.git("work", "fetch", "--quiet", "origin")
	want := []any{y.git("work", "rev-parse", "main~1"), y.git("work", "rev-parse", "main")}
	for range 2 {
		if diff := cmp.Diff(want, rewritten("work")); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		y.must("ship", "scan", "work")
	}
	if told := y.told(); told["ship.rewritten"] != 0 {
		t.Errorf("a scan appends what it cannot know")
	}
}
