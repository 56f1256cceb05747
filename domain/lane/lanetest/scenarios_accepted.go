package lanetest

// acceptedScenarios are about the statement that an outcome is good enough.
var acceptedScenarios = []Scenario{
	{name: "an outcome is accepted", why: "8.accepted: it changes no other field",
		events: `
			fin    W:1 lane.finished
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A","reason":"seen"}`,
		want: `finished_unverified ended rule=6.no_expects accepted=medium disposition= differs=0 actionable=yes`},
	{name: "nothing ended that could be accepted", why: "8.accepted: it holds for an outcome, and there is none",
		events: `
			run    W:1 worker.running
			accept O:1 lane.accepted {"outcome_fingerprint":"0000000000000000000000000000000000000000000000000000000000000000"}`,
		want: `none working accepted=no`},
	{name: "another outcome than the accepted one", why: "8.accepted: it holds for the fingerprint that it names alone",
		events: `
			fin    W:1 lane.finished
			accept O:1 lane.accepted {"outcome_fingerprint":"@A"}
			fail   W:2 lane.failed {"failure_class":"test"} <fin`,
		want: `failed ended class=test accepted=no differs=1`},
	{name: "accepted and reopened", why: "8.accepted: a reopening that follows takes it back",
		events: `
			fin    W:1 lane.finished
			accept O:1 lane.accepted {"outcome_fingerprint":"@A"}
			reopen O:2 lane.reopened {"outcome_fingerprint":"@A"} <accept`,
		want: `finished_unverified ended accepted=no`},
	{name: "accepted again after it was reopened", why: "8.accepted: every reopening precedes the acceptance",
		events: `
			fin    W:1 lane.finished
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A"}
			reopen P:1 medium lane.reopened {"outcome_fingerprint":"@A"} <accept
			again  Q:1 medium lane.accepted {"outcome_fingerprint":"@A"} <reopen`,
		want: `finished_unverified ended accepted=medium`},
	{name: "accepted and reopened at once", why: "8.accepted: concurrent ones count as reopened",
		events: `
			fin    W:1 lane.finished
			accept O:1 lane.accepted {"outcome_fingerprint":"@A"}
			reopen P:1 medium lane.reopened {"outcome_fingerprint":"@A"}`,
		want: `finished_unverified ended accepted=no`},
	{name: "a terminal does not answer a signed reopening", why: "8.accepted: no reopening is of higher trust",
		events: `
			fin    W:1 lane.finished
			reopen P:1 lane.reopened {"outcome_fingerprint":"@A"}
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A"} <reopen`,
		want: `finished_unverified ended accepted=no`},
	{name: "a recording does not answer a live reopening", why: "8.accepted: none of them is live where that is recorded",
		events: `
			fin    W:1 lane.finished
			reopen P:1 medium lane.reopened {"outcome_fingerprint":"@A"}
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A"} import <reopen`,
		want: `finished_unverified ended accepted=no`},
	{name: "an agent does not accept its own work", why: "1.stranger: low trust moves nothing where something trusted tells of the work",
		events: `
			fin    W:1 medium lane.finished
			accept X:1 low lane.accepted {"outcome_fingerprint":"@A"} <fin`,
		want: `finished_unverified ended accepted=no events=2`},
	{name: "an agent takes back no acceptance", why: "1.stranger: low trust takes nothing away",
		events: `
			fin    W:1 medium lane.finished
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A"}
			reopen X:1 low lane.reopened {"outcome_fingerprint":"@A"} <accept`,
		want: `finished_unverified ended accepted=medium`},
	{name: "an acceptance takes no untrusted word away", why: "1.stranger: an acceptance does not tell of the work",
		events: `
			fin    W:1 low lane.finished
			accept O:1 medium lane.accepted {"outcome_fingerprint":"@A"}`,
		want: `finished_unverified ended accepted=medium`},
	{name: "the next attempt of an accepted lane", why: "8.accepted: it holds for the fingerprint that it names alone",
		events: `
			fin    W:1 lane.finished
			accept O:1 lane.accepted {"outcome_fingerprint":"@A"}
			again  O:2 lane.restarted <fin
			more   W:2 lane.finished <again`,
		want: `finished_unverified ended #2 accepted=no history=finished_unverified`},
	{name: "an acceptance in an outage", why: "8.accepted: it does not show that work goes on",
		events: `
			run    W:1 worker.running host=h @1
			fin    W:2 lane.finished
			accept O:1 lane.accepted {"outcome_fingerprint":"@A"} @9
			down   T:1 transport.down {"scope":"host","host":"h"} source=transport @5`,
		want: `finished_unverified ended accepted=high outages=1 open=1`},
}
