package lanetest

// waitScenarios are about calls that wait for a person (5.waits). H is a hook, P an importer.
var waitScenarios = []Scenario{
	{name: "a live session asks a question", why: "5.waits: the call is open",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=i1`,
		want: `none working waits=answer end=running`},
	{name: "a question that was answered", why: "5.waits: the call came back",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=i1
			y H:3 medium tool.completed session=s1 turn=t1 item=i1`,
		want: `none working waits=`},
	{name: "a question whose answer another emitter tells", why: "5.waits: a call is one, whoever tells of it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=i1
			y P:3 medium tool.completed session=s1 turn=t1 item=i1 import`,
		want: `none working waits=`},
	{name: "a plan waits for its answer", why: "5.waits: by the tool that puts a plan to a person",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"input":{"name":"AskUserQuestion"},"name":"ExitPlanMode"} session=s1 turn=t1 item=i1`,
		want: `none working waits=plan`},
	{name: "a tool whose input names a question", why: "5.waits: only the tool's own name counts",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"input":{"name":"AskUserQuestion"},"name":"Write"} session=s1 turn=t1 item=i1`,
		want: `none working waits=`},
	{name: "leave was asked for a call", why: "5.waits: nobody recorded an answer, and the call is open",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1
			l H:3 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1 item=i1`,
		want: `none working waits=approval`},
	{name: "leave that was decided", why: "5.waits: an answer is recorded",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=toolu_01AAAAAAAAAAAAAAAAAAAAAA
			l H:3 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1 item=toolu_01AAAAAAAAAAAAAAAAAAAAAA
			m H:4 medium message.recorded {"phase":"permission_decision","role":"system"} session=s1 turn=t1 item=toolu_01AAAAAAAAAAAAAAAAAAAAAA`,
		want: `none working waits=`},
	{name: "leave was asked without a call's name", why: "5.waits: it is about the call that began before",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1
			l H:3 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1`,
		want: `none working waits=approval`},
	{name: "calls go on behind leave without a call's name", why: "5.waits: whatever its emitter tells of calls answers it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i1
			l H:3 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1
			z H:4 medium tool.requested {"name":"Read"} session=s1 turn=t1 item=i2`,
		want: `none working waits=`},
	{name: "leave before a question", why: "5.waits: of several the first",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=i1
			y H:3 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=i2
			l H:4 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1 item=i2`,
		want: `none working waits=approval`},
	{name: "a call under an id for which leave was asked before", why: "5.waits: ids of some agents repeat, and that leave was for another call",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"Bash"} session=s1 turn=t1 item=call_0
			l H:3 medium message.recorded {"phase":"permission_request","role":"system"} session=s1 turn=t1 item=call_0
			y H:4 medium tool.completed session=s1 turn=t1 item=call_0
			z H:5 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=call_0`,
		want: `none working waits=answer`},
	{name: "a question of a session that is over", why: "5.waits: nobody waits any more",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a H:1 medium turn.started session=s1 turn=t1
			x H:2 medium tool.requested {"name":"AskUserQuestion"} session=s1 turn=t1 item=i1
			e H:3 medium session.ended {"status":"completed"} session=s1`,
		want: `unknown ended waits= end=cut_off`},
	{name: "a recording that stops in a question", why: "5.waits: it is cut off where it waits",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested {"name":"ask_user"} session=s1 turn=t1 item=i1 import`,
		want: `unknown working waits=answer end=cut_off`},
	{name: "the approval that a worker waits for", why: "5.waits: a lane that is blocked for an approval waits for one",
		events: `
			a O:1 lane.started {}
			b O:2 lane.blocked {"subphase":"blocked.approval"}`,
		want: `none blocked waits=approval`},
}
