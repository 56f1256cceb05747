package lanetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// generator draws sets of events that contain everything which an outcome rule has to handle: several
// emitters and boots, numbers with holes and ties, causes in both directions, missing causes, cycles,
// attempts, outages, contests, trust, bindings, subagents, evidence, noise.
type generator struct {
	r    *rand.Rand
	ids  []domain.EventID
	next uint64
}

func newGenerator(seed uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 7))}
}

func one[T any](g *generator, some ...T) T { return some[g.r.IntN(len(some))] }

// phrase is a kind with a payload, how often it is drawn, and whom it may be said of.
type phrase struct {
	weight int
	kind   domain.Kind
	data   []string
}

var phrases = []phrase{
	{4, domain.KindLaneStarted, []string{`{}`, `{"expects":["writes"]}`, `{"expects":["green:package","workspace"]}`, `{"expects":["report","pushed"]}`}},
	{4, domain.KindLaneRestarted, []string{`{}`, `{"fences":[{"emitter":"W","epoch":"00000000000000000000000001"}]}`, `{"expects":["writes"]}`}},
	{4, domain.KindPromptAccepted, []string{`{}`}},
	{8, domain.KindLaneFinished, []string{`{}`, `{"result":"ok"}`, `{"commit":"aaa1111"}`, `{"commit":"bbb2222","writes":["x.go"]}`, `{"evidence":{"writes":"confirmed","green":"not_observable"}}`}},
	{7, domain.KindLaneFailed, []string{`{"failure_class":"test"}`, `{"failure_class":"compile"}`, `{"failure_class":"new"}`, `{"failure_class":"test","commit":"aaa1111"}`}},
	{3, domain.KindLaneCanceled, []string{`{}`, `{"result":"x"}`}},
	{2, domain.KindLaneMerged, []string{`{}`}}, {1, domain.KindLaneClosed, []string{`{}`}}, {1, domain.KindLaneSuperseded, []string{`{}`}},
	{3, domain.KindLaneSettled, nil},
	{2, domain.KindLaneReconciled, []string{`{}`, `{"evidence":{"writes":"refuted"}}`, `{"evidence":{"workspace":"confirmed"}}`}},
	{2, domain.KindLaneReady, []string{`{}`}}, {2, domain.KindLaneHeartbeat, []string{`{}`}},
	{3, domain.KindLaneGreen, []string{`{"level":"package"}`, `{"level":"targeted"}`, `{"level":"merge_ready","commit":"aaa1111"}`}},
	{3, domain.KindLaneRed, []string{`{}`, `{"level":"package","commit":"aaa1111"}`}},
	{1, domain.KindTestFailed, []string{`{}`}}, {1, domain.KindTestPassed, []string{`{"level":"package"}`}},
	{3, domain.KindLaneCommitCreated, []string{`{"commit":"aaa1111","paths":["x.go"]}`, `{"commit":"bbb2222"}`, `{"commit":"aaa1111","worktree":"/wt/b"}`, `{"commit":"ccc3333","worktree":"/wt/a"}`}},
	{2, domain.KindCommitObserved, []string{`{"commit":"aaa1111","paths":["x.go"]}`, `{"commit":"bbb2222","paths":[]}`, `{"commit":"bbb2222","paths":["x.go"],"session":"sim/s1"}`}},
	{1, domain.KindShipPushedMain, []string{`{"new":"aaa1111","confirmed":true}`}},
	{2, domain.KindShipProvenance, []string{`{"new":"bbb2222","basis":"assumed","commits":[{"commit":"bbb2222"}]}`,
		`{"new":"ddd4444","basis":"objects","commits":[{"commit":"aaa1111"},{"commit":"bbb2222"},{"commit":"ddd4444"}]}`}},
	{2, domain.KindBranchWorkspaceMismatch, []string{`{"actual":"/wt/b"}`, `{}`}},
	{3, domain.KindLaneOwnershipBound, nil},
	{2, domain.KindLaneBlocked, []string{`{"subphase":"blocked.approval"}`, `{"subphase":"blocked.report_pending"}`, `{"failure_class":"infra"}`}},
	{2, domain.KindWorkerRunning, []string{`{}`}}, {1, domain.KindWorkerFailed, []string{`{"failure_class":"infra"}`}}, {1, domain.KindWorkerSpawning, []string{`{}`}},
	{2, domain.KindSessionCreated, []string{`{}`, `{"parent_session":"sim/s1"}`, `{"parent_session":"sim/s2"}`}},
	{1, domain.KindSessionIdentityEnriched, []string{`{"parent_session":"sim/s2"}`, `{}`}},
	{2, domain.KindSessionEnded, []string{`{"status":"completed"}`}},
	{4, domain.KindTurnStarted, []string{`{}`}}, {4, domain.KindTurnCompleted, []string{`{}`}},
	{1, domain.KindTurnInterrupted, []string{`{}`}}, {1, domain.KindTurnFailed, []string{`{"class":"provider_auth"}`, `{"class":"context_window"}`}},
	{1, domain.KindTurnWithdrawn, []string{`{"last":1}`, `{"turns":["t1"]}`}},
	{3, domain.KindToolRequested, []string{`{"name":"Bash"}`}}, {3, domain.KindToolCompleted, []string{`{}`, `{"paths":["x.go"]}`, `{"paths":["/wt/a/y.go"]}`}},
	{1, domain.KindMCPDegraded, []string{`{"failed_servers":["m"]}`}}, {1, domain.KindMCPReady, []string{`{"server":"m"}`}},
	{1, domain.KindApprovalGranted, []string{`{}`}}, {1, "lane.exploded", []string{`{}`}},
	{3, domain.KindTransportDown, []string{`{"scope":"host","host":"h"}`, `{"scope":"session","session":"sim/s1"}`, `{"scope":"control_server","control_server":"cs"}`}},
	{2, domain.KindTransportUp, []string{`{"scope":"host","host":"h"}`, `{"scope":"session","session":"sim/s1"}`}},
	{1, domain.KindMessageRecorded, []string{`{}`}},
}

// workPhrases are what calls show of the work. They are drawn behind the other events of a set, so
// that those stay as they are.
var workPhrases = []phrase{
	{3, domain.KindTestPassed, []string{`{"runner":"pytest","level":"workspace"}`, `{"runner":"pytest","level":"package","scope":"0a"}`, `{"runner":"make","level":"workspace"}`}},
	{2, domain.KindTestFailed, []string{`{"runner":"pytest","level":"package","scope":"0a"}`, `{"runner":"pytest","level":"workspace","failed":2}`}},
	{1, domain.KindTestHung, []string{`{"runner":"make","level":"workspace"}`}},
	{4, domain.KindWorkObserved, []string{`{"writes":["x.go"]}`, `{"writes":["sub/y.go"]}`, `{"staged":["sub"]}`, `{"commits":[{"commit":"aaa1111"}],"staged":["x.go"]}`,
		`{"commits":[{"all":true}]}`, `{"refs":[{"ref":"main","result":"rejected"}]}`, `{"refs":[{"ref":"main","result":"updated","new":"aaa1111"}]}`, `{"removes":["x.go"]}`,
		`{"may_write":["make"]}`, `{"reverts":["x.go"]}`, `{"ignored":["x.go"]}`, `{"pull_requests":[{"number":3,"state":"open"}]}`, `{"commit_requested":true}`}},
	{2, domain.KindRefMoved, []string{`{"ref":"refs/remotes/origin/main","new":"aaa1111","remote":"r"}`, `{"ref":"refs/remotes/origin/main","new":"ddd4444","remote":"r"}`}},
	{3, domain.KindCommitObserved, []string{`{"commit":"aaa1111"}`, `{"commit":"bbb2222","parents":["aaa1111"]}`, `{"commit":"ddd4444","parents":["eee5555","bbb2222"]}`, `{"commit":"ddd4444","parents":["aaa1111"]}`}},
	{2, domain.KindSessionIdentityEnriched, []string{`{"checkpoint":{"id":"sim/c1"}}`, `{"pr_number":7,"pr_url":"https://example.org/a/b/pull/7"}`}},
}

// leavePhrases are calls that wait for a person, and what becomes of them. They are drawn as those of
// work are.
var leavePhrases = []phrase{
	{3, domain.KindToolRequested, []string{`{"name":"AskUserQuestion"}`, `{"name":"ExitPlanMode"}`, `{"name":"Bash"}`}},
	{3, domain.KindMessageRecorded, []string{`{"phase":"permission_request","role":"system"}`}},
	{1, domain.KindMessageRecorded, []string{`{"phase":"permission_decision","role":"system"}`}},
	{1, domain.KindToolCompleted, []string{`{}`}},
}

// weightOf is the sum of the weights of phrases.
func weightOf(phrases []phrase) (sum int) {
	for _, p := range phrases {
		sum += p.weight
	}
	return sum
}

// events draws a set of n events.
func (g *generator) events(n int) []domain.Event { return g.draw(n, phrases) }

// work draws n events of what calls show, in a session of lane A.
func (g *generator) work(n int) []domain.Event {
	out := g.draw(n, workPhrases)
	for i := range out {
		e := &out[i]
		e.Subject.Lane = domain.Known(LaneID("A"))
		e.Subject.Session = domain.Known(domain.MakeSessionID("sim", one(g, "s1", "c1")))
		e.Subject.Item = domain.Known(one[domain.ItemID](g, "i1", "i2", "i3", ""))
		if e.Kind == domain.KindCommitObserved {
			e.Subject = domain.Subject{}
		}
	}
	return out
}

// leave draws n events of calls that wait, in the sessions of a set.
func (g *generator) leave(n int) []domain.Event {
	out := g.draw(n, leavePhrases)
	for i := range out {
		out[i].Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", one(g, "s1", "c1"))),
			Item: domain.Known(one[domain.ItemID](g, "i1", "i2", ""))}
	}
	return out
}

// words draws n words about outcomes, of those that ended and of none. They are drawn behind the other
// events of a set, so that those stay as they are.
func (g *generator) words(n int, outcomes []lane.Outcome) []domain.Event {
	var of []phrase
	for _, o := range append(outcomes, lane.Outcome{Lane: LaneID("A")}) {
		print := []string{fmt.Sprintf(`{"outcome_fingerprint":%q}`, o.Fingerprint.String())}
		of = append(of, phrase{4, domain.KindLaneAccepted, print}, phrase{1, domain.KindLaneReopened, print})
	}
	out := g.draw(n, of)
	for i := range out {
		at := slices.IndexFunc(outcomes, func(o lane.Outcome) bool { return strings.Contains(string(out[i].Data), o.Fingerprint.String()) })
		if at >= 0 {
			out[i].Subject = domain.Subject{Lane: domain.Known(outcomes[at].Lane)}
		}
	}
	return out
}

// draw draws n events of phrases.
func (g *generator) draw(n int, of []phrase) []domain.Event {
	first := len(g.ids)
	for range n {
		g.ids = append(g.ids, g.id())
	}
	out := make([]domain.Event, n)
	for i := range out {
		out[i] = g.event(first+i, g.phrase(of))
	}
	return out
}

func (g *generator) id() domain.EventID {
	g.next++
	var u ulid.ULID
	for i := range u[:15] {
		u[i] = byte(g.r.Uint32())
	}
	u[0] = 0
	u[15] = byte(g.next)
	return domain.EventID(u)
}

func (g *generator) event(i int, p phrase) domain.Event {
	e := domain.Event{Draft: domain.Draft{ID: g.ids[i], Kind: p.kind, Version: 1, Data: []byte(g.payload(p)),
		Emitter: one[domain.EmitterID](g, "W", "W", "V", "O", "X", ""), Epoch: Boot(one(g, 1, 1, 1, 2, 0)),
		Seq:     uint64(one(g, 0, 1+g.r.IntN(len(g.ids)), 1+g.r.IntN(len(g.ids)), 1+g.r.IntN(len(g.ids)))),
		SeqKind: one(g, domain.SeqCount, domain.SeqCount, domain.SeqCount, domain.SeqClock)}}
	e.Source = domain.Source{Kind: one(g, domain.SourceLive, domain.SourceLive, domain.SourceLive, domain.SourceLive,
		domain.SourceLive, domain.SourceLive, domain.SourceTest, domain.SourceReplay),
		Trust: one(g, domain.TrustHigh, domain.TrustHigh, domain.TrustMedium, domain.TrustMedium, domain.TrustLow, "")}
	if p.kind == domain.KindTransportDown || p.kind == domain.KindTransportUp {
		e.Source.Kind = one(g, domain.SourceTransport, domain.SourceTransport, domain.SourceTest)
	}
	if g.r.IntN(6) == 0 {
		e.Source.Channel = domain.ImportChannel + "sim"
	}
	if g.r.IntN(3) > 0 {
		e.ObservedAt = domain.At(epoch0.Add(time.Duration(one(g, 0, 1, 2, 5, 9, 400)) * time.Second))
	}
	for g.r.IntN(5) < 2 {
		e.Causes = append(e.Causes, one(g, one(g, g.ids...), one(g, g.ids...), one(g, g.ids...), g.id()))
	}
	e.Scope.Watcher = one(g, "", "", "", "", "", "", domain.WatcherAct, domain.WatcherObserve, domain.WatcherIgnore)
	e.Erased = g.r.IntN(40) == 0
	g.subject(&e)
	return e
}

func (g *generator) phrase(of []phrase) phrase {
	at := g.r.IntN(weightOf(of))
	for _, p := range of {
		if at -= p.weight; at < 0 {
			return p
		}
	}
	panic("weights do not add up")
}

func (g *generator) payload(p phrase) string {
	switch p.kind {
	case domain.KindLaneSettled:
		return fmt.Sprintf(`{"event":%q,"reason":"r"}`, one(g, g.ids...))
	case domain.KindLaneOwnershipBound:
		l := LaneID(one(g, "A", "B"))
		return one(g, fmt.Sprintf(`{"lane":%q}`, l), fmt.Sprintf(`{"lane":%q,"session":"sim/%s"}`, l, one(g, "s1", "s2", "c1")))
	}
	return one(g, p.data...)
}

func (g *generator) subject(e *domain.Event) {
	if g.isShared(e.Kind) {
		g.place(e)
		return
	}
	if g.r.IntN(3) > 0 {
		e.Subject.Lane = domain.Known(LaneID(one(g, "A", "A", "A", "B")))
	}
	if e.Subject.Lane.Value == "" || g.r.IntN(3) == 0 {
		e.Subject.Session = domain.Known(domain.MakeSessionID("sim", one(g, "s1", "s1", "s2", "c1")))
		e.Subject.Turn = domain.Known(one[domain.TurnID](g, "t1", "t2", ""))
		e.Subject.Item = domain.Known(one[domain.ItemID](g, "i1", "i2"))
	}
	if g.r.IntN(6) == 0 {
		e.Subject.Worker = domain.Known(one[domain.WorkerID](g, "w1", "w2"))
	}
	g.place(e)
}

// isShared says of some commits and outages that they name no lane and no session, so
// that several lanes may name what they are about.
func (g *generator) isShared(kind domain.Kind) bool {
	switch kind {
	case domain.KindCommitObserved, domain.KindShipPushedMain, domain.KindShipProvenance, domain.KindTransportDown, domain.KindTransportUp:
		return g.r.IntN(2) == 0
	}
	return false
}

// place says where an event happened.
func (g *generator) place(e *domain.Event) {
	if g.r.IntN(4) == 0 {
		e.Subject.Worktree = domain.Known(one[domain.Path](g, "/wt/a", "/wt/a", "/wt/b"))
	}
	if g.r.IntN(4) == 0 {
		e.Subject.Host = domain.Known(domain.HostID("h"))
	}
	if g.r.IntN(6) == 0 {
		e.Subject.ControlServer = domain.Known(domain.ControlServerID("cs"))
	}
}

// Sessions draws what several emitters record about the turns of sessions, under separate names and
// under shared ones, and about who works in them.
func Sessions(seed uint64) []domain.Event {
	g := newGenerator(seed)
	out := g.events(3 + g.r.IntN(14))
	for i := range out {
		e := &out[i]
		e.Kind = one[domain.Kind](g, domain.KindTurnStarted, domain.KindTurnStarted, domain.KindTurnStarted, domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnCompleted,
			domain.KindTurnCompleted, domain.KindTurnInterrupted, domain.KindTurnFailed, domain.KindTurnWithdrawn, domain.KindPromptAccepted, domain.KindSessionCreated, domain.KindSessionEnded,
			domain.KindSessionEnded, domain.KindSessionResumed, domain.KindToolRequested, domain.KindToolCompleted, domain.KindWorkerRunning, domain.KindWorkerTerminated, domain.KindMCPDegraded)
		e.Data, e.Erased, e.Scope = []byte(`{}`), false, domain.Scope{}
		if g.r.IntN(3) > 0 {
			e.Causes = nil
		}
		e.Emitter, e.Epoch, e.SeqKind = one[domain.EmitterID](g, "I", "J", "K"), Boot(1), domain.SeqCount
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}
		if e.Emitter != "K" || g.r.IntN(4) == 0 {
			e.Source.Channel = domain.ImportChannel + "sim"
		}
		e.Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", one(g, "s1", "s1", "s1", "c1"))),
			Turn: domain.Known(one[domain.TurnID](g, domain.TurnID(e.Emitter+"1"), domain.TurnID(e.Emitter+"2"), "t1", "t2", ""))}
		switch e.Kind {
		case domain.KindSessionCreated:
			if e.Subject.Session.Value == domain.MakeSessionID("sim", "c1") {
				e.Data = []byte(`{"parent_session":"sim/s1"}`)
			}
		case domain.KindTurnFailed:
			e.Data = []byte(one(g, `{"class":"provider_auth"}`, `{"class":"context_window"}`))
		case domain.KindTurnWithdrawn:
			e.Data = []byte(one(g, `{"last":1}`, `{"turns":["t1"]}`))
		case domain.KindToolRequested, domain.KindToolCompleted:
			e.Subject.Item = domain.Known(one[domain.ItemID](g, "toolu_01AbCdEfGhIjKlMnOp", "call_0"))
		case domain.KindWorkerRunning, domain.KindWorkerTerminated:
			e.Subject.Worker = domain.Known(one[domain.WorkerID](g, "w1", "w2"))
		}
	}
	return out
}
