package lanetest

// sessionScenarios are about rule 5: the sessions of a lane.
var sessionScenarios = []Scenario{
	{name: "two sessions one waits for approval", why: "state.last: of concurrent states the later in the list",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			work  P:1 medium turn.started session=s1 turn=t1
			wait  Q:1 medium worker.blocked {"subphase":"blocked.approval"} session=s2`,
		want: `none blocked subphase=blocked.approval sessions=2`},
	{name: "two sessions one ended", why: "5.last_turn: the other session's turn is open",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     P:2 medium turn.completed session=s1 turn=t1
			c     P:3 medium session.ended {"status":"completed"} session=s1
			work  Q:1 medium turn.started session=s2 turn=t1`,
		want: `none working rule=5.live_turn`},
	{name: "two sessions both ended no lane terminal", why: "5.last_turn: both came to their end and nobody claimed more",
		events: `
			start O:1 lane.started
			bind1 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:3 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     P:2 medium turn.completed session=s1 turn=t1
			c     P:3 medium session.ended {"status":"completed"} session=s1
			d     Q:1 medium turn.started session=s2 turn=t1
			e     Q:2 medium turn.completed session=s2 turn=t1
			f     Q:3 medium session.ended {"status":"completed"} session=s2`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "two sessions one died", why: "5.last_turn: a turn that nobody ended and nobody can end is unknown",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     P:2 medium turn.completed session=s1 turn=t1
			work  Q:1 medium turn.started session=s2 turn=t1
			died  Q:2 medium session.ended {"status":"failed"} session=s2`,
		want: `unknown ready_for_prompt rule=5.open_turn`},
	{name: "lane finished while the other session works", why: "4.stands: the ending stands, and it is a reason to look",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			work  Q:1 medium turn.started session=s2 turn=t1
			fin   P:1 lane.finished session=s1 lane=A`,
		want: `finished_unverified ended doubts=other_session_active`},
	{name: "two sessions disagree", why: "4.contested",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			fin   P:1 medium lane.finished session=s1 lane=A
			fail  Q:1 medium lane.failed {"failure_class":"test"} session=s2 lane=A`,
		want: `contested ended contested=2`},
	{name: "worker failed is no lane failure", why: "5.over (added): all is over and nobody said how: unknown",
		events: `
			run  W:1 worker.running worker=w lane=A
			died W:2 worker.failed {"failure_class":"infra"} worker=w lane=A`,
		want: `unknown ended rule=5.over class= doubts=ended_without_outcome`},
	{name: "worker restarted and running", why: "5.none: it goes on",
		events: `
			run   W:1 worker.running worker=w lane=A
			died  W:2 worker.failed {"failure_class":"infra"} worker=w lane=A
			again W/2:1 worker.restarted worker=w lane=A
			work  W/2:2 worker.running worker=w`,
		want: `none working rule=5.none`},
	{name: "subagent cannot end the lane", why: "4 (added): the endings of a subagent are not the lane's",
		events: `
			bind  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			root  P:1 medium session.created {"agent":"x"} session=s1
			turn  P:2 medium turn.started session=s1 turn=t1
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			fail  C:2 lane.failed {"failure_class":"test"} session=c1 lane=A`,
		want: `none working sessions=2`},
	{name: "subagent waits for approval", why: "state.last: a subagent's block blocks the lane",
		events: `
			bind  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			turn  P:1 medium turn.started session=s1 turn=t1
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			wait  C:2 medium worker.blocked {"subphase":"blocked.approval"} session=c1`,
		want: `none blocked subphase=blocked.approval`},
	{name: "subagent ends with its parent", why: "5.session_lane (added): a subagent is over with its parent",
		events: `
			root  P:1 medium session.created {"agent":"x"} session=s1
			turn  P:2 medium turn.started session=s1 turn=t1
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			work  C:2 medium turn.started session=c1 turn=t1
			done  P:3 medium turn.completed session=s1 turn=t1
			end   P:4 medium session.ended {"status":"completed"} session=s1`,
		want: `s1: finished_unverified ended sessions=2 over=2`},
	{name: "subagents prompt reopens nothing", why: "3 (added): a subagent's prompt is within a turn",
		events: `
			bind   O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			fin    W:1 lane.finished
			child  C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			prompt C:2 prompt.accepted session=c1 <fin`,
		want: `finished_unverified ended #1`},
	{name: "lane taken from the session", why: "5.session_lane (added): the one lane that its events name is the session's",
		events: `
			name P:1 medium session.created {"agent":"x"} session=s1 lane=A
			turn P:2 medium turn.started session=s1 turn=t1
			fail P:3 medium turn.failed {"class":"provider_rate_limit"} session=s1 turn=t1`,
		want: `failed ended rule=5.failed class=infra`},
	{name: "session in two lanes moves neither", why: "5.session_lane (added): a session whose events name several lanes is none's",
		events: `
			a    P:1 medium worker.running session=s1 lane=A
			b    P:2 medium worker.running session=s1 lane=B
			fail P:3 medium turn.failed {"class":"unknown"} session=s1 turn=t1`,
		want: `
			A: none working
			B: none working`},
	{name: "untrusted cannot declare a session a subagent", why: "5.session_lane (added): the most trusted say whose child it is",
		events: `
			root  P:1 medium session.created {"agent":"x"} session=s1 lane=A
			claim X:1 low session.identity_enriched {"parent_session":"sim/s0"} session=s1
			fail  P:2 medium lane.failed {"failure_class":"test"} session=s1 lane=A`,
		want: `failed ended class=test`},
	{name: "live and a truncated import", why: "5.last_turn: live before import; a recording that stops says nothing",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium turn.completed session=s1 turn=t1
			c I:1 medium turn.started session=s1 turn=t1 import seq_kind=ordinal`,
		want: `s1: finished_unverified ended rule=5.completed`},
}
