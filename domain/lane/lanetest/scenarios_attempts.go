package lanetest

// attemptScenarios are about rule 3: the attempts of a lane.
var attemptScenarios = []Scenario{
	{name: "idle or looked at after finished", why: "3.attempt: looking at or resuming a finished session opens nothing",
		events: `
			fin   W:1 lane.finished
			idle  W:2 lane.ready
			look  W:3 session.resumed session=s1 lane=A`,
		want: `finished_unverified ended #1`},
	{name: "new prompt reopens", why: "3.attempt: a prompt accepted after an end opens the next attempt",
		events: `
			start  O:1 lane.started
			fin    W:1 lane.finished <start
			prompt V:1 prompt.accepted <fin`,
		want: `none prompt_accepted #2 history=finished_unverified`},
	{name: "same payload second attempt", why: "8.fingerprint: the attempt is part of it",
		events: `
			fin   W:1 lane.finished {"result":"ok"}
			again O:1 lane.restarted <fin
			fin2  W:2 lane.finished {"result":"ok"} <again`,
		want: `finished_unverified ended #2 dup=0 history=finished_unverified replaces=yes`},
	{name: "old boots late terminal after work in the new", why: "3.attempt: the new boot's prompt is after the old boot's end",
		events: `
			run    W/1:1 worker.running
			spawn  W/2:1 worker.spawning
			prompt W/2:2 prompt.accepted
			work   W/2:3 worker.running
			late   W/1:5 lane.failed {"failure_class":"infra"}`,
		want: `none working #2 history=failed`},
	{name: "reboot alone reopens nothing", why: "3.attempt: a boot opens nothing",
		events: `
			fin   W/1:2 lane.finished
			spawn W/2:1 worker.spawning
			again W/2:2 worker.restarted`,
		want: `finished_unverified ended #1`},
	{name: "terminal sent again after reboot", why: "8: an equal ending is a repeat",
		events: `
			fin   W/1:2 lane.finished
			spawn W/2:1 worker.spawning
			fin2  W/2:2 lane.finished`,
		want: `finished_unverified ended #1 dup=1`},
	{name: "restart that did not name the old worker", why: "3.attempt: what no opener precedes belongs to the first attempt",
		events: `
			start O:1 lane.started
			run   W:1 worker.running <start
			again O:2 lane.restarted
			late  W:2 lane.failed {"failure_class":"infra"}`,
		want: `none spawning #2 history=failed doubts=unlinked_ending`},
	{name: "fence puts the old worker before the restart", why: "3 (added): a fenced boot's word belongs to what was before, also where it knew of the restart",
		events: `
			start O:1 lane.started
			run   W:1 worker.running <start
			again O:2 lane.restarted {"fences":[{"emitter":"W","epoch":"00000000000000000000000001"}]}
			late  W:2 lane.failed {"failure_class":"infra"} <again`,
		want: `none spawning #2 history=failed`},
	{name: "repeat of a reopened outcome from elsewhere", why: "3.attempt: an echo of the earlier attempt moves nothing",
		events: `
			fin   W:1 lane.finished
			again O:1 lane.restarted <fin
			echo  V:1 lane.finished`,
		want: `none spawning #2 history=finished_unverified`},
	{name: "different news concurrent with the reopening", why: "3.attempt: it is the earlier attempt's, and a reason to look",
		events: `
			fin   W:1 lane.finished
			again O:1 lane.restarted <fin
			news  V:1 lane.failed {"failure_class":"test"}`,
		want: `none spawning #2 history=contested doubts=unlinked_ending`},
	{name: "lower trust cannot reopen", why: "3 (added): an opener is heard if no ending of more trust fails to follow it",
		events: `
			fin   W:1 lane.finished
			again X:1 low lane.restarted <fin`,
		want: `finished_unverified ended #1 doubts=lower_trust_opener`},
	{name: "demands of a later attempt do not reach back", why: "6 (added): demands hold from their attempt on",
		events: `
			fin   W:1 lane.finished
			again O:1 lane.restarted {"expects":["green:package"]} <fin
			fin2  W:2 lane.finished <again`,
		want: `finished_pending_green ended #2 history=finished_unverified`},
	{name: "evidence that names the earlier attempt", why: "6 (added): evidence that names an ending speaks for that attempt",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			fin   W:1 lane.finished <start
			again O:2 lane.restarted <fin
			fin2  W:2 lane.finished <again
			green C:1 lane.green {"level":"targeted"} <fin`,
		want: `finished_pending_green ended #2 history=finished`},
	{name: "green of the earlier attempt does not carry over", why: "6 (added): evidence before the reopening is the earlier attempt's",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			green W:1 lane.green {"level":"targeted"} <start
			fin   W:2 lane.finished
			again O:2 lane.restarted <fin
			fin2  W:3 lane.finished <again`,
		want: `finished_pending_green ended #2 history=finished`},
	{name: "three turns three outcomes", why: "3.attempt: each prompt after an end opens the next",
		events: `
			fin     W:1 lane.finished
			prompt  W:2 prompt.accepted <fin
			fail    W:3 lane.failed {"failure_class":"compile"}
			prompt2 W:4 prompt.accepted <fail
			cancel  W:5 lane.canceled`,
		want: `canceled ended #3 history=finished_unverified,failed`},
	{name: "a commits evidence serves every claim of it", why: "6 (added): evidence of the claim's own commit speaks in every attempt",
		events: `
			start O:1 lane.started {"expects":["green:targeted"]}
			green W:1 lane.green {"level":"targeted","commit":"abcdef1"} <start
			fin   W:2 lane.finished {"commit":"abcdef1"}
			again O:2 lane.restarted <fin
			fin2  W:3 lane.finished {"commit":"abcdef1"} <again`,
		want: `finished ended #2 history=finished`},
	{name: "echo of the second attempts terminal", why: "3 (added): an unordered repeat joins the attempt whose ending it repeats",
		events: `
			fin   W:1 lane.finished
			again O:1 lane.restarted <fin
			fail  W:2 lane.failed {"failure_class":"test"} <again
			echo  V:1 lane.failed {"failure_class":"test"}`,
		want: `failed ended #2 dup=1 history=finished_unverified`},
}
