package lanetest

// trustScenarios are about rule 4: which ending stands.
var trustScenarios = []Scenario{
	{name: "higher trust of concurrent", why: "4.stands: trust before order",
		events: `
			fin  W:1 medium lane.finished
			fail V:1 lane.failed {"failure_class":"test"}`,
		want: `failed ended class=test relations=lower_trust doubts=lower_trust_ending`},
	{name: "lower trust cannot overturn by naming", why: "4.stands: a low claim does not overturn a verified one by naming it",
		events: `
			fail W:1 lane.failed {"failure_class":"test"}
			fin  X:1 low lane.finished <fail`,
		want: `failed ended class=test doubts=lower_trust_ending`},
	{name: "higher trust later", why: "4.stands",
		events: `
			fin  X:1 low lane.finished
			fail V:1 lane.failed {"failure_class":"test"} <fin`,
		want: `failed ended class=test doubts=lower_trust_ending`},
	{name: "equal trust contest", why: "4.contested: two statuses stand",
		events: `
			fin  W:1 medium lane.finished
			fail V:1 medium lane.failed {"failure_class":"test"}`,
		want: `contested ended rule=4.contested contested=2 differs=0 class= actionable=yes`},
	{name: "contest settled by one who saw both", why: "4.settled: an operator's word decides",
		events: `
			fin    W:1 lane.finished
			fail   V:1 lane.failed {"failure_class":"test"}
			settle H:1 lane.settled {"event":"$fail","reason":"right"} <fin,fail`,
		want: `failed ended rule=4.settled class=test contested=0 relations=settled replaces=yes`},
	{name: "contest not settled by one who saw one", why: "4.settled: what the operator has not seen still contests",
		events: `
			fin    W:1 lane.finished
			fail   V:1 lane.failed {"failure_class":"test"}
			settle H:1 lane.settled {"event":"$fin","reason":"good"} <fin`,
		want: `contested ended contested=2`},
	{name: "unknown trust is below low", why: "4.stands",
		events: `
			fin  X:1 low lane.finished
			fail Y:1 unknown lane.failed {"failure_class":"test"} <fin`,
		want: `finished_unverified ended doubts=lower_trust_ending`},
	{name: "same claim different class", why: "4.class_contested (added): failures of different classes are one failure of unknown class",
		events: `
			a W:1 lane.failed {"failure_class":"compile"}
			b V:1 lane.failed {"failure_class":"test"}`,
		want: `failed ended class=unknown differs=1 relations=stands doubts=failure_class_contested`},
	{name: "canceled against finished", why: "4.contested",
		events: `
			a W:1 lane.finished
			b V:1 lane.canceled`,
		want: `contested ended contested=2`},
	{name: "canceled", why: "4.stands",
		events: `a W:1 lane.canceled {"result":"by_user"}`,
		want:   `canceled ended rule=4.stands data={"result":"by_user"} actionable=yes`},
	{name: "two concurrent finishes one unproven", why: "6 (added): of several claims the one that is shown the least counts",
		events: `
			start  O:1 lane.started {"expects":["writes"]}
			a      W:1 lane.finished {"commit":"aaa1111"} <start
			b      V:1 lane.finished {"commit":"bbb2222"} <start
			commit W:2 lane.commit.created {"commit":"aaa1111"}`,
		want: `finished_pending_writes ended differs=1 relations=stands`},
	{name: "echo of an overruled failure", why: "4 and 8 (added): equal endings are one claim, and an echo of one that was overruled makes no contest",
		events: `
			fail W:1 lane.failed {"failure_class":"test"}
			fin  W:2 lane.finished
			echo V:1 lane.failed {"failure_class":"test"}`,
		want: `finished_unverified ended differs=1 relations=overruled`},
	{name: "not an echo it names the commit", why: "4.contested: another commit is another claim",
		events: `
			fail W:1 lane.failed {"failure_class":"test","commit":"aaa1111"}
			fin  W:2 lane.finished
			news V:1 lane.failed {"failure_class":"test","commit":"bbb2222"}`,
		want: `contested ended contested=2 differs=1`},
	{name: "untrusted terminals are not heard", why: "4.stands",
		events: `
			fin  I:1 medium lane.finished
			fail X:1 low lane.failed {"failure_class":"test"}
			stop Y:1 unknown lane.canceled`,
		want: `finished_unverified ended differs=2 doubts=lower_trust_ending`},
	{name: "untrusted alone is heard", why: "4.stands: the highest trust there is",
		events: `fin X:1 low lane.finished`,
		want:   `finished_unverified ended`},
	{name: "merge outranks an untrusted claim", why: "4.disposition: dispositions never compete with endings, of whatever trust",
		events: `
			fail  X:1 low lane.failed {"failure_class":"test"}
			merge M:1 lane.merged`,
		want: `failed ended disposition=merged`},
	{name: "two emitters in opposite order", why: "4.contested: each overrules the other",
		events: `
			a W:1 lane.finished
			b W:2 lane.failed {"failure_class":"test"}
			c V:1 lane.failed {"failure_class":"test"}
			d V:2 lane.finished`,
		want: `contested ended contested=2 conflicts=0`},
	{name: "live and imported once more", why: "4.stands: of equal trust, live before import",
		events: `
			fin  W:1 medium lane.finished
			fail I:1 medium lane.failed {"failure_class":"test"} import`,
		want: `finished_unverified ended relations=recorded`},
	{name: "two lanes equal payloads two outcomes", why: "8.fingerprint: the lane is part of it",
		events: `
			a W:1 lane.finished {"result":"ok"}
			b W:2 lane.finished {"result":"ok"} lane=B`,
		want: `
			A: finished_unverified ended dup=0
			B: finished_unverified ended dup=0`},
	{name: "fingerprint of odd numbers and characters", why: "8.fingerprint: RFC 8785 makes two spellings one",
		events: `
			a W:1 lane.finished {"result":"\u00e9<&\u2028","selection_outcome":{"b":1e21,"a":1.0,"action":"x"}}
			b V:1 lane.finished {"selection_outcome":{"action":"x","a":1,"b":1000000000000000000000},"result":"é<&\u2028"}`,
		want: `finished_unverified ended dup=1 differs=0`},
}
