package lanetest

// orderScenarios are about rule 2: what precedes what.
var orderScenarios = []Scenario{
	{name: "empty", why: "1.exists: no event, no lane", events: ``, want: ``},
	{name: "advisory only", why: "5.none: nothing claims an end; the state is the last one given",
		events: `
			start O:1 lane.started
			run   W:1 worker.running
			green W:2 lane.green {"level":"targeted"}`,
		want: `none green #1 rule=5.none events=3`},
	{name: "completed idle error completed", why: "4.stands: from one emitter the last ending stands, equal ones are one",
		events: `
			a W:1 lane.finished
			b W:2 lane.ready
			c W:3 lane.failed {"failure_class":"unknown"}
			d W:4 lane.finished`,
		want: `finished_unverified ended #1 dup=1 differs=1 relations=overruled`},
	{name: "completed idle error completed backwards and doubled", why: "4.stands: arrival and repetition are nothing",
		events: `
			d W:4 lane.finished
			d W:4 lane.finished
			c W:3 lane.failed {"failure_class":"unknown"}
			c W:3 lane.failed {"failure_class":"unknown"}
			b W:2 lane.ready
			a W:1 lane.finished
			a W:1 lane.finished`,
		want: `finished_unverified ended #1 dup=1 differs=1 relations=overruled events=4`},
	{name: "server down after the burst", why: "7.interrupted does not apply: an ending beats any transport event",
		events: `
			a    W:1 lane.finished control=cs
			b    W:2 lane.finished control=cs
			down H:1 transport.down {"scope":"control_server","control_server":"cs","reason":"server_down"} lane=- source=transport <b`,
		want: `finished_unverified ended dup=1 outages=1 open=1 subphase=`},
	{name: "burst of equal terminals", why: "8: equal fingerprints of an attempt are one, and counted",
		events: `
			a W:1 lane.failed {"failure_class":"test"}
			b W:2 lane.failed {"failure_class":"test"}
			c W:3 lane.failed {"failure_class":"test"}
			d W:4 lane.failed {"failure_class":"test"}
			e V:1 lane.failed {"failure_class":"test"}`,
		want: `failed ended class=test dup=4 differs=0`},
	{name: "duplicates outside the window", why: "8: one for ever, there is no window",
		events: `
			a W:1 lane.finished @0
			b W:2 lane.finished @4000`,
		want: `finished_unverified ended dup=1 differs=0`},
	{name: "materially different repeat", why: "8: a materially different repeat is surfaced, and names what it replaces",
		events: `
			a W:1 lane.finished {"result":"one"}
			b W:2 lane.finished {"result":"two"}`,
		want: `finished_unverified ended data={"result":"two"} dup=0 differs=1 relations=overruled replaces=yes`},
	{name: "out of order arrival", why: "2: the emitter's numbers order, not arrival",
		events: `
			c W:3 lane.finished
			a W:1 lane.started
			b W:2 lane.failed {"failure_class":"test"}`,
		want: `finished_unverified ended relations=overruled`},
	{name: "missing seq finished and failed", why: "4.contested: without numbers and causes nothing orders them",
		events: `
			a W lane.finished
			b W lane.failed {"failure_class":"test"}`,
		want: `contested ended rule=4.contested contested=2`},
	{name: "missing seq ordered by causes", why: "2: causes order",
		events: `
			a W lane.failed {"failure_class":"test"}
			b W lane.finished <a`,
		want: `finished_unverified ended differs=1`},
	{name: "equal seq different claims", why: "2: equal numbers are concurrent",
		events: `
			a W:5 lane.finished
			b W:5 lane.failed {"failure_class":"test"}`,
		want: `contested ended contested=2`},
	{name: "gap after the terminal", why: "2 (added): a hole in the numbers orders nothing and moves nothing; the log reports it",
		events: `
			a W:1 lane.started
			b W:2 lane.finished
			c W:9 lane.heartbeat`,
		want: `finished_unverified ended missing=0`},
	{name: "gap before the terminal", why: "2 (added): a hole moves nothing",
		events: `
			a W:1 lane.started
			b W:9 lane.finished`,
		want: `finished_unverified ended missing=0`},
	{name: "holes in an imported numbering are no gap", why: "5.last_turn: ordinals are places in a source",
		events: `
			a I:10 medium turn.started session=s1 turn=t1 import seq_kind=ordinal
			b I:70 medium turn.completed session=s1 turn=t1 import seq_kind=ordinal`,
		want: `s1: finished_unverified ended rule=5.completed`},
	{name: "cycle between two emitters", why: "2.cycle: events in a cycle are concurrent, and reported",
		events: `
			a W:1 lane.finished <b
			b V:1 lane.failed {"failure_class":"test"} <a`,
		want: `contested ended contested=2 conflicts=2`},
	{name: "cause against the emitters own numbers", why: "2.cycle: it makes a cycle with the numbers",
		events: `
			a W:1 lane.finished <b
			b W:2 lane.failed {"failure_class":"test"}`,
		want: `contested ended contested=2 conflicts=2`},
	{name: "event that names itself", why: "2.cycle: a cycle of one orders nothing and is reported",
		events: `a W:1 lane.finished <a`,
		want:   `finished_unverified ended conflicts=1 missing=0`},
	{name: "dangling cause", why: "2: a cause that is not there orders nothing and is counted",
		events: `
			a W:1 lane.finished <ghost
			b W:2 lane.ready <ghost`,
		want: `finished_unverified ended missing=1`},
	{name: "order through another lane", why: "2: the order is over the lane's own events; a cause in another lane is not missing and orders nothing",
		events: `
			a W:1 lane.failed {"failure_class":"test"}
			n O:1 lane.started lane=B <a
			b V:1 lane.finished <n`,
		want: `
			A: contested ended contested=2 missing=0
			B: none spawning`},
	{name: "clock jumps back within an emitter", why: "2: neither clock orders",
		events: `
			a W:1 lane.failed {"failure_class":"test"} @100
			b W:2 lane.finished @10`,
		want: `finished_unverified ended differs=1`},
	{name: "clocks never decide between emitters", why: "4.contested: a later clock is no order",
		events: `
			a W:1 lane.failed {"failure_class":"test"} @1
			b V:1 lane.finished @100`,
		want: `contested ended contested=2`},
	{name: "one id two contents", why: "2 (added): both are there, and it is reported",
		events: `
			x W:1 lane.finished
			x W:1 lane.failed {"failure_class":"test"}`,
		want: `contested ended contested=2 doubts=id_conflict`},
	{name: "same id other arrival data", why: "1: position, revision and recorded_at are not of the event",
		events: `
			x W:1 lane.finished position=4
			x W:1 lane.finished position=9`,
		want: `finished_unverified ended dup=0 events=1`},
	{name: "no emitter at all", why: "2: who is not named orders nothing",
		events: `
			a -:1 lane.finished
			b -:2 lane.failed {"failure_class":"test"}`,
		want: `contested ended contested=2`},
}
