package main_test

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// granted is a yard in which a push of main has been asked for and granted.
func granted(t *testing.T) *yard {
	t.Helper()
	y := newYard(t)
	y.write(".claw/policy.toml", mainPolicy, 0o644)
	y.signer()
	kind, detail := y.refused("", "ship", "push", "work")
	if kind != "policy" || detail["refusal"] != "approval_pending" {
		t.Fatalf("the first push: %s %v", kind, detail)
	}
	y.grant(detail["approval"].(string))
	return y
}

// TestAKilledPushIsMadeWholeByTheNext kills claw at each of its calls of git, before git
// did its work and after, then ships again: the remote has the commits, one use of
// the approval is spent, and the log records the ship once.
func TestAKilledPushIsMadeWholeByTheNext(t *testing.T) {
	made := granted(t)
	head := made.git("work", "rev-parse", "HEAD")
	counted := made.copy(t)
	if _, err := counted.run(counted.wrapper(""), "ship", "push", "work"); err != nil {
		t.Fatal(err)
	}
	calls := counted.calls()
	var killed atomic.Int32
	t.Cleanup(func() { // when the runs, which are parallel, are done
		if n := killed.Load(); n < 10 {
			t.Errorf("killed %d runs", n)
		}
	})
	for n := range calls {
		for when, script := range map[string]string{
			"before": `[ "$n" -eq %d ] && kill -9 $PPID && exit 1`,
			"after":  `[ "$n" -eq %d ] && { $git "$@"; kill -9 $PPID; exit 1; }`,
		} {
			t.Run(fmt.Sprintf("%s call %d", when, n+1), func(t *testing.T) {
				t.Parallel()
				y := made.copy(t)
				if err := y.wrapped(y.wrapper(fmt.Sprintf(script, n+1)), "ship", "push", "work").Run(); err == nil {
					t.Fatalf("nobody was killed at git %s", calls[n])
				}
				killed.Add(1)
				again := y.must("ship", "push", "work")
				if tip := y.git("bare.git", "rev-parse", "main"); tip != head {
					t.Errorf("the remote holds %s, want %s", tip, head)
				}
				told := y.told()
				for kind, want := range map[string]int{"ship.prepared": 1, "ship.commits_selected": 1, "ship.merged": 1, "ship.pushed_main": 1, "ship.provenance": 1,
					"approval.consumed": 1, "approval.requested": 1, "tool.completed": 1, "tool.failed": 0} {
					if told[kind] != want {
						t.Errorf("%d times %s, want %d; the second run says %v", told[kind], kind, want, again)
					}
				}
				if third := y.must("ship", "push", "work"); third["state"] != "up_to_date" || len(third["resumed"].([]any)) > 0 {
					t.Errorf("a third run says %v", third)
				}
			})
		}
	}
}
