package foldtest

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// DrawEvent draws one event of a small world: few names, so that events meet.
func DrawEvent(t *rapid.T, n int) domain.Event {
	type form struct {
		kind domain.Kind
		data string
	}
	f := rapid.SampledFrom([]form{
		{domain.KindSessionCreated, `{"agent":"claude-code","model":"m1","parent_session":"claude-code/a","purpose":"p","title":{"unknown":"not_yet"},"workspace":"/w"}`},
		{domain.KindSessionCreated, `{"agent":"codex","purpose":{"unknown":"not_recorded"},"title":"t","workspace":{"unknown":"redacted"}}`},
		{domain.KindSessionIdentityEnriched, `{"title":"one"}`}, {domain.KindSessionIdentityEnriched, `{"pr_number":7,"title":"two\n\u20ac"}`},
		{domain.KindSessionResumed, `{}`}, {domain.KindSessionCompacted, `{"trigger":"auto"}`}, {domain.KindSessionEnded, `{"status":"completed"}`},
		{domain.KindSessionForked, `{"from":"claude-code/a"}`}, {domain.KindSessionCleared, `{}`},
		{domain.KindTurnStarted, `{"model":"m2"}`}, {domain.KindTurnCompleted, `{}`}, {domain.KindTurnFailed, `{"class":"provider_auth"}`},
		{domain.KindTurnInterrupted, `{}`}, {domain.KindTurnWithdrawn, `{"last":1}`}, {domain.KindTurnWithdrawn, `{"turns":["t2","t1"]}`},
		{domain.KindMessageRecorded, `{"role":"user","text":"x"}`}, {domain.KindMessageRecorded, `{"role":"assistant","synthetic":true}`},
		{domain.KindToolRequested, `{"input":{"a":["}"]},"name":"Bash"}`}, {domain.KindToolRequested, `{"name":"Read","server":"mcp"}`}, {domain.KindToolStarted, `{}`},
		{domain.KindToolRequested, `{"input":{"command":["bash","-lc","git push"],"path":"b"},"name":"shell"}`},
		{domain.KindToolRequested, `{"input":"*** Begin Patch\n*** Add File: c\n*** Update File: \"d\"\n","name":"apply_patch"}`},
		{domain.KindPolicyEvaluated, `{"approval":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV","decision":"approval_required","evidence":["01ARZ3NDEKTSV4RRFFQ69G5FAX"],"policy":"00","rule":"r"}`},
		{domain.KindPolicyActionBlocked, `{"actor":"agent:codex/a","next":"ask_operator","refusal":"approval_denied","rule":"r"}`},
		{domain.KindToolOutput, `{"text":"…"}`}, {domain.KindToolCompleted, `{"duration_ms":5,"exit_code":0}`}, {domain.KindToolCompleted, `{"paths":["b","a"]}`},
		{domain.KindToolFailed, `{"error_kind":"exit_code","exit_code":1}`}, {domain.KindToolFailed, `{"error_kind":"tool_error"}`},
		{domain.KindToolDenied, `{"by":"user"}`}, {domain.KindToolTimedOut, `{}`}, {domain.KindToolCanceled, `{}`},
		{domain.KindUsageRecorded, `{"cache_creation_tokens":0,"cache_read_tokens":1,"input_tokens":2,"model":"m1","output_tokens":3,"reasoning_tokens":0}`},
		{domain.KindUsageRecorded, `{"cache_creation_tokens":1,"cache_read_tokens":0,"input_tokens":2,"output_tokens":3,"reasoning_tokens":1}`},
		{domain.KindProviderFailed, `{"class":"provider_rate_limit","code":"slow down","status":429}`}, {domain.KindWorkerFailed, `{"failure_class":"infra"}`},
		{domain.KindMCPStartupTimeout, `{"server":"x"}`}, {domain.KindToolFailed, `{"error_kind":`}, {"tool.dreamt", `{}`},
		{domain.KindRefMoved, `{"new":"c3","old":"c1","ref":"refs/heads/a","rewritten":[{"new":"c2","old":"c1"},{"new":"c3","old":"c2"}]}`}, {domain.KindRefMoved, `{"rewritten":7}`},
		{domain.KindWorkObserved, `{"commits":[{"commit":"3f2a1c9"},{"commit":"aaa1111","viewed":true}],"pull_requests":[{"number":12,"repo":"github.com/\"a/b","state":"open"}]}`},
		{domain.KindWorkObserved, `{"pull_requests":[{"number":12,"repo":"github.com/\"a/b","state":"merged"},{"number":3,"state":"closed","viewed":true}],"refs":[{"ref":"main","remote":"origin","result":"rejected"}]}`},
		{domain.KindWorkObserved, `{"refs":[{"ref":"main","remote":"origin","result":"updated"},{"ref":"x","result":"merged"}]}`}, {domain.KindWorkObserved, `{"refs":7}`},
		{domain.KindLaneStarted, `{"expects":["report"]}`}, {domain.KindLaneFinished, `{"result":"done"}`}, {domain.KindLaneFailed, `{"failure_class":"test"}`},
	}).Draw(t, "what")
	e := Event(n, f.kind, f.data)
	e.Subject.Session = domain.Known(domain.SessionID(rapid.SampledFrom([]string{"claude-code/a", "claude-code/b", "codex/a", ""}).Draw(t, "session")))
	e.Subject.Turn = domain.Known(domain.TurnID(rapid.SampledFrom([]string{"t1", "t2", "", "\uFB33", "\U0001F600"}).Draw(t, "turn")))
	e.Subject.Item = domain.Known(domain.ItemID(rapid.SampledFrom([]string{"i1", "i2", "i3", ""}).Draw(t, "item")))
	e.Emitter = rapid.SampledFrom([]domain.EmitterID{"import/a", "hook", ""}).Draw(t, "emitter")
	e.Epoch = domain.SessionID(rapid.SampledFrom([]string{"e1", "e2"}).Draw(t, "epoch")).Epoch()
	e.Seq = rapid.Uint64Range(0, 5).Draw(t, "seq")
	e.Source.Trust = rapid.SampledFrom([]domain.Trust{"high", "medium", "low", ""}).Draw(t, "trust")
	e.Source.Kind = rapid.SampledFrom([]domain.SourceKind{"live_lane", "live_lane", "live_lane", "test"}).Draw(t, "source")
	At(rapid.IntRange(0, 4).Draw(t, "at"))(&e)
	if rapid.IntRange(0, 5).Draw(t, "rare") == 0 {
		Timeless(&e)
	}
	if strings.HasPrefix(string(f.kind), "lane.") {
		e.Subject.Lane = domain.Known[domain.LaneID]("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	}
	if n > 0 && rapid.IntRange(0, 3).Draw(t, "follows") == 0 {
		e.Causes = []domain.EventID{Event(rapid.IntRange(0, n-1).Draw(t, "cause"), "", "").ID}
	}
	if rapid.IntRange(0, 20).Draw(t, "erased") == 0 {
		Erased(&e)
	}
	return e
}

// Draw draws some events of a small world, see [DrawEvent].
func Draw(t *rapid.T) Log {
	log := make(Log, rapid.IntRange(2, 25).Draw(t, "events"))
	for i := range log {
		log[i] = DrawEvent(t, i)
	}
	return log
}

// Digests are the digests of the state of a log, in which no event amends another one.
func Digests(t *rapid.T, log Log) projections.Digests {
	m := projections.NewMemory(projections.Options{})
	for i := range log {
		if err := m.Apply(&log[i]); err != nil {
			t.Fatal(err)
		}
	}
	d, err := m.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}
