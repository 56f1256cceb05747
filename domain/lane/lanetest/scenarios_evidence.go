package lanetest

// evidenceScenarios are about rule 6: what a finish needs, and what shows it.
var evidenceScenarios = []Scenario{
	{name: "finished before its writes", why: "6.pending: nothing shows the writes yet",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   W:1 lane.finished <start`,
		want: `finished_pending_writes ended rule=6.pending actionable=no`},
	{name: "late writes confirm", why: "6.met: evidence may arrive at any time",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			fin    W:1 lane.finished <start
			commit W:2 lane.commit.created {"commit":"c0ffee1"}`,
		want: `finished ended rule=6.met actionable=yes`},
	{name: "bare claim", why: "6.no_expects: nobody said what a finish needs",
		events: `fin W:1 lane.finished`,
		want:   `finished_unverified ended rule=6.no_expects actionable=yes`},
	{name: "commit in the bound worktree shows the workspace", why: "6.met: no mismatch, and the commit is in the lane's tree",
		events: `
			start  O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			commit W:1 lane.commit.created {"commit":"c0ffee1"} worktree=/wt/a <start
			fin    W:2 lane.finished`,
		want: `finished ended rule=6.met`},
	{name: "workspace never stated", why: "6.met: met by no open mismatch",
		events: `
			start O:1 lane.started {"expects":["workspace"]}
			fin   W:1 lane.finished <start`,
		want: `finished ended rule=6.met`},
	{name: "green required nobody tested", why: "6.pending",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			fin   W:1 lane.finished <start`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "green at a lower level", why: "6.pending: of that level or higher",
		events: `
			start O:1 lane.started {"expects":["green:workspace"]}
			green W:1 lane.green {"level":"package"} <start
			fin   W:2 lane.finished`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "green at a higher level later", why: "6.met: a higher level holds the lower ones",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			fin   W:1 lane.finished <start
			green C:1 lane.green {"level":"merge_ready"} <fin`,
		want: `finished ended rule=6.met`},
	{name: "red after green", why: "6.contradicted: no green follows the red",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			green W:1 lane.green {"level":"package"} <start
			red   W:2 lane.red
			fin   W:3 lane.finished`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "green of another commit", why: "6 (added): evidence that names another commit speaks for another claim",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			green W:1 lane.green {"level":"package","commit":"bbb2222"} <start
			fin   W:2 lane.finished {"commit":"aaa1111"}`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "red then green then finished", why: "6.met: every red precedes the green",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			red   W:1 lane.red {"level":"package"} <start
			green W:2 lane.green {"level":"package"}
			fin   W:3 lane.finished`,
		want: `finished ended rule=6.met`},
	{name: "concurrent red and green", why: "6.contradicted: the green does not follow the red",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			red   C:1 test.failed {"level":"package"} <start
			green D:1 test.passed {"level":"package"} <start
			fin   W:1 lane.finished <red,green`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "red but nothing required", why: "6.no_expects: what nobody demanded contradicts nothing",
		events: `
			start O:1 lane.started
			red   W:1 lane.red <start
			fin   W:2 lane.finished`,
		want: `finished_unverified ended rule=6.no_expects`},
	{name: "phantom completion mismatch event", why: "6.contradicted: the mismatch is open",
		events: `
			start O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			miss  G:1 branch.workspace_mismatch {"expected":"/wt/a","actual":"/wt/b"} <start
			fin   W:1 lane.finished <start`,
		want: `failed_verify ended rule=6.mismatch class=workspace_mismatch`},
	{name: "phantom completion commit in a sibling", why: "6.contradicted (added): a commit in a tree that is not the lane's is a mismatch",
		events: `
			start  O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			commit W:1 lane.commit.created {"commit":"c0ffee1","worktree":"/wt/b"} <start
			fin    W:2 lane.finished {"commit":"c0ffee1"}`,
		want: `failed_verify ended rule=6.mismatch class=workspace_mismatch`},
	{name: "finished from another worktree", why: "6.contradicted (added): the claim's own tree is not the lane's",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			fin   W:1 lane.finished worktree=/wt/b <start`,
		want: `failed_verify ended rule=6.mismatch class=workspace_mismatch`},
	{name: "explicit rebind then finished", why: "6.met: the lane was bound to that tree before the claim",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			bind  O:2 lane.ownership_bound {"lane":"%A"} worktree=/wt/b
			fin   W:1 lane.finished worktree=/wt/b <bind`,
		want: `finished ended rule=6.met`},
	{name: "rebind after the end changes nothing", why: "6.contradicted (added): a binding counts before the claim",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			fin   W:1 lane.finished worktree=/wt/b <start
			bind  O:2 lane.ownership_bound {"lane":"%A"} worktree=/wt/b <fin`,
		want: `failed_verify ended rule=6.mismatch class=workspace_mismatch`},
	{name: "empty diff", why: "6.pending (added): a commit that is known to change nothing shows no writes",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   W:1 lane.finished {"commit":"abcdef1"} <start
			seen  G:1 medium commit.observed {"commit":"abcdef1","paths":[]} lane=-`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "empty diff then the code arrives", why: "6.met: evidence may arrive at any time",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   W:1 lane.finished <start
			none  G:1 medium commit.observed {"commit":"abcdef1","paths":[]}
			seen  G:2 medium commit.observed {"commit":"abcdef2","paths":["x.go"]}`,
		want: `finished ended rule=6.met`},
	{name: "review lane writes nothing", why: "6.met: writes are needed only where they are expected",
		events: `
			start  O:1 lane.started {"purpose":"review","expects":["report"]}
			fin    W:1 lane.finished {"review_verdict":"APPROVE"} <start
			report R:1 report.filed {"report":"r1","schema_version":"1","lane":"%A"} lane=-`,
		want: `finished ended rule=6.met`},
	{name: "a claim is not its own evidence", why: "6.pending: what a claim says of itself counts from high trust only",
		events: `
			start O:1 medium lane.started {"expects":["writes"]}
			fin   W:1 medium lane.finished {"commit":"abcdef1","writes":["x.go"],"evidence":{"writes":"confirmed"}} <start`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "low trust evidence proves nothing", why: "6.pending",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			fin    W:1 lane.finished <start
			commit X:1 low lane.commit.created {"commit":"abcdef1"} <fin`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "worktree gone before anyone looked", why: "6.nobody_can_look: what cannot be seen any more stays unverified",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   W:1 lane.finished {"evidence":{"writes":"not_observable"}} <start`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "report required", why: "6.pending",
		events: `
			start O:1 lane.started {"expects":["report"]}
			fin   W:1 lane.finished <start`,
		want: `finished_pending_report ended rule=6.pending`},
	{name: "report filed late", why: "6.met",
		events: `
			start  O:1 lane.started {"expects":["report"]}
			fin    W:1 lane.finished <start
			report R:1 report.filed {"report":"r1","schema_version":"1","lane":"%A","status":"final"} lane=-`,
		want: `finished ended rule=6.met`},
	{name: "report pending after finished", why: "6.pending (added): a lane blocked for its report expects one",
		events: `
			fin   W:1 lane.finished
			block W:2 lane.blocked {"subphase":"blocked.report_pending"}`,
		want: `finished_pending_report ended rule=6.pending subphase=`},
	{name: "imported recording", why: "6.nobody_can_look (added): a claim that is only recorded stays unverified",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   I:1 medium lane.finished import <start`,
		want: `finished_unverified ended rule=6.recorded`},
	{name: "imported then found in git", why: "6.met: the repository shows it",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   I:1 medium lane.finished {"commit":"abcdef1"} import <start
			seen  G:1 medium commit.observed {"commit":"abcdef1","paths":["x.go"]} lane=-`,
		want: `finished ended rule=6.met`},
	{name: "a recording can show a failure", why: "6.contradicted: recordings refute and never confirm",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			fin   W:1 lane.finished <start
			red   I:1 medium lane.red import <fin`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "writes after a proven finish", why: "6.met: a commit of another name is another matter",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			one   W:1 lane.commit.created {"commit":"aaa1111"} <start
			fin   W:2 lane.finished {"commit":"aaa1111"}
			two   W:3 lane.commit.created {"commit":"bbb2222"}`,
		want: `finished ended rule=6.met`},
	{name: "erased payload", why: "4 (added): the kind counts, the class is not known",
		events: `x W:1 lane.failed {"failure_class":"test"} erased`,
		want:   `failed ended class=unknown doubts=erased`},
	{name: "failure class of the future", why: "4 (added): an unknown class reads as unknown",
		events: `x W:1 lane.failed {"failure_class":"cosmic_ray"}`,
		want:   `failed ended class=unknown doubts=not_understood`},
	{name: "work redone in the right worktree", why: "6.met (added): a later commit in the lane's tree clears the mismatch",
		events: `
			start O:1 lane.started {"expects":["workspace","writes"]} worktree=/wt/a
			wrong W:1 lane.commit.created {"commit":"aaa1111","worktree":"/wt/b"} <start
			right W:2 lane.commit.created {"commit":"bbb2222","worktree":"/wt/a"}
			fin   W:3 lane.finished`,
		want: `finished ended rule=6.met`},
	{name: "a claim cannot refute itself", why: "6.pending: it says only that it did not look",
		events: `
			start O:1 lane.started {"expects":["writes"]}
			fin   W:1 lane.finished {"evidence":{"writes":"refuted"}} <start`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "lower trust green does not clear a trusted red", why: "6.contradicted: trust before order",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			red   C:1 lane.red <start
			green D:1 medium lane.green {"level":"targeted"} <red
			fin   W:1 lane.finished <green`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "nothing demanded", why: "6.no_expects: an empty list demands nothing",
		events: `
			start O:1 lane.started {"expects":[]}
			fin   W:1 lane.finished <start`,
		want: `finished_unverified ended rule=6.no_expects`},
	{name: "the strictest demand holds", why: "6.pending (added): of several levels the highest is demanded",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			task  O:2 task.received {"task":"t","expects":["green:workspace"]}
			green W:1 lane.green {"level":"package"} <task
			fin   W:2 lane.finished`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "mismatch with a binding it could not know", why: "6.met (added): a tree bound without order to the mismatch is the lane's too",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			miss  G:1 branch.workspace_mismatch {"expected":"/wt/a","actual":"/wt/b"} <start
			bind  O:2 lane.ownership_bound {"lane":"%A"} worktree=/wt/b
			fin   W:1 lane.finished worktree=/wt/b <bind`,
		want: `finished ended rule=6.met`},
}
