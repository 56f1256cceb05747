package lanetest

// workScenarios are about the work that calls show: which expectations it sets, and whether they
// are met (6.undertaken). P is the importer of session s1.
var workScenarios = []Scenario{
	{name: "tests left green", why: "6.undertaken_tests: every write precedes the green",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["/w/a.go"]} session=s1 turn=t1 item=i1 import
			t P:3 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "tests left red", why: "6.undertaken_tests: the last run failed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.failed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "tests that hung", why: "6.undertaken_tests: a run out of time is no green",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.hung {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "edited after the last green", why: "6.undertaken_tests: a write follows it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"writes":["/w/a.go"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "a document after the last green", why: "6.undertaken_tests: tests do not see it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"writes":["/w/README.md"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a formatter after the last green", why: "6.nobody_can_look: nobody can tell what it changed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			t P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"may_write":["gofmt"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "a write of a subagent without order to the green", why: "6.undertaken_tests: neither before nor after",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			c P:1 medium session.created {"workspace":"/w"} session=s1 import
			d Q:1 medium session.created {"workspace":"/w","parent_session":"sim/s1"} session=s2 import
			a P:2 medium turn.started session=s1 turn=t1 import
			t P:3 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			w Q:2 medium work.observed {"writes":["/w/a.go"]} session=s2 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "a red of one package, a green of another", why: "6.undertaken_tests: the green did not run what failed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			r P:2 medium test.failed {"runner":"pytest","level":"package","scope":"0a"} session=s1 turn=t1 item=i1 import
			g P:3 medium test.passed {"runner":"pytest","level":"package","scope":"0b"} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "a red of one package, a green of all", why: "6.undertaken_tests: the green ran what had failed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			r P:2 medium test.failed {"runner":"pytest","level":"package","scope":"0a"} session=s1 turn=t1 item=i1 import
			g P:3 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "all that was written is committed", why: "6.undertaken_writes",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a file is left out of the commit", why: "6.undertaken_writes",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go","b.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "nothing tells what the commit holds", why: "6.nobody_can_look: what was staged is not recorded",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "a file may be taken out of the index", why: "6.undertaken_writes: the commit may lack it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"],"staged":["a.go"]} session=s1 turn=t1 item=i1 import
			r P:3 medium work.observed {"may_unstage":true} session=s1 turn=t1 item=i2 import
			c P:4 medium work.observed {"commits":[{"commit":"c0ffee1"}]} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "a file is left out, and nothing is left", why: "6.undertaken_writes: git says so when it is asked later",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			s P:1 medium session.created {"workspace":"/w"} session=s1 import
			a P:2 medium turn.started session=s1 turn=t1 import
			w P:3 medium work.observed {"writes":["/w/a.go","/w/ignored"]} session=s1 turn=t1 item=i1 import
			c P:4 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["/w/a.go"]} session=s1 turn=t1 item=i2 import
			r P:5 medium work.observed {"commits":[{"clean":true,"viewed":true,"folder":"/w"}]} session=s1 turn=t1 item=i3 import
			b P:6 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a commit is taken back", why: "6.undertaken_writes: nothing tells what became of it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			r P:4 medium work.observed {"may_undo":true} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=6.nobody_can_look`},
	{name: "a push that was rejected", why: "6.undertaken_pushed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			p P:2 medium work.observed {"refs":[{"ref":"main","result":"rejected"}]} session=s1 turn=t1 item=i1 import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_pushed ended rule=6.pending`},
	{name: "a push that was rejected, then arrived", why: "6.undertaken_pushed: the later one counts",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			p P:2 medium work.observed {"refs":[{"ref":"b","result":"rejected"}]} session=s1 turn=t1 item=i1 import
			q P:3 medium work.observed {"refs":[{"ref":"b","result":"forced"}]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a file that git ignores", why: "6.undertaken_writes: git says so, and no commit can hold it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go","local.json"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			i P:4 medium work.observed {"ignored":["local.json"]} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a commit behind the push", why: "6.undertaken_pushed: it is not pushed",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			p P:2 medium work.observed {"refs":[{"ref":"main","result":"updated"}]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_pushed ended rule=6.pending`},
	{name: "tests in another worktree", why: "6.undertaken_tests: they are none of the lane's",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			s P:1 medium session.created {"workspace":"/w"} session=s1 import
			a P:2 medium turn.started session=s1 turn=t1 import
			w P:3 medium work.observed {"writes":["/w/a.go"]} session=s1 turn=t1 item=i1 import
			g P:4 medium test.passed {"runner":"pytest","level":"workspace","folder":"/other"} session=s1 turn=t1 item=i2 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "tests in the folder above the worktree", why: "6.undertaken_tests: they may be tests of the lane's too",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			s P:1 medium session.created {"workspace":"/w/sub"} session=s1 import
			a P:2 medium turn.started session=s1 turn=t1 import
			g P:3 medium test.failed {"runner":"pytest","level":"workspace","folder":"/w"} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `failed_verify ended rule=6.red`},
	{name: "a file is reverted", why: "6.undertaken_writes, 6.undertaken_tests: it is as if it had not been written",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			g P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i2 import
			r P:4 medium work.observed {"reverts":["a.go"]} session=s1 turn=t1 item=i3 import
			c P:5 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["b.go"]} session=s1 turn=t1 item=i4 import
			b P:6 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a file is reverted that was tested", why: "6.undertaken_tests: the tests saw it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i2 import
			g P:3 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			r P:4 medium work.observed {"reverts":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "a file is reverted to what stands in the index", why: "6.undertaken_writes: what stands there is in no commit",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			c P:2 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["b.go"]} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i2 import
			s P:4 medium work.observed {"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			r P:5 medium work.observed {"reverts":["a.go"]} session=s1 turn=t1 item=i4 import
			b P:6 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a file is written again behind its revert", why: "6.undertaken_writes: it is in no commit",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			c P:2 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["b.go"]} session=s1 turn=t1 item=i1 import
			w P:3 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i2 import
			r P:4 medium work.observed {"reverts":["a.go"]} session=s1 turn=t1 item=i3 import
			x P:5 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i4 import
			b P:6 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "work that undertakes nothing", why: "5.completed: files are written, and nothing shows that they are right",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			b P:3 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "a call that a hook and an import tell of", why: "6.one_call: the red of the one is that of the other",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1 import
			r  P:2 medium test.failed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i1 import
			g  P:3 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2 import
			rh H   medium test.failed {"runner":"pytest","level":"workspace"} session=s1 item=i1
			gh H   medium test.passed {"runner":"pytest","level":"workspace"} session=s1 item=i2
			b  P:4 medium turn.completed session=s1 turn=t1 import`,
		want: `finished ended rule=6.met`},
	{name: "a green of low trust", why: "6.undertaken: what is not trusted shows nothing",
		events: `
			o O:1 low lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 low turn.started session=s1 turn=t1
			t P:2 low test.passed {"runner":"pytest","level":"workspace"} session=s1 turn=t1 item=i2
			b P:3 low turn.completed session=s1 turn=t1
			e P:4 low session.ended {"status":"completed"} session=s1`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "somebody stated what the finish needs", why: "6.undertaken: then the work sets nothing itself",
		events: `
			s O:1 lane.started {"expects":["green:package"]}
			t P:1 medium test.failed {"runner":"pytest","level":"targeted","scope":"0a"} session=s1 lane=A <s
			g C:1 lane.green {"level":"package"} <t
			f W:1 lane.finished <s`,
		want: `finished ended rule=6.met`},
	{name: "a finish of which nobody stated what it needs", why: "6.undertaken: its work does",
		events: `
			s O:1 lane.started
			t P:1 medium test.failed {"runner":"pytest","level":"targeted","scope":"0a"} session=s1 lane=A <s
			f W:1 lane.finished <s`,
		want: `failed_verify ended rule=6.red class=test`},
	{name: "red work of an earlier attempt", why: "6.undertaken: the work of the attempt counts",
		events: `
			s O:1 lane.started
			r P:1 medium test.failed {"runner":"pytest","level":"workspace"} session=s1 lane=A <s
			e O:2 lane.failed <r
			n O:3 lane.restarted <e
			g P:2 medium test.passed {"runner":"pytest","level":"workspace"} session=s1 lane=A <n
			f O:4 lane.finished <g`,
		want: `finished ended rule=6.met`},
	{name: "a recorded session without a turn", why: "5.no_turn: nothing was begun",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			c  P:1 medium session.created session=s1 import`,
		want: `none spawning rule=5.none end=no_turn`},
	{name: "a session that is over without a turn", why: "5.no_turn: also where it was seen as it happened",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			c  P:1 medium session.created session=s1
			e  P:2 medium session.ended {"status":"completed"} session=s1`,
		want: `unknown ended rule=5.over end=no_turn doubts=ended_without_outcome`},
	{name: "a live session before its first turn", why: "5.no_turn: it may begin",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			c  P:1 medium session.created session=s1`,
		want: `none spawning rule=5.none end=`},
	{name: "an adopted profile expects commits of who wrote", why: "6.profile: what was written is in no commit",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["writes"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "an adopted profile expects a level of tests", why: "6.profile: a green of a lower level is none",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			g  P:3 medium test.passed {"runner":"go","level":"targeted","scope":"0a"} session=s1 turn=t1 item=i2
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["green:package"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "an adopted profile expects tests of who wrote", why: "6.profile: none ran",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["green"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "an adopted profile expects a push of who wrote", why: "6.profile: nothing was pushed",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["pushed"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_pending_pushed ended rule=6.pending`},
	{name: "an adopted profile expects nothing of tests", why: "6.profile: a red is not looked at",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			g  P:3 medium test.failed {"runner":"go","level":"targeted","scope":"0a"} session=s1 turn=t1 item=i2
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"committed":["writes"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "two profiles were adopted that do not know each other", why: "6.profile: the built-in one holds",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			g  P:3 medium test.passed {"runner":"go","level":"targeted","scope":"0a"} session=s1 turn=t1 item=i2
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["writes"]}} lane=-
			q  Y:8 medium expects.adopted {"profile":{"name":"other","revision":1,"wrote":["pushed"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished ended rule=6.met`},
	{name: "an adopted profile was replaced", why: "6.profile: by the one that names it",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			g  P:3 medium test.passed {"runner":"go","level":"targeted","scope":"0a"} session=s1 turn=t1 item=i2
			p  Z:7 medium expects.adopted {"profile":{"name":"team","revision":1,"wrote":["writes"]}} lane=-
			q  Y:7 medium expects.adopted {"profile":{"name":"other","revision":1,"wrote":["pushed"]}} lane=- <p
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished_pending_pushed ended rule=6.pending`},
	{name: "an agent adopted a profile", why: "6.profile: who is not trusted adopts none",
		events: `
			o  O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a  P:1 medium turn.started session=s1 turn=t1
			w  P:2 medium work.observed {"call_kind":"tool.completed","writes":["x.go"]} session=s1 turn=t1 item=i1
			g  P:3 medium test.passed {"runner":"go","level":"targeted","scope":"0a"} session=s1 turn=t1 item=i2
			p  Z:7 low expects.adopted {"profile":{"name":"team","revision":1,"wrote":["writes"]}} lane=-
			b  P:9 medium turn.completed session=s1 turn=t1
			e  P:10 medium session.ended {"status":"completed"} session=s1`,
		want: `finished ended rule=6.met`},
}
