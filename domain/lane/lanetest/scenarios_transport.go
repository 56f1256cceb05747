package lanetest

// transportScenarios are about rule 7: unknown is a state.
var transportScenarios = []Scenario{
	{name: "transport lost before any terminal", why: "7.interrupted",
		events: `
			run  W:1 worker.running session=s1 lane=A
			down H:1 transport.down {"scope":"session","session":"sim/s1","reason":"disconnected"} lane=- source=transport`,
		want: `unknown interrupted_transport rule=7.interrupted subphase=blocked.transport last=working outages=1 open=1`},
	{name: "transport back nothing heard", why: "7.interrupted: only an open outage interrupts; the silence is a reason to look",
		events: `
			run  W:1 worker.running session=s1 lane=A
			down H:1 transport.down {"scope":"session","session":"sim/s1","reason":"disconnected"} lane=- source=transport
			up   H:2 transport.up {"scope":"session","session":"sim/s1"} lane=- source=transport <down`,
		want: `none working outages=1 open=0 doubts=nothing_since_outage`},
	{name: "transport back heartbeat heard", why: "7.interrupted: the outage is over",
		events: `
			run  W:1 worker.running session=s1 lane=A
			down H:1 transport.down {"scope":"session","session":"sim/s1","reason":"disconnected"} lane=- source=transport
			up   H:2 transport.up {"scope":"session","session":"sim/s1"} lane=- source=transport <down
			beat W:2 lane.heartbeat <up`,
		want: `none working outages=1 open=0`},
	{name: "terminal arrives in spite of the outage", why: "7.interrupted: an ending beats any transport event, whichever came first",
		events: `
			run  W:1 worker.running session=s1 lane=A
			down H:1 transport.down {"scope":"session","session":"sim/s1","reason":"disconnected"} lane=- source=transport
			fin  V:1 lane.finished`,
		want: `finished_unverified ended outages=1 subphase=`},
	{name: "life after down ends the outage for the lane", why: "7 (added): who shows life after it is not cut off",
		events: `
			run  W:1 worker.running host=h
			down H:1 transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport
			beat W:2 lane.heartbeat <down`,
		want: `none working outages=1 open=0`},
	{name: "up that does not follow the down", why: "7.interrupted: an earlier up ends nothing",
		events: `
			run  W:1 worker.running host=h
			up   H:1 transport.up {"scope":"host","host":"h"} lane=- source=transport
			down H:2 transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=transport`,
		want: `unknown interrupted_transport open=1`},
	{name: "host outage blocks three lanes", why: "7.interrupted: one outage, and each lane on the host waits",
		events: `
			a    W:1 worker.running host=h
			b    V:1 worker.running host=h lane=B
			c    U:1 worker.running host=h lane=C
			d    T:1 worker.running host=other lane=D
			down H:1 transport.down {"scope":"host","host":"h","reason":"host_down"} lane=- source=transport`,
		want: `
			A: unknown interrupted_transport class= outages=1
			B: unknown interrupted_transport class= outages=1
			C: unknown interrupted_transport class= outages=1
			D: none working outages=0`},
	{name: "failures that name the outage are the outage", why: "7 (added): one outage is one outage, never so many lane failures",
		events: `
			run  W:1 worker.running host=h
			down H:1 transport.down {"scope":"host","host":"h","reason":"host_down"} lane=- source=transport
			fail W:2 lane.failed {"failure_class":"infra"} <down`,
		want: `unknown interrupted_transport class= outages=1`},
	{name: "control server outage spares the finished", why: "7.interrupted: it annotates what has ended",
		events: `
			fin  W:1 lane.finished control=cs
			run  V:1 worker.running control=cs lane=B
			down H:1 transport.down {"scope":"control_server","control_server":"cs","reason":"server_down"} lane=- source=transport`,
		want: `
			A: finished_unverified ended outages=1
			B: unknown interrupted_transport outages=1`},
	{name: "an outage never closed does not catch later lanes", why: "7 (added): between events without order, a later clock can end an outage",
		events: `
			a    W:1 worker.running host=h @0
			down H:1 transport.down {"scope":"host","host":"h","reason":"host_down"} lane=- source=transport @10
			b    V:1 worker.running host=h lane=B @500`,
		want: `
			A: unknown interrupted_transport outages=1 open=1
			B: none working outages=1 open=0`},
	{name: "one of two sessions lost", why: "7 (added): a lane is cut off when all of its sessions are",
		events: `
			bind1 O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			bind2 O:2 lane.ownership_bound {"lane":"%A","session":"sim/s2"}
			a     P:1 medium turn.started session=s1 turn=t1
			b     Q:1 medium turn.started session=s2 turn=t1
			down  H:1 transport.down {"scope":"session","session":"sim/s1","reason":"timeout"} lane=- source=transport`,
		want: `none working outages=1 open=1`},
	{name: "an outage in a test is none", why: "1: test traffic never moves a lane",
		events: `
			run  W:1 worker.running host=h
			down H:1 transport.down {"scope":"host","host":"h","reason":"network"} lane=- source=test`,
		want: `none working outages=0`},
}
