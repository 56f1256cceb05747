package lanetest

// endScenarios are about recordings that break off: where the last message is an answer, and where
// it is not (5.answered). P is the importer of session s1.
var endScenarios = []Scenario{
	{name: "a recording that stops behind an answer", why: "5.answered: the message ended, and no call is open",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			y P:3 medium tool.completed session=s1 turn=t1 item=i1 import
			b P:4 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.answered known=inferred end=answered actionable=no`},
	{name: "a recording that stops behind an answer, with green tests", why: "5.answered: it counts as completed, and nobody acts on it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			b P:3 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import`,
		want: `finished ended rule=6.met known=inferred end=answered actionable=no`},
	{name: "a call behind the answer", why: "5.answered: the turn went on",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			x P:3 medium tool.requested session=s1 turn=t1 item=i1 import
			y P:4 medium tool.completed session=s1 turn=t1 item=i1 import`,
		want: `unknown working rule=5.open_turn known= end=left_open`},
	{name: "a recording that stops in a call behind the answer", why: "5.answered: a call is open",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			x P:3 medium tool.requested session=s1 turn=t1 item=i1 import`,
		want: `unknown working rule=5.open_turn known= end=cut_off`},
	{name: "a call that the recording with the answer does not know", why: "5.answered: nobody can tell whether it follows",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			x Q:3 medium tool.requested session=s1 turn=t1 item=i1 import
			y Q:4 medium tool.completed session=s1 turn=t1 item=i1 import`,
		want: `unknown working rule=5.open_turn known= end=left_open`},
	{name: "an answer that is recorded while the session is live", why: "5.answered: somebody sees the session live",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			h H:1 medium session.resumed session=s1`,
		want: `unknown working rule=5.open_turn known= end=left_open`},
	{name: "an answer, and then its end", why: "5.completed: the end is recorded",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			c P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed known=recorded end=recorded actionable=yes`},
	{name: "an answer, and then the next prompt", why: "5.answered: the last turn is another",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			b P:2 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import
			c P:3 medium turn.started session=s1 turn=t2 import`,
		want: `unknown working rule=5.open_turn known= end=left_open`},
	{name: "a compaction lost the end of a call", why: "5.open_call: an answer follows the compaction",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			k P:3 medium session.compacted {"trigger":"auto"} session=s1 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed known=recorded end=recorded actionable=yes`},
	{name: "an answer behind a compaction that lost the end of a call", why: "5.answered: the call is not open",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			k P:3 medium session.compacted {"trigger":"auto"} session=s1 import
			b P:4 medium turn.answered {"sign":"final_answer"} session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.answered known=inferred end=answered actionable=no`},
	{name: "a compaction in a call, and no answer", why: "5.open_turn: nothing follows the compaction",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			k P:3 medium session.compacted {"trigger":"auto"} session=s1 import`,
		want: `unknown working rule=5.open_turn known= end=cut_off`},
	{name: "a call behind a compaction never came back", why: "5.open_call: the compaction cannot have lost its end",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			k P:2 medium session.compacted {"trigger":"auto"} session=s1 import
			x P:3 medium tool.requested session=s1 turn=t1 item=i1 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `unknown ready_for_prompt rule=5.open_call known=`},
	{name: "a recording that its last call committed", why: "5.open_call: the commit saved the recording",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			k E:1 medium session.identity_enriched {"checkpoint":{"id":"sim/c1"}} session=s1 import
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			w P:2 medium work.observed {"commit_requested":true} session=s1 turn=t1 item=i1 <x import
			y P:3 medium tool.requested session=s1 turn=t1 item=i2 import`,
		want: `unknown working rule=5.open_turn known= end=left_open`},
	{name: "a turn that completed, and a call that committed its recording", why: "5.open_call: the commit saved the recording",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			k E:1 medium session.identity_enriched {"checkpoint":{"id":"sim/c1"}} session=s1 import
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			w P:2 medium work.observed {"commit_requested":true} session=s1 turn=t1 item=i1 <x import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed known=recorded end=recorded actionable=yes`},
	{name: "a call before the one that committed the recording", why: "5.open_call: it had the time to come back",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			k E:1 medium session.identity_enriched {"checkpoint":{"id":"sim/c1"}} session=s1 import
			a P:1 medium turn.started session=s1 turn=t1 import
			y P:2 medium tool.requested session=s1 turn=t1 item=i2 import
			x P:3 medium tool.requested session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"commit_requested":true} session=s1 turn=t1 item=i1 <x import`,
		want: `unknown working rule=5.open_turn known= end=cut_off`},
	{name: "a call that commits in a session that no checkpoint saved", why: "5.open_call: nothing explains that its end is not recorded",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			x P:2 medium tool.requested session=s1 turn=t1 item=i1 import
			w P:2 medium work.observed {"commit_requested":true} session=s1 turn=t1 item=i1 <x import`,
		want: `unknown working rule=5.open_turn known= end=cut_off`},
	{name: "a call that was seen live and commits", why: "5.open_call: no checkpoint holds what is seen live",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			k E:1 medium session.identity_enriched {"checkpoint":{"id":"sim/c1"}} session=s1 import
			a P:1 medium turn.started session=s1 turn=t1 import
			x H:1 medium tool.requested session=s1 turn=t1 item=i1
			w P:2 medium work.observed {"commit_requested":true} session=s1 turn=t1 item=i1 <x import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `unknown ready_for_prompt rule=5.open_call known=`},
}
