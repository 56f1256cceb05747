package lanetest

// overSituations are about what is over, and what the state is then.
var overSituations = []Scenario{
	{name: "the only session ended in a call", why: "state.over: all is over, and nobody waits for a prompt",
		events: `
			a    P:1 medium turn.started session=s1 turn=t1
			call P:2 medium tool.requested {"name":"bash"} session=s1 turn=t1 item=c1
			b    P:3 medium turn.completed session=s1 turn=t1
			c    P:4 medium session.ended {"status":"completed"} session=s1`,
		want: `s1: unknown ended rule=5.open_call over=1 replaces=no actionable=no`},
	{name: "the only session ended within its turn", why: "state.over: all is over, and nobody works",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			c P:2 medium session.ended {"status":"interrupted"} session=s1`,
		want: `s1: unknown ended rule=5.open_turn over=1`},
	{name: "a session ended without a prompt", why: "5.over: it is over, and nobody said how",
		events: `
			a P:1 medium session.created {"agent":"x"} session=s1
			c P:2 medium session.ended {"status":"completed"} session=s1`,
		want: `s1: unknown ended rule=5.over over=1 doubts=ended_without_outcome`},
	{name: "a session that ended is looked at", why: "5.session_over: to resume it, to name it or to compact it is no prompt",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium session.ended {"status":"completed"} session=s1
			c P:3 medium session.resumed session=s1
			d P:4 medium session.identity_enriched {"title":"x"} session=s1
			e P:5 medium session.compacted {"trigger":"manual"} session=s1`,
		want: `s1: unknown ended rule=5.open_turn over=1`},
	{name: "the end of a turn is recorded behind that of its session", why: "5.session_over: the end of a turn is no prompt",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium session.ended {"status":"completed"} session=s1
			c P:3 medium turn.completed session=s1 turn=t1`,
		want: `s1: finished_unverified ended rule=5.completed over=1`},
	{name: "a session that ended is given a prompt", why: "5.session_over: a prompt follows its end, so it is live",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium session.ended {"status":"completed"} session=s1
			c P:3 medium session.resumed session=s1
			d P:4 medium turn.started session=s1 turn=t2`,
		want: `s1: none working rule=5.live_turn over=0`},
	{name: "a subagent's end ends nothing", why: "5.session_over: its parent is not over",
		events: `
			root  P:1 medium session.created {"agent":"x"} session=s1
			turn  P:2 medium turn.started session=s1 turn=t1
			child C:1 medium session.created {"agent":"x","parent_session":"sim/s1"} session=c1
			end   C:2 medium session.ended {"status":"completed"} session=c1`,
		want: `s1: none working rule=5.live_turn sessions=2 over=1`},
	{name: "an end without a name ends the turn before it", why: "5.unnamed_end: the last that its emitter started",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium turn.started session=s1 turn=t2
			c P:3 medium turn.failed {"class":"provider_rate_limit"} session=s1
			d I:1 medium turn.started session=s1 turn=t2 import
			e I:2 medium turn.completed session=s1 turn=t2 import`,
		want: `s1: failed ended rule=5.failed class=infra`},
	{name: "an end without a name ends no turn that follows", why: "5.unnamed_end: the turn that is open began after it",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium turn.completed session=s1
			c P:3 medium turn.started session=s1 turn=t2`,
		want: `s1: none working rule=5.live_turn`},
	{name: "an end without a name says nothing of another's turn", why: "5.unnamed_end: its emitter started none",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b Q:2 medium turn.completed session=s1`,
		want: `s1: none working rule=5.live_turn`},
	{name: "an end without a name and two turns at once", why: "5.unnamed_end: which of them ended is not known",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:1 medium turn.started session=s1 turn=t2
			c P:2 medium turn.interrupted session=s1`,
		want: `s1: canceled ended rule=5.interrupted`},
	{name: "the turn that an end without a name ended is taken back", why: "5.unnamed_end: it is that turn's end, and goes with it",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium turn.interrupted session=s1 turn=t1
			c P:3 medium turn.started session=s1 turn=t2
			d P:4 medium turn.completed session=s1
			e P:5 medium turn.withdrawn {"turns":["t2"]} session=s1`,
		want: `s1: canceled ended rule=5.interrupted`},
	{name: "a call of an earlier turn never came back", why: "5.unnamed_end: the calls of the turn that ended count",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1
			c P:3 medium turn.started session=s1 turn=t2
			d P:4 medium turn.completed session=s1`,
		want: `s1: finished_unverified ended rule=5.completed`},
	{name: "who is not trusted ends no turn under another's name", why: "5.unnamed_end: what is not trusted is numbered apart",
		events: `
			a P:1 medium turn.started session=s1 turn=t1
			b P:2 low turn.failed {"class":"unknown"} session=s1`,
		want: `s1: none working rule=5.live_turn`},
	{name: "a binding alone makes neither a lane nor a session", why: "1.exists: nothing is heard of the session that it names",
		events: `
			start O:1 lane.started
			bind  O:2 lane.ownership_bound {"lane":"%A","session":"sim/never"} session=never
			other O:3 lane.ownership_bound {"lane":"%B","session":"sim/nobody"} lane=B`,
		want: `A: none spawning sessions=0`},
	{name: "a worker lives on when its session ended", why: "5.over: a worker is not over, and says where it stands",
		events: `
			ready W:1 worker.ready_for_prompt worker=w lane=A
			bind  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     P:2 medium session.ended {"status":"completed"} session=s1`,
		want: `unknown ready_for_prompt rule=5.open_turn over=1`},
	{name: "a worker was terminated in a session's turn", why: "5.over: a session whose turn a recording leaves open is over with its worker",
		events: `
			run  W:1 worker.running worker=w lane=A
			bind O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a    I:1 medium turn.started session=s1 turn=t1 import seq_kind=ordinal
			died W:2 worker.terminated {"reason":"killed"} worker=w lane=A`,
		want: `unknown ended rule=5.open_turn over=0`},
}
