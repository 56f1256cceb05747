package lanetest

// strangers are situations in which events that are untrusted, or are to be ignored, occur
// beside those that count.
var strangers = []Scenario{
	{name: "an untrusted merge of a trusted lane", why: "1.stranger: what is not trusted disposes of nothing",
		events: `
			fin   W:1 lane.finished
			merge X:1 low lane.merged <fin`,
		want: `finished_unverified ended disposition=`},
	{name: "an untrusted merge while a trusted worker runs", why: "1.stranger",
		events: `
			run   W:1 worker.running
			merge X:1 low lane.merged <run`,
		want: `none working disposition=`},
	{name: "an operator settles for an untrusted claim", why: "1.stranger: an ending that a trusted settlement names is heard",
		events: `
			start  O:1 lane.started
			fin    X:1 low lane.finished
			fail   Y:1 low lane.failed {"failure_class":"test"}
			settle H:1 lane.settled {"event":"$fin","reason":"good"} <fin,fail`,
		want: `finished_unverified ended missing=1 relations=lower_trust doubts=lower_trust_ending`},
	{name: "a trusted witness of work that nobody trusted tells of", why: "1.stranger: the claim is heard, and refuted",
		events: `
			start X:1 low lane.started {"expects":["workspace"]} worktree=/wt/a
			fin   X:2 low lane.finished
			miss  G:1 branch.workspace_mismatch {"actual":"/wt/b"} <fin`,
		want: `failed_verify ended class=workspace_mismatch`},
	{name: "an untrusted claim of an earlier attempt", why: "1.stranger: it differs where it belongs",
		events: `
			fin   W:1 lane.finished
			old   X:1 low lane.failed {"failure_class":"test"} <fin
			again W:2 lane.restarted
			new   Y:1 low lane.failed {"failure_class":"infra"} <again`,
		want: `none spawning #2 history=finished_unverified differs=1 relations=lower_trust doubts=lower_trust_ending`},
	{name: "an untrusted outage of a host that the lane names, to be ignored", why: "1.ignored: it counts for nothing and takes nothing away",
		events: `
			start O:1 lane.started host=h
			fail  W:1 lane.failed {"failure_class":"test"} <start
			down  X:1 low transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport watcher=ignore
			again X:2 low transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport watcher=ignore`,
		want: `failed ended class=test events=2 outages=0`},
	{name: "a trusted outage and a commit to be ignored", why: "1.ignored",
		events: `
			start O:1 lane.started host=h
			fail  W:1 lane.failed {"failure_class":"test","commit":"aaa1111"} <start
			down  X:1 transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport watcher=ignore
			seen  G:1 commit.observed {"commit":"aaa1111","paths":["x.go"]} lane=- watcher=ignore`,
		want: `failed ended class=test events=2 outages=0`},
}
