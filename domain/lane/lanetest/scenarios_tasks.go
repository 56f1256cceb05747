package lanetest

import (
	"fmt"

	"github.com/clawable/claw/domain"
)

// taskScenarios are about several tasks in one attempt (6.tasks). P is the importer of session s1.
var taskScenarios = []Scenario{
	{name: "an edit of the next task", why: "6.tasks: the first task was committed, the second shows nothing",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			g P:3 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t1 item=i2 import
			c P:4 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import
			d P:6 medium turn.started session=s1 turn=t2 import
			v P:7 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			e P:8 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_unverified ended rule=5.completed`},
	{name: "the next task is tested and not committed", why: "6.tasks: it undertook tests alone",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			v P:6 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			g P:7 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t2 item=i5 import
			e P:8 medium turn.completed session=s1 turn=t2 import`,
		want: `finished ended rule=6.met`},
	{name: "a question behind a task that came out", why: "6.tasks: no work follows it",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			e P:6 medium turn.completed session=s1 turn=t2 import`,
		want: `finished ended rule=6.met`},
	{name: "a commit in the middle of a turn", why: "6.tasks: a task ends with its turn",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			v P:4 medium work.observed {"writes":["b.go"]} session=s1 turn=t1 item=i4 import
			b P:5 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a green without a commit, and the next task", why: "6.tasks: nothing was committed, so the work goes on",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			g P:3 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			v P:6 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			e P:7 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "a task that left a file out, and the next", why: "6.tasks: the first has not come out",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go","z.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			v P:6 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			g P:7 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t2 item=i5 import
			e P:8 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a push of work that is in no commit, and the next task", why: "6.tasks: a file was left out",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"refs":[{"ref":"main","result":"updated"}]} session=s1 turn=t1 item=i3 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			v P:6 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["b.go"],"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			e P:7 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a green of nothing, and the next task", why: "6.tasks: nothing was committed, so the work goes on",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			g P:2 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t1 item=i2 import
			b P:3 medium turn.completed session=s1 turn=t1 import
			d P:4 medium turn.started session=s1 turn=t2 import
			v P:5 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4 import
			e P:6 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_pending_green ended rule=6.pending`},
	{name: "a commit may be taken back in the next task", why: "6.tasks: what came out may be gone",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"removes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			b P:4 medium turn.completed session=s1 turn=t1 import
			d P:5 medium turn.started session=s1 turn=t2 import
			u P:6 medium work.observed {"may_undo":true} session=s1 turn=t2 item=i4 import
			v P:7 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i5 import
			g P:8 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t2 item=i6 import
			e P:9 medium turn.completed session=s1 turn=t2 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a file of an earlier task is given back", why: "6.tasks: it was committed before, so git gave back what that task left",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			s P:3 medium work.observed {"staged":["a.go"]} session=s1 turn=t1 item=i2 import
			c P:4 medium work.observed {"commits":[{"commit":"c0ffee1"}]} session=s1 turn=t1 item=i3 import
			b P:5 medium turn.completed session=s1 turn=t1 import
			d P:6 medium turn.started session=s1 turn=t2 import
			g P:7 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t2 item=i4 import
			v P:8 medium work.observed {"writes":["a.go"]} session=s1 turn=t2 item=i5 import
			r P:9 medium work.observed {"reverts":["a.go"]} session=s1 turn=t2 item=i6 import
			e P:10 medium turn.completed session=s1 turn=t2 import`,
		want: `finished ended rule=6.met`},
	{name: "a turn of a subagent behind a commit", why: "6.tasks: a person gives no task there",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			n O:2 session.created {"parent_session":"sim/s1"} session=s2
			a P:1 medium turn.started session=s1 turn=t1 import
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1 import
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3 import
			d P:4 medium turn.started session=s2 turn=u1 import
			v P:5 medium work.observed {"writes":["b.go"]} session=s1 turn=t1 item=i4 import
			b P:6 medium turn.completed session=s1 turn=t1 import`,
		want: `finished_pending_writes ended rule=6.pending`},
	{name: "a claim behind the second task", why: "6.tasks: a claim is credited with the work since the last that came out",
		events: `
			o O:1 lane.ownership_bound {"lane":"%A","session":"sim/s1"}
			a P:1 medium turn.started session=s1 turn=t1
			w P:2 medium work.observed {"writes":["a.go"]} session=s1 turn=t1 item=i1
			c P:3 medium work.observed {"commits":[{"commit":"c0ffee1"}],"staged":["a.go"]} session=s1 turn=t1 item=i3
			d P:4 medium turn.started session=s1 turn=t2
			v P:5 medium work.observed {"writes":["b.go"]} session=s1 turn=t2 item=i4
			g P:6 medium test.passed {"runner":"go","level":"workspace"} session=s1 turn=t2 item=i5
			f P:7 medium lane.finished {}`,
		want: `finished ended rule=6.met`},
}

// taskPhrases are what calls show in tasks that are committed and pushed, and what may spoil that.
var taskPhrases = []phrase{
	{4, domain.KindTurnStarted, []string{`{}`}},
	{4, domain.KindWorkObserved, []string{`{"writes":["x.go"]}`, `{"writes":["y.go"]}`, `{"writes":["x.go","z.go"]}`, `{"writes":["README.md"]}`}},
	{5, domain.KindWorkObserved, []string{`{"commits":[{"commit":"aaa1111"}],"staged":["x.go"]}`, `{"commits":[{"commit":"bbb2222"}],"staged":["."]}`,
		`{"commits":[{"all":true}]}`, `{"commits":[{"commit":"ccc3333"}],"staged":["y.go","z.go"]}`}},
	{2, domain.KindWorkObserved, []string{`{"refs":[{"ref":"main","result":"updated"}]}`, `{"refs":[{"ref":"main","result":"rejected"}]}`,
		`{"reverts":["x.go"]}`, `{"removes":["y.go"]}`, `{"may_undo":true}`, `{"may_write":["make"]}`, `{"staged":["x.go"]}`, `{"may_unstage":true}`}},
	{2, domain.KindTestPassed, []string{`{"runner":"go","level":"workspace"}`, `{"runner":"go","level":"package","scope":"0a"}`}},
	{1, domain.KindToolRequested, []string{`{"name":"Bash"}`}},
	{2, domain.KindSessionCompacted, []string{`{"trigger":"auto"}`}},
	{1, domain.KindTestFailed, []string{`{"runner":"go","level":"package","scope":"0a"}`}},
}

// Tasks draws a session of several tasks: what its calls show, recorded in order by an importer and, for
// one seed of three, by a second emitter that knows the order in part.
func Tasks(seed uint64) []domain.Event {
	g := newGenerator(seed)
	out := g.draw(6+g.r.IntN(18), taskPhrases)
	turn := domain.TurnID("t")
	for i := range out {
		e := &out[i]
		e.Erased, e.Scope, e.Causes = false, domain.Scope{}, nil
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium, Channel: domain.ImportChannel + "sim"}
		e.Emitter, e.Epoch, e.Seq, e.SeqKind = "I", Boot(1), uint64(i+1), domain.SeqCount
		if e.Kind == domain.KindTurnStarted {
			turn = domain.TurnID(fmt.Sprint("t", i))
		}
		e.Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", "s1")), Turn: domain.Known(turn)}
		if e.Kind != domain.KindTurnStarted {
			e.Subject.Item = domain.Known(domain.ItemID(fmt.Sprint("i", i)))
		}
		if seed%3 == 0 && i > 0 && g.r.IntN(5) == 0 && e.Subject.Item.Value != "" {
			e.Emitter = "J"
			if g.r.IntN(2) == 0 {
				e.Causes = []domain.EventID{out[i-1].ID}
			}
		}
	}
	end := g.draw(1, []phrase{{2, domain.KindTurnCompleted, []string{`{}`}}, {1, domain.KindTurnAnswered, []string{`{"sign":"final_answer"}`}}})[0]
	end.Erased, end.Scope, end.Source = false, domain.Scope{}, out[0].Source
	end.Emitter, end.Epoch, end.Seq, end.SeqKind = "I", Boot(1), uint64(len(out)+1), domain.SeqCount
	end.Subject, end.Causes = domain.Subject{Session: out[0].Subject.Session, Turn: domain.Known(turn)}, nil
	return append(out, end)
}
