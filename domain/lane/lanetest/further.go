package lanetest

import (
	"slices"
)

// further are situations beyond the shared list: sentences of the rule that it
// leaves untried.
var further = slices.Concat(overSituations, []Scenario{
	{name: "a call that never came back", why: "5.last_turn: completed with no open call",
		events: `
			a I:1 medium turn.started session=s1 turn=t1 import
			b I:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1 import
			c I:3 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: unknown ready_for_prompt rule=5.open_call`},
	{name: "a call came back in a recording that names the turn otherwise", why: "5.last_turn: a call is one whoever tells of it",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1
			c P:3 medium turn.completed session=s1 turn=t1
			d P:4 medium session.ended {"status":"completed"} session=s1
			e I:2 medium tool.requested {"name":"Bash"} session=s1 turn=t9 item=i1 import
			f I:3 medium tool.completed {"name":"Bash"} session=s1 turn=t9 item=i1 import`,
		want: `s1: finished_unverified ended`},
	{name: "an open call whose id came back in an earlier turn", why: "5.last_turn: an id that is not unique is of several calls",
		events: `
			a I:1 medium tool.requested {"name":"Bash"} session=s1 turn=t0 item=call_0 import
			b I:2 medium tool.completed {"name":"Bash"} session=s1 turn=t0 item=call_0 import
			c I:3 medium turn.completed session=s1 turn=t0 import
			d I:4 medium turn.started session=s1 turn=t1 import
			e I:5 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=call_0 import
			f I:6 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: unknown ready_for_prompt rule=5.open_call`},
	{name: "a call whose id an earlier turn left open", why: "5.last_turn: the end is of the call in its turn",
		events: `
			a I:1 medium tool.requested {"name":"Bash"} session=s1 turn=t0 item=call_0 import
			b I:2 medium turn.completed session=s1 turn=t0 import
			c I:3 medium turn.started session=s1 turn=t1 import
			d I:4 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=call_0 import
			e I:5 medium tool.completed {"name":"Bash"} session=s1 turn=t1 item=call_0 import
			f I:6 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: finished_unverified ended`},
	{name: "an open call of an earlier turn", why: "5.last_turn: the calls of the last turn count",
		events: `
			a I:1 medium tool.requested {"name":"Bash"} session=s1 turn=t0 item=i0 import
			b I:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1 import
			c I:3 medium tool.failed {"error_kind":"exit_code"} session=s1 turn=t1 item=i1 import
			d I:4 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: finished_unverified ended`},
	{name: "a live turn and a recorded one differ", why: "5.turns: live before import",
		events: `
			a P:1 medium turn.interrupted session=s1 turn=t1
			b I:1 medium turn.completed session=s1 turn=t9 import`,
		want: `s1: canceled ended`},
	{name: "another witness of an earlier turn", why: "5.turns: a later turn follows what the first witness saw of it",
		events: `
			a     I:1 medium turn.started session=s1 turn=t1 import
			b     I:2 medium turn.completed session=s1 turn=t1 import
			c     I:3 medium turn.started session=s1 turn=t2 import
			d     I:4 medium turn.interrupted session=s1 turn=t2 import
			again J:1 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: canceled ended`},
	{name: "witnesses who saw turns in two orders", why: "5.turns: neither turn is the earlier one, and ends that differ are contested",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b I:2 medium turn.interrupted session=s1 turn=t2 import
			c J:1 medium turn.interrupted session=s1 turn=t2 import
			d J:2 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: contested ended`},
	{name: "a recording that stops in a turn and one that says how it failed", why: "5.accounts: nothing is open that the other saw end",
		events: `
			a I:1 medium turn.started session=s1 turn=t1 import
			b I:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1 import
			c J:1 medium turn.started session=s1 turn=u1 import
			d J:2 medium turn.failed {"class":"unknown"} session=s1 turn=u1 import`,
		want: `s1: failed ended`},
	{name: "a recording that stops in a call and one that says the turn completed", why: "5.accounts: the open call counts",
		events: `
			a I:1 medium turn.started session=s1 turn=t1 import
			b I:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1 import
			c J:1 medium turn.completed session=s1 turn=u1 import`,
		want: `s1: unknown working`},
	{name: "two recordings of one turn of which one saw it cut off", why: "5.accounts: neither says all that the other says: 5.turns",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b J:1 medium turn.failed {"class":"unknown"} session=s1 turn=u1 import`,
		want: `s1: contested ended`},
	{name: "a failed run, one that took it up, and the recording of both", why: "5.accounts: the recording knows their order",
		events: `
			a I:1 medium turn.failed {"class":"unknown"} session=s1 turn=t1 import
			b I:2 medium turn.completed session=s1 turn=t2 import
			c J   medium turn.failed {"class":"unknown"} session=s1 turn=u1 import
			d J   medium turn.completed session=s1 turn=u2 import`,
		want: `s1: finished_unverified ended`},
	{name: "a failed run and one that took it up, in no order", why: "5.turns: ends that differ are contested",
		events: `
			c J medium turn.failed {"class":"unknown"} session=s1 turn=u1 import
			d J medium turn.completed session=s1 turn=u2 import`,
		want: `s1: contested ended`},
	{name: "a recording from before the run that took it up", why: "5.accounts: it lacks the end that the run tells of",
		events: `
			a I:1 medium turn.failed {"class":"unknown"} session=s1 turn=t1 import
			d J   medium turn.completed session=s1 turn=u2 import`,
		want: `s1: contested ended`},
	{name: "a recording that goes on after the run that another tells of", why: "5.accounts: it has a turn more, which is open",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b I:2 medium turn.started session=s1 turn=t2 import
			c J:1 medium turn.completed session=s1 turn=u1 import`,
		want: `s1: unknown working`},
	{name: "two recordings that tell of as much in two orders", why: "5.accounts: both count",
		events: `
			a I:1 medium turn.failed {"class":"unknown"} session=s1 turn=t1 import
			b I:2 medium turn.completed session=s1 turn=t2 import
			c J:1 medium turn.completed session=s1 turn=u1 import
			d J:2 medium turn.failed {"class":"unknown"} session=s1 turn=u2 import`,
		want: `s1: contested ended`},
	{name: "a third recording joins the names of two", why: "5.accounts: they are one account, in which the last turn was interrupted",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b I:2 medium turn.interrupted session=s1 turn=t2 import
			c J:1 medium turn.completed session=s1 turn=u1 import
			d K:1 medium turn.completed session=s1 turn=t1 import
			e K:2 medium turn.completed session=s1 turn=u1 import
			f K:3 medium turn.interrupted session=s1 turn=t2 import`,
		want: `s1: canceled ended`},
	{name: "a subagent's recording alone", why: "5.subagents: what the root session came to is not known, and nothing works on",
		events: `
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1 import
			work  C:2 medium turn.started session=c1 turn=t1 import
			done  C:3 medium turn.completed session=c1 turn=t1 import`,
		want: `s1: unknown ended rule=5.subagents actionable=no doubts=ended_without_outcome`},
	{name: "a subagent's recording alone that stops in a turn", why: "5.subagents: what is open in a recording is unknown",
		events: `
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1 import
			work  C:2 medium turn.started session=c1 turn=t1 import`,
		want: `s1: unknown working rule=5.subagents fresh@1000=stale doubts=ended_without_outcome`},
	{name: "a live subagent whose parent is not heard of yet", why: "5.live_turn: its turn goes on",
		events: `
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			work  C:2 medium turn.started session=c1 turn=t1`,
		want: `s1: none working`},
	{name: "an open recording without times", why: "freshness (added): nobody says that anything of it happened lately",
		events: `
			a I:1 medium turn.started session=s1 turn=t1 import`,
		want: `s1: unknown working fresh@0=stale fresh@-=unknown`},
	{name: "a finished recording without times", why: "freshness (added): what ended does not go stale",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: finished_unverified ended fresh@0=current`},
	{name: "the last turn was taken back", why: "5.turns: withdrawn turns do not count",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b I:2 medium turn.interrupted session=s1 turn=t2 import
			c I:3 medium turn.withdrawn {"last":1} session=s1 import`,
		want: `s1: finished_unverified ended`},
	{name: "a named turn was taken back", why: "5.turns: withdrawn turns do not count",
		events: `
			a I:1 medium turn.completed session=s1 turn=t1 import
			b I:2 medium turn.interrupted session=s1 turn=t2 import
			c I:3 medium turn.withdrawn {"turns":["t2"]} session=s1 import`,
		want: `s1: finished_unverified ended`},
	{name: "a recording that stops in a turn", why: "5.last_turn: anything open is unknown",
		events: `a I:1 medium turn.started session=s1 turn=t1 import`,
		want:   `s1: unknown working`},
	{name: "a live turn came to its end and nobody decides for the lane", why: "5.last_turn",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium turn.completed session=s1 turn=t1`,
		want: `s1: finished_unverified ended`},
	{name: "a live turn came to its end and somebody decides for the lane", why: "5.live_turn: who decides has not spoken",
		events: `
			start O:1 lane.started
			bind  O:2 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     P:2 medium turn.completed session=s1 turn=t1`,
		want: `none ready_for_prompt`},
	{name: "a prompt after the end of a session", why: "3.attempt: the end of a root session is an end",
		events: `
			end    P:1 medium session.ended {"status":"completed"} session=s1 lane=A
			prompt P:2 medium prompt.accepted lane=A`,
		want: `none prompt_accepted #2`},
	{name: "a turn that names the end of its session", why: "3.attempt: the turn of a prompt that names the end",
		events: `
			a    I:1 medium turn.started session=s1 turn=t1 import
			b    I:2 medium turn.completed session=s1 turn=t1 import
			end  I:3 medium session.ended {"status":"completed"} session=s1 import
			c    I:4 medium turn.started <end session=s1 turn=t2 import
			d    I:5 medium turn.interrupted session=s1 turn=t2 import`,
		want: `s1: canceled ended #2`},
	{name: "a turn after the end that names nothing", why: "3.attempt: a turn opens only by naming the end",
		events: `
			a    I:1 medium turn.started session=s1 turn=t1 import
			b    I:2 medium turn.completed session=s1 turn=t1 import
			end  I:3 medium session.ended {"status":"completed"} session=s1 import
			c    I:4 medium turn.started session=s1 turn=t2 import
			d    I:5 medium turn.interrupted session=s1 turn=t2 import`,
		want: `s1: canceled ended`},
	{name: "a subagent's turn that names an end", why: "3.subagent",
		events: `
			a    I:1 medium session.ended {"status":"completed"} session=s1 import
			b    J:1 medium session.created {"agent":"x","parent_session":"sim/s1","purpose":{"unknown":"not_recorded"},"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"}} session=s2 import
			c    J:2 medium turn.started <a session=s2 turn=t2 import
			d    I:2 medium turn.completed session=s1 turn=t1 import`,
		want: `s1: finished_unverified ended`},
	{name: "a late ending of a fenced boot that names nothing", why: "3.fence: it is before the restart, and no doubt",
		events: `
			fail  W:1 lane.failed {"failure_class":"test"}
			again O:1 lane.restarted {"fences":[{"emitter":"W","epoch":"00000000000000000000000001"}]} <fail
			late  W:2 lane.failed {"failure_class":"compile"}`,
		want: `none spawning #2`},
	{name: "a stranger under a supervisor's name", why: "2.numbers: it bridges no contest",
		events: `
			fail   A:1 lane.failed {"failure_class":"test"}
			done   B:5 lane.finished
			bridge B:1 low lane.heartbeat <fail`,
		want: `contested ended`},
	{name: "a stranger under a supervisor's name makes no circle", why: "2.numbers",
		events: `
			fail  A:5 lane.failed {"failure_class":"test"}
			done  A:9 lane.finished
			loop  A:1 low lane.heartbeat <done`,
		want: `finished_unverified ended differs=1`},
	{name: "a lesser green after a red of more", why: "6.contradicted: a red that no green of its level follows",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			red   W:1 lane.red {"level":"workspace"} <start
			green W:2 lane.green {"level":"targeted"}
			fin   W:3 lane.finished`,
		want: `failed_verify ended class=test`},
	{name: "two testers and no green after both reds", why: "6.met: a green that every red precedes",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			r1    C:1 lane.red <start
			g1    C:2 lane.green {"level":"targeted"}
			r2    D:1 lane.red <start
			g2    D:2 lane.green {"level":"targeted"}
			fin   W:1 lane.finished <g1,g2`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "a commit that lacks a path written", why: "6.writes: the commits hold every path written inside the worktrees",
		events: `
			start O:1 lane.started {"expects":["writes"]} worktree=/wt/a
			edit  P:1 medium tool.completed {"paths":["/wt/a/x.go","/tmp/out"]} lane=A item=i1
			seen  G:1 medium commit.observed {"commit":"aaa1111","paths":["y.go"]} <start
			fin   W:1 lane.finished <seen`,
		want: `finished_pending_writes ended`},
	{name: "commits that hold every path written together", why: "6.writes",
		events: `
			start O:1 lane.started {"expects":["writes"]} worktree=/wt/a
			edit  P:1 medium tool.completed {"paths":["/wt/a/x.go","/tmp/out"]} lane=A item=i1
			edit2 P:2 medium tool.completed {"paths":["y.go"]} lane=A item=i2
			seen  G:1 medium commit.observed {"commit":"aaa1111","paths":["y.go"]} <start
			more  G:2 medium commit.observed {"commit":"bbb2222","paths":["x.go"]}
			fin   W:1 lane.finished <more`,
		want: `finished ended`},
	{name: "a commit that another took the place of", why: "6.writes: a superseded commit shows nothing",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			commit W:1 lane.commit.created {"commit":"aaa1111","superseded_by":"bbb2222"} <start
			fin    W:2 lane.finished`,
		want: `finished_pending_writes ended`},
	{name: "a recorded commit", why: "6.recordings: imported lane events never confirm",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			commit I:1 medium lane.commit.created {"commit":"aaa1111"} import <start
			fin    W:1 lane.finished <commit`,
		want: `finished_pending_writes ended`},
	{name: "refuted and then shown", why: "6.contradicted: a refutation that no confirmation follows",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			fin    W:1 lane.finished <start
			look   S:1 lane.reconciled {"evidence":{"writes":"refuted"}} <fin
			commit W:2 lane.commit.created {"commit":"aaa1111"} <look`,
		want: `finished ended doubts=transport_reconciled`},
	{name: "refuted", why: "6.contradicted",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			commit W:1 lane.commit.created {"commit":"aaa1111"} <start
			fin    W:2 lane.finished
			look   S:1 lane.reconciled {"evidence":{"writes":"refuted"}} <fin`,
		want: `failed_verify ended class=unknown doubts=transport_reconciled`},
	{name: "a mismatch beside a commit in the right tree", why: "6.tree: what would clear it has no order to it",
		events: `
			start  O:1 lane.started {"expects":["workspace"]} worktree=/wt/a
			miss   G:1 branch.workspace_mismatch {"actual":"/wt/b"} <start
			commit W:1 lane.commit.created {"commit":"aaa1111"} worktree=/wt/a <start
			fin    W:2 lane.finished`,
		want: `finished_pending_workspace ended rule=6.pending`},
	{name: "pushed and read back", why: "6.met: ship.pushed_main of the lane's commit",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			fin   W:1 lane.finished {"commit":"aaa1111"} <start
			push  M:1 ship.pushed_main {"new":"aaa1111","confirmed":true} lane=-`,
		want: `finished ended`},
	{name: "pushed and never read back", why: "6.pending",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			fin   W:1 lane.finished {"commit":"aaa1111"} <start
			push  M:1 ship.pushed_main {"new":"aaa1111","confirmed":false} lane=-`,
		want: `finished_pending_pushed ended`},
	{name: "pushed as a scan found", why: "6.pushed: the ship brought the claim's commit, among others",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			fin   W:1 lane.finished {"commit":"aaa1111"} <start
			ship  S medium ship.provenance {"new":"ddd4444","basis":"objects","commits":[{"commit":"aaa1111"},{"commit":"ddd4444"}]} lane=- import`,
		want: `finished ended basis=objects`},
	{name: "pushed as a scan assumes and a run recorded", why: "6.pushed: the best basis is named",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			fin   W:1 lane.finished {"commit":"aaa1111"} <start
			ship  S medium ship.provenance {"new":"aaa1111","basis":"assumed","commits":[{"commit":"aaa1111"}]} lane=- import
			push  M:1 ship.pushed_main {"new":"aaa1111","confirmed":true} lane=-`,
		want: `finished ended basis=recorded`},
	{name: "a ship of other commits", why: "6.pending: nothing shows that the claim's commit went",
		events: `
			start  O:1 lane.started {"expects":["pushed"]}
			commit W:1 lane.commit.created {"commit":"bbb2222"} <start
			fin    W:2 lane.finished {"commit":"aaa1111"}
			ship   S medium ship.provenance {"new":"bbb2222","basis":"assumed","commits":[{"commit":"bbb2222"}]} lane=- import`,
		want: `finished_pending_pushed ended`},
	{name: "half of the lane's commits went", why: "6.pushed: of a claim without a commit, all that the lane told of",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			one   W:1 lane.commit.created {"commit":"aaa1111"} <start
			two   W:2 lane.commit.created {"commit":"bbb2222"}
			fin   W:3 lane.finished
			ship  S medium ship.provenance {"new":"aaa1111","basis":"assumed","commits":[{"commit":"aaa1111"}]} lane=- import`,
		want: `finished_pending_pushed ended`},
	{name: "all of the lane's commits went, in two ships", why: "6.pushed",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			one   W:1 lane.commit.created {"commit":"aaa1111"} <start
			two   W:2 lane.commit.created {"commit":"bbb2222"}
			fin   W:3 lane.finished
			ship1 S medium ship.provenance {"new":"aaa1111","basis":"assumed","commits":[{"commit":"aaa1111"}]} lane=- import
			ship2 S medium ship.provenance {"new":"bbb2222","basis":"objects","commits":[{"commit":"bbb2222"}]} lane=- import`,
		want: `finished ended basis=objects`},
	{name: "a ship that nobody trusted tells of", why: "6.not_itself: low trust proves nothing",
		events: `
			start O:1 lane.started {"expects":["pushed"]}
			fin   W:1 lane.finished {"commit":"aaa1111"} <start
			ship  S low ship.provenance {"new":"aaa1111","basis":"recorded","commits":[{"commit":"aaa1111"}]} lane=-`,
		want: `finished_pending_pushed ended`},
	{name: "a settlement of less trust", why: "4.settle_limits: it needs the trust of the endings heard",
		events: `
			fin    W:1 lane.finished
			fail   V:1 lane.failed {"failure_class":"test"}
			settle X:1 medium lane.settled {"event":"$fin","reason":"good"} <fin,fail`,
		want: `contested ended doubts=settlement_not_in_force`},
	{name: "news after a settlement", why: "4.settle_limits: an ending that follows it is news",
		events: `
			fin    W:1 lane.finished
			fail   V:1 lane.failed {"failure_class":"test"}
			settle H:1 lane.settled {"event":"$fin","reason":"good"} <fin,fail
			news   V:2 lane.failed {"failure_class":"infra"} <settle`,
		want: `failed ended class=infra doubts=settlement_not_in_force`},
	{name: "two operators settle differently", why: "4.contested: two words of equal weight",
		events: `
			fin  W:1 lane.finished
			fail V:1 lane.failed {"failure_class":"test"}
			one  H:1 lane.settled {"event":"$fin","reason":"good"} <fin,fail
			two  K:1 lane.settled {"event":"$fail","reason":"bad"} <fin,fail`,
		want: `contested ended contested=2`},
	{name: "a word about the outage is no life", why: "7.over: not what tells of the outage",
		events: `
			run  W:1 worker.running host=h
			down H:1 transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport
			note W:2 lane.reconciled <down`,
		want: `unknown interrupted_transport doubts=transport_reconciled`},
	{name: "a binding that was recorded and one that is live", why: "5.session_lane: live before import",
		events: `
			old O:1 medium lane.ownership_bound {"lane":"%B","session":"sim/s1"} import
			new P:1 medium lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a   Q:1 medium turn.completed session=s1 turn=t1`,
		want: `
			A: finished_unverified ended sessions=1`},
	{name: "a session that is bound twice at once", why: "5.session_lane: the least id counts, reported",
		events: `
			b1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			b2 P:1 lane.ownership_bound {"lane":"%B","session":"sim/s1"}
			a  Q:1 medium turn.completed session=s1 turn=t1`,
		want: `
			A: finished_unverified ended sessions=1 doubts=binding_contested`},
	{name: "a subagent of a subagent of a subagent", why: "5.named_lane: a subagent is its parent's",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b A:1 medium session.created {"parent_session":"sim/s1"} session=c1
			c B:1 medium session.created {"parent_session":"sim/c1"} session=c2
			d C:1 medium session.created {"parent_session":"sim/c2"} session=c3
			e D:1 medium session.created {"parent_session":"sim/c3"} session=c4
			f D:2 medium worker.blocked {"subphase":"blocked.approval"} session=c4`,
		want: `s1: none blocked sessions=5`},
})
