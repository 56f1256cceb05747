package lanetest

// upstreamScenarios are the vectors of claw-code's own reconciliation
// (runtime/src/lane_events.rs, MIT), answered by this rule.
var upstreamScenarios = []Scenario{
	{name: "upstream empty", why: "1.exists: no event, no lane", events: ``, want: ``},
	{name: "upstream advisory only", why: "5.none; upstream lost the advisory list",
		events: `
			a U:1 lane.started
			b U:2 lane.green {"level":"targeted"}`,
		want: `none green rule=5.none events=2`},
	{name: "upstream completed idle error completed", why: "4.stands: as upstream, the last",
		events: `
			a U:1 lane.finished
			b U:2 lane.ready
			c U:3 lane.failed {"failure_class":"unknown"}
			d U:4 lane.finished`,
		want: `finished_unverified ended dup=1 differs=1`},
	{name: "upstream dup finished same fp", why: "8: as upstream, one",
		events: `
			a U:1 lane.finished
			b U:2 lane.finished`,
		want: `finished_unverified ended dup=1 differs=0`},
	{name: "upstream finished then materially different", why: "4.stands: as upstream, the later; the earlier is not lost",
		events: `
			a U:1 lane.finished {"result":"ok"}
			b U:2 lane.finished {"result":"attempt2"}`,
		want: `finished_unverified ended data={"result":"attempt2"} differs=1`},
	{name: "upstream out of order", why: "4.stands: as upstream, by number",
		events: `
			c U:3 lane.finished
			a U:1 lane.started
			b U:2 lane.failed {"failure_class":"unknown"}`,
		want: `finished_unverified ended differs=1`},
	{name: "upstream seq ties keep input order", why: "4.contested: upstream let arrival decide; equal numbers are concurrent",
		events: `
			a U:1 lane.failed {"failure_class":"unknown"}
			b U:1 lane.finished`,
		want: `contested ended contested=2`},
	{name: "upstream transport death after terminal", why: "7.interrupted: upstream made it uncertain; an ending beats any transport event",
		events: `
			a    U:1 lane.finished host=h
			down H:1 transport.down {"scope":"host","host":"h","reason":"server_down"} lane=- source=transport <a`,
		want: `finished_unverified ended outages=1`},
	{name: "upstream reconciled after terminal as it stands", why: "4: lane.reconciled annotates",
		events: `
			a U:1 lane.finished
			b U:2 lane.reconciled`,
		want: `finished_unverified ended doubts=transport_reconciled`},
	{name: "upstream transport death before terminal", why: "4: as upstream, the ending",
		events: `
			a U:1 lane.reconciled
			b U:2 lane.finished`,
		want: `finished_unverified ended doubts=transport_reconciled`},
	{name: "upstream uncertainty sticky after new terminal", why: "4.stands: upstream stayed uncertain; the new ending stands",
		events: `
			a U:1 lane.finished
			b U:2 lane.reconciled
			c U:3 lane.failed {"failure_class":"compile"}`,
		want: `failed ended class=compile differs=1 doubts=transport_reconciled`},
	{name: "upstream failure class change swallowed by equal fp", why: "8.fingerprint: the class is material, so the change is seen",
		events: `
			a U:1 lane.failed {"failure_class":"compile"}
			b U:2 lane.failed {"failure_class":"mcp_handshake"}`,
		want: `failed ended class=mcp_handshake dup=0 differs=1 replaces=yes`},
	{name: "upstream finished then merged", why: "4.disposition: upstream replaced the ending by the merge; here both are there",
		events: `
			a U:1 lane.finished
			b U:2 lane.merged`,
		want: `finished_unverified ended disposition=merged`},
}
