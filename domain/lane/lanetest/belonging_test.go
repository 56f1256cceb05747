package lanetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
)

// TestWhereALaneBelongs names, for each run, the events that bind its tree now and those
// that opened its last attempt, whatever the order they arrive in.
func TestWhereALaneBelongs(t *testing.T) {
	for _, c := range []struct {
		name             string
		run              script
		bindings, opened string
	}{
		{"nobody bound a tree", `
			start O:1 lane.started`, "", "start"},
		{"its start binds one", `
			start O:1 lane.started worktree=/wt/a
			work  O:2 lane.commit.created {"commit":"c1","worktree":"/wt/b"}`, "start", "start"},
		{"a later binding takes the place", `
			start O:1 lane.started worktree=/wt/a
			bind  O:2 lane.ownership_bound {"lane":"%A"} worktree=/wt/b`, "bind", "start"},
		{"a binding without a tree takes no place", `
			start O:1 lane.started worktree=/wt/a
			bind  O:2 lane.ownership_bound {"lane":"%A"}`, "start", "start"},
		{"nothing orders two bindings", `
			start O:1 lane.started
			one   P:1 lane.ownership_bound {"lane":"%A"} worktree=/wt/a <start
			other Q:1 lane.ownership_bound {"lane":"%A"} worktree=/wt/b <start`, "one other", "start"},
		{"a stranger binds nothing", `
			start O:1 lane.started worktree=/wt/a
			bind  X:1 low lane.ownership_bound {"lane":"%A"} worktree=/wt/b <start`, "start", "start"},
		{"strangers alone are heard", `
			start X:1 low lane.started worktree=/wt/a
			bind  X:2 unknown lane.ownership_bound {"lane":"%A"} worktree=/wt/b`, "start", "start"},
		{"less trust does not move it", `
			start O:1 lane.started worktree=/wt/a
			bind  P:1 medium lane.ownership_bound {"lane":"%A"} worktree=/wt/b <start`, "start", "start"},
		{"the last attempt was opened by a restart", `
			start O:1 lane.started worktree=/wt/a
			fail  O:2 lane.failed
			again O:3 lane.restarted worktree=/wt/b`, "again", "again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tell := telling{salt: c.name}
			events := tell.events(t, c.run)
			for range 2 {
				ids := func(nicks string) []domain.EventID {
					out := []domain.EventID{}
					for _, n := range strings.Fields(nicks) {
						out = append(out, tell.id(n))
					}
					slices.SortFunc(out, domain.EventID.Compare)
					return out
				}
				got := lane.BelongingOf(index.NewSet(LaneID("A"), Facts(events)), lane.Options{})
				want := lane.Belonging{Bindings: ids(c.bindings), Opened: ids(c.opened)}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				slices.Reverse(events)
			}
		})
	}
}
