package lanetest

// credits are situations in which a finish must not be credited with another tree's work,
// and in which a recording beside what was seen live must not take credit away.
var credits = []Scenario{
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
