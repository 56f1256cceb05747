package lanetest

// shownScenarios are about how well the parts of the standing are known (6.basis), and by whom (6.pull_request).
var shownScenarios = []Scenario{
	{name: "a pushed commit that the remote holds behind another", why: "6.basis: the ref moved on, and the commits between are known",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			p P:2 medium work.observed {"refs":[{"ref":"main","result":"updated","new":"aaa1111"}]} session=s1 turn=t1 item=i1 import
			b P:3 medium turn.completed session=s1 turn=t1 import
			x G:1 medium commit.observed {"commit":"aaa1111"} lane=- import
			y G:2 medium commit.observed {"commit":"bbb2222","parents":["aaa1111"]} lane=- import
			z G:3 medium commit.observed {"commit":"ccc3333","parents":["bbb2222"]} lane=- import
			m G:4 medium ref.moved {"ref":"refs/remotes/origin/main","new":"ccc3333","remote":"r"} lane=- import`,
		want: `finished ended rule=6.met pushed=main:objects`},
	{name: "a pushed commit that nothing ties to where the remote is", why: "6.basis: a commit between is not known",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			p P:2 medium work.observed {"refs":[{"ref":"main","result":"updated","new":"aaa1111"}]} session=s1 turn=t1 item=i1 import
			b P:3 medium turn.completed session=s1 turn=t1 import
			x G:1 medium commit.observed {"commit":"aaa1111"} lane=- import
			z G:3 medium commit.observed {"commit":"ccc3333","parents":["bbb2222"]} lane=- import
			m G:4 medium ref.moved {"ref":"refs/remotes/origin/main","new":"ccc3333","remote":"r"} lane=- import`,
		want: `finished ended rule=6.met pushed=main:call`},
	{name: "a pull request that a record alone tells", why: "6.pull_request: no call tells of it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			e P:2 medium session.identity_enriched {"pr_number":7,"pr_url":"https://example.org/a/b/pull/7"} session=s1 import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed pull=open:recorded#7`},
	{name: "a recorded pull request that a call looked at", why: "6.pull_request: its state is the one that the call saw",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			e P:2 medium session.identity_enriched {"pr_number":7} session=s1 import
			w P:3 medium work.observed {"pull_requests":[{"number":7,"state":"merged","viewed":true}]} session=s1 turn=t1 item=i1 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed pull=merged:call#7`},
	{name: "a pull request that a call made, and another that is recorded", why: "6.pull_request: what a call made comes first",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"pull_requests":[{"number":3,"state":"open"}]} session=s1 turn=t1 item=i1 import
			e P:3 medium session.identity_enriched {"pr_number":7} session=s1 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed pull=open:call#3`},
	{name: "a pull request that a stranger records", why: "6.pull_request: what is not trusted tells of none",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 low turn.started session=s1 turn=t1 import
			e P:2 low session.identity_enriched {"pr_number":7} session=s1 import
			b P:3 low turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed pull=:#0`},
}
