package lanetest

import "github.com/clawable/claw/domain/lane"

// scopeScenarios are about rule 1 and the scope of a lane: which events count, and
// for which lane.
var scopeScenarios = []Scenario{
	{name: "noise moves nothing", why: "1: test and healthcheck never count",
		events: `
			fin  W:1 lane.finished
			test W:2 lane.failed {"failure_class":"test"} source=test <fin
			ping W:3 lane.failed {"failure_class":"test"} source=healthcheck <fin
			wire W:4 lane.failed {"failure_class":"test"} source=transport <fin`,
		want: `finished_unverified ended differs=0 events=1`},
	{name: "lane known from noise only", why: "1 (added): a lane is there when an event of it counts",
		events: `
			a W:1 lane.started source=test
			b W:2 lane.failed {"failure_class":"test"} source=healthcheck`,
		want: ``},
	{name: "replay in a live log", why: "1: a re-sent copy counts only in a log opened as a replay",
		events: `
			fin  W:1 lane.finished
			copy R:1 lane.failed {"failure_class":"test"} source=replay <fin`,
		want: `finished_unverified ended events=1`},
	{name: "replay in a log of its own", why: "1: the log was opened as a replay", opts: lane.Options{Replay: true},
		events: `
			fin  W:1 lane.finished source=replay
			copy W:2 lane.failed {"failure_class":"test"} source=replay`,
		want: `failed ended class=test events=2`},
	{name: "no provenance does not count", why: "1: only live_lane moves a lane",
		events: `
			fin  W:1 lane.finished
			what W:2 lane.failed {"failure_class":"test"} source=`,
		want: `finished_unverified ended events=1`},
	{name: "out of scope event in our lane", why: "1: watcher ignore never raises anything",
		events: `
			start O:1 lane.started watcher=act
			fin   W:1 lane.finished <start
			other W:2 lane.failed {"failure_class":"test"} watcher=ignore`,
		want: `finished_unverified ended watcher=act actionable=yes events=2`},
	{name: "out of scope lane", why: "scope (added): it is folded, and nothing in it is anybody's to act on",
		events: `
			start O:1 lane.started watcher=ignore
			fin   W:1 lane.finished <start`,
		want: `finished_unverified ended watcher=ignore actionable=no`},
	{name: "scope survives restart and late terminal", why: "scope: an event without one inherits",
		events: `
			start O:1 lane.started watcher=observe
			again O:2 lane.restarted
			fin   W:1 lane.finished <again`,
		want: `finished_unverified ended #2 watcher=observe actionable=no history=none`},
	{name: "observe only lane", why: "scope: to be seen and not acted on",
		events: `
			start O:1 lane.started watcher=observe owner=ops
			fail  W:1 lane.failed {"failure_class":"test"} <start`,
		want: `failed ended watcher=observe actionable=no`},
	{name: "concurrent bindings narrowest", why: "scope (added): of concurrent ones the narrowest",
		events: `
			a   O:1 lane.ownership_bound {"lane":"%A"} watcher=act
			b   P:1 lane.ownership_bound {"lane":"%A"} watcher=ignore
			fin W:1 lane.finished`,
		want: `finished_unverified ended watcher=ignore actionable=no`},
	{name: "untrusted cannot put a lane out of scope", why: "scope (added): trust before order",
		events: `
			fin  W:1 lane.finished
			bind X:1 low lane.ownership_bound {"lane":"%A"} watcher=ignore <fin`,
		want: `finished_unverified ended watcher= actionable=yes`},
	{name: "untrusted cannot bring a lane into scope", why: "scope (added): trust before order",
		events: `
			start O:1 lane.started watcher=ignore
			bind  X:1 low lane.ownership_bound {"lane":"%A"} watcher=act <start
			fin   W:1 lane.finished <start`,
		want: `finished_unverified ended watcher=ignore actionable=no`},
	{name: "merged refines finished", why: "4.disposition",
		events: `
			fin   W:1 lane.finished
			merge M:1 lane.merged <fin`,
		want: `finished_unverified ended disposition=merged`},
	{name: "merged by hand nobody said finished", why: "4.disposition: without an ending the outcome stays unknown",
		events: `
			run   W:1 worker.running
			merge M:1 lane.merged <run`,
		want: `unknown working disposition=merged rule=4.disposed`},
	{name: "superseded alone", why: "4.disposition: without an ending the outcome stays unknown",
		events: `x M:1 lane.superseded {"by":"%B"}`,
		want:   `unknown spawning disposition=superseded rule=4.disposed`},
	{name: "closed after failed", why: "4.disposition: dispositions never compete with endings",
		events: `
			fail  W:1 lane.failed {"failure_class":"test"}
			close M:1 lane.closed <fail`,
		want: `failed ended class=test disposition=closed`},
	{name: "merged though failed", why: "4.disposition: dispositions never compete with endings",
		events: `
			fail  W:1 lane.failed {"failure_class":"test"}
			merge M:1 lane.merged <fail`,
		want: `failed ended class=test disposition=merged`},
	{name: "merged and closed", why: "4.disposition (added): of concurrent ones merged, then superseded, then closed",
		events: `
			fin   W:1 lane.finished
			merge M:1 lane.merged <fin
			close N:1 lane.closed <fin`,
		want: `finished_unverified ended disposition=merged doubts=disposition_contested`},
	{name: "reopened after merge", why: "3.attempt: only the highest attempt decides",
		events: `
			fin   W:1 lane.finished
			merge M:1 lane.merged <fin
			again O:1 lane.restarted <merge`,
		want: `none spawning #2 disposition= history=finished_unverified`},
	{name: "merge of the earlier attempt during rework", why: "3.attempt: it belongs to the attempt that it follows",
		events: `
			fin   W:1 lane.finished
			again O:1 lane.restarted <fin
			merge M:1 lane.merged <fin`,
		want: `none spawning #2 disposition=`},
}
