package lane_test

import "testing"

var upstream = []scenario{
	{name: "upstream empty", why: "no event, no lane", events: ``, want: ``},
	{name: "upstream advisory only", why: "5.none: nothing claims an end",
		events: `
			a U:1 lane.started
			b U:2 lane.green {"level":"targeted"}`,
		want: `none green rule=5.none`},
	{name: "upstream completed idle error completed", why: "4: from one emitter, the last ending stands; equal ones are one",
		events: `
			a U:1 lane.finished
			b U:2 lane.ready
			c U:3 lane.failed {"failure_class":"unknown"}
			d U:4 lane.finished`,
		want: `finished_unverified ended #1 dup=1 differs=1 relations=overruled`},
}

func TestScenarios(t *testing.T) {
	for _, s := range upstream {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}
