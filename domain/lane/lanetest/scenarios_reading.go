package lanetest

// readingScenarios are about what this program does not know, and what depends on
// the time of reading: fresh@N is read N seconds after the script's zero.
var readingScenarios = []Scenario{
	{name: "terminal of the future", why: "1 (added): an unknown kind ends nothing and is reported",
		events: `
			fin W:1 lane.finished
			new W:2 lane.exploded`,
		want: `finished_unverified ended doubts=not_understood`},
	{name: "only the future", why: "1 (added)",
		events: `new W:1 lane.exploded`,
		want:   `none spawning doubts=not_understood`},
	{name: "future kind fills its number", why: "1 (added): it has its place in the order",
		events: `
			start W:1 lane.started
			new   W:2 lane.exploded
			fin   W:3 lane.finished`,
		want: `finished_unverified ended missing=0 doubts=not_understood`},
	{name: "newer version of a known terminal", why: "1 (added): it counts by its kind",
		events: `fin W:1 lane.finished v2`,
		want:   `finished_unverified ended doubts=newer_version`},
	{name: "order through an unknown kind", why: "2 (added): an unknown kind of the families carries the order",
		events: `
			fail W:1 lane.failed {"failure_class":"test"}
			new  X:1 lane.exploded <fail
			fin  V:1 lane.finished <new`,
		want: `finished_unverified ended relations=overruled doubts=not_understood`},
	{name: "no as of no stale", why: "freshness: it is computed from the time of reading",
		events: `run W:1 worker.running @0`,
		want:   `none working fresh@-=unknown`},
	{name: "silent worker is stale", why: "freshness (added): 300 s without a word",
		events: `run W:1 worker.running @0`,
		want:   `none working fresh@301=stale`},
	{name: "not yet stale", why: "freshness (added)",
		events: `run W:1 worker.running @0`,
		want:   `none working fresh@300=current`},
	{name: "quiet but alive", why: "freshness (added): a heartbeat is a word",
		events: `
			run  W:1 worker.running @0
			beat W:2 lane.heartbeat @1000`,
		want: `none working fresh@1200=current`},
	{name: "the finished never goes stale", why: "freshness (added)",
		events: `fin W:1 lane.finished @0`,
		want:   `finished_unverified ended fresh@1000000=current`},
	{name: "not settled inside the window", why: "8: no window decides anything; what was told once stays told",
		events: `fin W:1 lane.finished @0`,
		want:   `finished_unverified ended actionable=yes fresh@10=current`},
	{name: "blocked says where and is not stale", why: "state.last, freshness (added)",
		events: `
			run  W:1 worker.running @0
			hang W:2 lane.blocked {"subphase":"blocked.test_hang","test_name":"TestX"} @10`,
		want: `none blocked subphase=blocked.test_hang fresh@100000=current`},
	{name: "clock ahead of the reader", why: "freshness (added): age is never negative, and it is said",
		events: `run W:1 worker.running @100`,
		want:   `none working fresh@0=current ahead@0=yes`},
	{name: "other families failed is no terminal", why: "4: endings are lane.finished, lane.failed, lane.canceled and no other kind",
		events: `
			run  W:1 worker.running
			test W:2 test.failed {"level":"targeted"}
			rec  W:3 recovery.failed {"recovery":"r","scenario":"test"}
			hook W:4 hook.canceled {"event":"Stop"}
			mcp  W:5 mcp.failed {"server":"m","failure_class":"mcp_startup"}
			plug W:6 plugin.failed {"plugin":"p","failure_class":"plugin_startup"}`,
		want: `none working rule=5.none class=`},
	{name: "mcp degraded", why: "state.last",
		events: `
			run W:1 worker.running
			mcp W:2 mcp.degraded {"failed_servers":["m"]}`,
		want: `none degraded_mcp`},
	{name: "mcp ready again", why: "state.last (added): what a later event answered is not the state",
		events: `
			run   W:1 worker.running
			mcp   W:2 mcp.degraded {"failed_servers":["m"]}
			ready W:3 mcp.ready {"server":"m"}`,
		want: `none working`},
	{name: "approval clears the block", why: "state.last (added): what a later event answered is not the state",
		events: `
			run   W:1 worker.running
			block W:2 worker.blocked {"subphase":"blocked.approval"}
			grant H:1 approval.granted <block`,
		want: `none working subphase=`},
	{name: "blocked by a merge conflict", why: "state.last: the block's class is the lane's while it waits",
		events: `block W:1 lane.blocked {"failure_class":"branch_divergence"}`,
		want:   `none blocked subphase= class=branch_divergence`},
	{name: "subphase of the future", why: "state.last (added): an unknown subphase is none",
		events: `block W:1 lane.blocked {"subphase":"blocked.cosmic_ray"}`,
		want:   `none blocked subphase= doubts=not_understood`},
}
