package lanetest

import (
	"slices"
)

// Scenarios returns all situations that there are.
func Scenarios() []Scenario {
	return slices.Concat(scenarios(), further, sentenceScenarios, strangers, workScenarios, shownScenarios, taskScenarios, endScenarios, waitScenarios, acceptedScenarios)
}

// sentenceScenarios show sentences of the rule that no other situation shows: each fails
// when its sentence is broken (../testdata/mutations.txt).
var sentenceScenarios = []Scenario{
	{name: "a commit of a session that nobody spoke of", why: "1.exists: it makes no lane",
		events: `seen G:1 medium commit.observed {"commit":"aaa1111","paths":["x.go"],"session":"sim/s1"} lane=-`,
		want:   ``},
	{name: "a settled ending of a stranger under a supervisor's name", why: "2.numbers: it makes no circle",
		events: `
			fail   A:5 lane.failed {"failure_class":"test"}
			done   A:9 lane.finished
			loop   A:1 low lane.canceled <done
			settle H:1 lane.settled {"event":"$loop","reason":"right"}`,
		want: `canceled ended conflicts=0`},
	{name: "another log's ending under the name of a recording", why: "2.numbers: it has no place among its numbers",
		events: `
			fail A:5 medium lane.failed {"failure_class":"test"} import
			done A:9 medium lane.finished capped`,
		want: `contested ended`},
	{name: "a settlement that names nothing but the ending", why: "2.twice: it follows the ending that it names, into its attempt",
		events: `
			fin    W:1 lane.finished
			again  O:1 lane.restarted <fin
			fail   W:2 lane.failed {"failure_class":"test"} <again
			settle H:1 lane.settled {"event":"$fail","reason":"right"}`,
		want: `failed ended #2 rule=4.settled`},
	{name: "a restart of medium trust after an ending of high trust", why: "3.trust: it is not heard",
		events: `
			fin   W:1 lane.finished
			again X:1 medium lane.restarted <fin`,
		want: `finished_unverified ended #1 doubts=lower_trust_opener`},
	{name: "merged and then closed", why: "4.disposition: the last one",
		events: `
			fin   W:1 lane.finished
			merge M:1 lane.merged <fin
			close N:1 lane.closed <merge`,
		want: `finished_unverified ended disposition=closed`},
	{name: "a subagent's turn that failed", why: "5.last_turn: the turns of root sessions",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b J:1 medium session.created {"parent_session":"sim/s1"} session=c1 import
			c J:2 medium turn.failed {"class":"unknown"} session=c1 turn=u1 import`,
		want: `s1: finished_unverified ended rule=5.completed`},
	{name: "a turn that failed for its context", why: "5.class: only what its provider failed is infra",
		events: `
			a I:1 medium turn.started session=s1 turn=t1 import
			b I:2 medium turn.failed {"class":"context_window"} session=s1 turn=t1 import`,
		want: `s1: failed ended rule=5.failed class=unknown`},
	{name: "a session that is bound anew", why: "5.session_lane: the causally last binding",
		events: `
			old O:1 lane.ownership_bound {"lane":"%B","session":"sim/s1"}
			new O:2 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a   P:1 medium turn.completed session=s1 turn=t1`,
		want: `A: finished_unverified ended sessions=1`},
	{name: "a provisional report", why: "6.report: it is none",
		events: `
			start  O:1 lane.started {"expects":["report"]}
			fin    W:1 lane.finished <start
			report R:1 report.filed {"report":"r1","schema_version":"1","lane":"%A","status":"provisional"} lane=-`,
		want: `finished_pending_report ended rule=6.pending`},
	{name: "red beside writes that are missing", why: "6.contradicted: whatever else is missing",
		events: `
			start O:1 lane.started {"expects":["writes","green:package"]}
			red   W:1 lane.red <start
			fin   W:2 lane.finished`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "refuted and confirmed by a recorded word", why: "6.refuted: by a confirmation of high trust",
		events: `
			start O:1 lane.started {"expects":["report"]}
			fin   W:1 lane.finished <start
			look  S:1 lane.reconciled {"evidence":{"report":"refuted"}} <fin
			again T:1 medium lane.reconciled {"evidence":{"report":"confirmed"}} <look`,
		want: `failed_verify ended rule=6.refuted class=unknown doubts=transport_reconciled`},
	{name: "evidence of low trust in a lane of low trust", why: "6.not_itself: low trust proves nothing",
		events: `
			start  O:1 low lane.started {"expects":["writes"]}
			commit W:1 low lane.commit.created {"commit":"aaa1111"} <start
			fin    W:2 low lane.finished`,
		want: `finished_pending_writes ended`},
	{name: "a trusted green beside a red of less trust", why: "6.trust: trust before order",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			green C:1 lane.green {"level":"package"} <start
			red   D:1 medium lane.red {"level":"package"} <green
			fin   W:1 lane.finished <start`,
		want: `finished ended rule=6.met`},
	{name: "a finish in a tree that nobody bound", why: "6.tree: where no binding precedes it, the workspace is missing",
		events: `
			start O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			fin   W:1 lane.finished worktree=/wt/b`,
		want: `finished_pending_workspace ended rule=6.pending`},
	{name: "a test that passed", why: "6.green: with a level it is a green",
		events: `
			start O:1 lane.started {"expects":["green:package"]}
			test  W:1 test.passed {"level":"package"} <start
			fin   W:2 lane.finished`,
		want: `finished ended rule=6.met`},
	{name: "two finishes that differ stand together", why: "8.shared: data is the payload of the least id",
		events: `
			a W:1 lane.finished {"result":"one"}
			b V:1 lane.finished {"result":"two"}`,
		want: `finished_unverified ended data={"result":"one"} differs=1`},
	{name: "a subagent's turn ends while the lane works", why: "state.more: the end of a root session's turn",
		events: `
			run   P:1 medium worker.running session=s1
			child C:1 medium session.created {"parent_session":"sim/s1"} session=c1 <run
			turn  C:2 medium turn.completed session=c1 turn=u1`,
		want: `s1: none working`},
	{name: "a worker that speaks in a session that is over", why: "state.left: only what the session said of itself",
		events: `
			a P:1 medium session.created {"agent":"x"} session=s1
			b W:1 medium worker.blocked {"subphase":"blocked.approval"} session=s1 worker=w <a
			c P:2 medium session.ended {"status":"completed"} session=s1`,
		want: `s1: none blocked`},
	{name: "a tool waits for leave", why: "state.more: it blocks the lane for approval",
		events: `
			run  W:1 worker.running
			wait W:2 worker.tool_permission_required {"tool":"Bash"}`,
		want: `none blocked subphase=blocked.approval`},
	{name: "another server is ready", why: "state.answered: a server that is ready again",
		events: `
			run   W:1 worker.running
			mcp   W:2 mcp.degraded {"failed_servers":["m"]}
			ready W:3 mcp.ready {"server":"n"}`,
		want: `none degraded_mcp`},
	{name: "two blocks of two classes", why: "state.class: unknown where several differ",
		events: `
			a W:1 lane.blocked {"failure_class":"infra"}
			b V:1 lane.blocked {"failure_class":"branch_divergence"}`,
		want: `none blocked subphase= class=unknown`},
	{name: "a binding of less trust states another scope", why: "scope: trust before order",
		events: `
			one O:1 lane.ownership_bound {"lane":"%A"} watcher=act
			two P:1 medium lane.ownership_bound {"lane":"%A"} watcher=observe <one
			fin W:1 lane.finished`,
		want: `finished_unverified ended watcher=act actionable=yes`},
	{name: "a binding after a start", why: "scope: of a binding that states one, before that of a start",
		events: `
			start O:1 lane.started watcher=act
			bind  P:1 medium lane.ownership_bound {"lane":"%A"} watcher=observe
			fin   W:1 lane.finished <start`,
		want: `finished_unverified ended watcher=observe actionable=no`},
	{name: "a restart states another scope", why: "scope.start: of starts and restarts the last",
		events: `
			start O:1 lane.started watcher=act
			again O:2 lane.restarted watcher=observe
			fin   W:1 lane.finished <again`,
		want: `finished_unverified ended #2 watcher=observe actionable=no history=none`},
	{name: "a start says what its lane is about", why: "stated: while it runs, too",
		events: `
			start O:1 lane.started {"expects":["writes","green:package"],"purpose":"fix","pr_number":12}
			run   W:1 worker.running <start`,
		want: `none working stated=fix#12:[writes,green:package]`},
	{name: "a restart is about another pull request", why: "stated: the last that names one",
		events: `
			start O:1 lane.started {"expects":["pushed"],"purpose":"fix","pr_number":12}
			again O:2 lane.restarted {"pr_number":13}
			other P:1 medium lane.restarted {"pr_number":14} <again`,
		want: `none spawning #3 stated=fix#13:[pushed] history=none,none`},
	{name: "an outage is no word of the lane", why: "last_observed: outages aside",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			a     P:1 medium turn.started session=s1 turn=t1 @0
			b     Q:1 medium turn.started session=s2 turn=t1 @0
			down  H:1 transport.down {"scope":"session","session":"sim/s1","reason":"timeout"} lane=- source=transport @400`,
		want: `none working outages=1 open=1 fresh@500=stale`},
	{name: "sessions that are each other's parents", why: "5.named_lane: the least of them is the root",
		events: `
			a A:1 medium session.created {"parent_session":"sim/c2"} session=c1
			b B:1 medium session.created {"parent_session":"sim/c1"} session=c2
			c B:2 medium worker.running session=c2`,
		want: `c1: none working sessions=2`},
	{name: "a start that is said twice at once", why: "3.number: concurrent openers open one attempt",
		events: `
			a O:1 lane.started
			b P:1 lane.started
			c W:1 worker.running <a,b`,
		want: `none working #1`},
	{name: "a start after a start", why: "3.number: it opens the next attempt",
		events: `
			a O/1:1 lane.started
			b O/1:2 worker.running
			c O/2:1 lane.started`,
		want: `none spawning #2 history=none`},
	{name: "numbers of different kinds", why: "2.numbers: they do not compare",
		events: `
			a W:1 lane.finished
			b W:2 lane.failed {"failure_class":"test"} seq_kind=clock`,
		want: `contested ended`},
}
