package lane_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// credits are situations in which a finish must not be credited with another tree's work,
// and in which a recording beside what was seen live must not take credit away.
var credits = []scenario{
	{name: "phantom completion that names nothing", why: "6.tree: a tree that equals no bound one leaves the workspace missing",
		events: `
			start  O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			commit W:1 lane.commit.created {"commit":"c0ffee1","worktree":"/wt/b"}
			fin    W:2 lane.finished {"commit":"c0ffee1"} worktree=/wt/b`,
		want: `finished_pending_workspace ended rule=6.pending`},
	{name: "a commit in a tree that nobody bound", why: "6.writes: a commit in a tree that equals no bound one shows nothing",
		events: `
			start  O:1 lane.started {"expects":["writes"]} worktree=/wt/a
			commit W:1 lane.commit.created {"commit":"c0ffee1","worktree":"/wt/b"}
			fin    W:2 lane.finished {"commit":"c0ffee1"}`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a finish in a tree that nobody bound", why: "6.tree",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			fin   W:1 lane.finished worktree=/wt/b`,
		want: `finished_pending_workspace ended rule=6.pending`},
	{name: "a finish in the bound tree that names nothing", why: "6.met: a tree bound without order to it is the lane's",
		events: `
			start  O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			commit W:1 lane.commit.created {"commit":"c0ffee1","worktree":"/wt/a"}
			fin    W:2 lane.finished {"commit":"c0ffee1"} worktree=/wt/a`,
		want: `finished ended rule=6.met`},
	{name: "work redone in the bound tree that names nothing", why: "6.tree: a later commit in the lane's tree clears it",
		events: `
			start O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			wrong W:1 lane.commit.created {"commit":"aaa1111","worktree":"/wt/b"}
			right W:2 lane.commit.created {"commit":"bbb2222","worktree":"/wt/a"}
			fin   W:3 lane.finished`,
		want: `finished ended rule=6.met`},
	{name: "a tree before any was bound", why: "6.tree: only trees bound before it or without order to it are compared",
		events: `
			commit W:1 lane.commit.created {"commit":"c0ffee1","worktree":"/wt/b"}
			start  O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a <commit
			fin    W:2 lane.finished {"commit":"c0ffee1"} <start`,
		want: `finished ended rule=6.met`},
	{name: "a recorded copy that stops after the red", why: "6.trust: a red is answered by a green that is live where it is recorded",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			red   W:1 lane.red {"level":"package"} <start
			green W:2 lane.green {"level":"package"}
			fin   W:3 lane.finished
			copy1 I:1 medium lane.started {"expects":["green:package"]} import
			copy2 I:2 medium lane.red {"level":"package"} import`,
		want: `finished ended rule=6.met doubts=lower_trust_opener`},
	{name: "a recorded copy of equal trust that stops after the red", why: "6.trust: live before import",
		events: `
			start O:1 medium lane.started {"expects":["green:package"]}
			red   W:1 medium lane.red {"level":"package"} <start
			green W:2 medium lane.green {"level":"package"}
			fin   W:3 medium lane.finished
			copy  I:1 medium lane.red {"level":"package"} import`,
		want: `finished ended rule=6.met`},
	{name: "a recorded red of a higher level than the green", why: "6.trust: only what answers it outranks it",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			green W:1 lane.green {"level":"targeted"} <start
			fin   W:2 lane.finished
			red   I:1 medium lane.red {"level":"workspace"} import`,
		want: `failed_verify ended class=test`},
	{name: "a recorded copy that stops in the wrong tree", why: "6.trust: the mismatch is cleared by what is live",
		events: `
			start O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			wrong W:1 lane.commit.created {"commit":"aaa1111","worktree":"/wt/b"} <start
			right W:2 lane.commit.created {"commit":"bbb2222","worktree":"/wt/a"}
			fin   W:3 lane.finished
			copy1 I:1 medium lane.started {"expects":["workspace","writes"]} worktree=/wt/a import
			copy2 I:2 medium lane.commit.created {"commit":"aaa1111","worktree":"/wt/b"} import`,
		want: `finished ended rule=6.met doubts=lower_trust_opener`},
	{name: "a recorded copy that stops before the restart", why: "6.trust: it says again what is of the earlier attempt",
		events: `
			start O:1 medium lane.started {"expects":["workspace"]} worktree=/wt/a
			wrong W:1 medium branch.workspace_mismatch {"actual":"/wt/b"} <start
			fail  W:2 medium lane.failed {"failure_class":"workspace_mismatch"}
			again O:2 medium lane.restarted <fail
			fin   W:3 medium lane.finished <again
			copy1 I:1 medium lane.started {"expects":["workspace"]} worktree=/wt/a import
			copy2 I:2 medium branch.workspace_mismatch {"actual":"/wt/b"} import`,
		want: `finished ended #2 rule=6.met history=failed`},
	{name: "a mismatch seen live and a recorded binding", why: "6.trust: what is recorded clears no mismatch that was seen live",
		events: `
			start O:1 medium lane.started {"expects":["workspace"]} worktree=/wt/a
			wrong W:1 medium branch.workspace_mismatch {"actual":"/wt/b"} <start
			bind  I:1 medium lane.ownership_bound {"lane":"%A"} worktree=/wt/b <wrong import
			fin   W:2 medium lane.finished <bind`,
		want: `failed_verify ended class=workspace_mismatch`},
	{name: "a passed test of a lesser level after a red of more", why: "6.contradicted: a red that no green of its level follows",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			red   W:1 lane.red {"level":"workspace"} <start
			test  W:2 test.passed {"level":"targeted"}
			fin   W:3 lane.finished`,
		want: `failed_verify ended class=test`},
	{name: "a red of less trust than the green that it follows", why: "6.trust: trust before order",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			green W:1 lane.green {"level":"package"} <start
			fin   W:2 lane.finished
			red   V:1 medium lane.red {"level":"package"} <fin`,
		want: `finished ended rule=6.met`},
}

func TestCredits(t *testing.T) {
	for _, s := range credits {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

// TestARecordedCopyLowersNoOutcome records lanes that were seen live, whole or cut, and
// folds the recording beside them.
func TestARecordedCopyLowersNoOutcome(t *testing.T) {
	type decided struct {
		Attempt int
		Outcome lane.Result
		Class   domain.FailureClass
		Print   domain.Digest
	}
	seen, finishes := 0, 0
	for seed := range uint64(2 * sets) {
		events, opts := drawn(seed)
		g := newGenerator(seed + 1<<32)
		g.lives(events)
		before := world(opts, events).Outcomes()
		after := world(opts, append(g.recorded(events, g.r.IntN(len(events)+1)), events...))
		for _, o := range before {
			if o.State != lane.StateEnded || o.Counts.Endings == 0 {
				continue
			}
			seen++
			if o.Outcome == lane.ResultFinished {
				finishes++
			}
			p := after.Outcome(o.Lane)
			want := decided{o.Attempt, o.Outcome, o.FailureClass, o.Fingerprint}
			got := decided{p.Attempt, p.Outcome, p.FailureClass, p.Fingerprint}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, lane %s (-before +beside a recording):\n%s\n%s", seedName(seed), o.Lane, diff, cmp.Diff(text(t, o), text(t, p)))
			}
		}
	}
	if seen < sets/4 || finishes == 0 {
		t.Errorf("only %d outcomes were compared, %d of them finished: the law was hardly tried", seen, finishes)
	}
}

// lives makes a history of events: seen live by one who is trusted, each after those before it.
func (g *generator) lives(events []domain.Event) {
	trust := one(g, domain.TrustHigh, domain.TrustMedium)
	for i := range events {
		e := &events[i]
		e.Source.Channel, e.Source.Trust = "", trust
		e.Emitter, e.Epoch, e.Seq, e.SeqKind = domain.EmitterID("W"), boot(1), uint64(i+1), domain.SeqCount
		if e.Kind == "lane.settled" { // it may name what comes later
			e.Kind, e.Data = "lane.heartbeat", []byte(`{}`)
		}
		e.Causes = nil
		for i > 0 && g.r.IntN(5) < 2 {
			e.Causes = append(e.Causes, events[g.r.IntN(i)].ID)
		}
	}
}

// recorded is the recording of the first events, under ids and an emitter of its own.
func (g *generator) recorded(events []domain.Event, n int) []domain.Event {
	copies := map[domain.EventID]domain.EventID{}
	for _, e := range events[:n] {
		copies[e.ID] = g.id()
	}
	out := slices.Clone(events[:n])
	for i := range out {
		e := &out[i]
		e.ID, e.Emitter, e.Epoch, e.Seq, e.SeqKind = copies[e.ID], "import/sim", boot(9), uint64(i+1), domain.SeqOrdinal
		e.Source.Channel, e.Source.Trust = domain.ImportChannel+"sim", domain.TrustMedium
		e.Causes = nil
		for _, c := range events[i].Causes {
			if id, told := copies[c]; told {
				e.Causes = append(e.Causes, id)
			}
		}
	}
	return out
}
