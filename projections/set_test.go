package projections_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// saying draws one event of a small world: few names, so that events meet.
func saying(t *rapid.T, n int) domain.Event {
	type form struct {
		kind domain.Kind
		data string
	}
	f := rapid.SampledFrom([]form{
		{"session.created", `{"agent":"claude-code","model":"m1","parent_session":"claude-code/a","purpose":"p","title":{"unknown":"not_yet"},"workspace":"/w"}`},
		{"session.created", `{"agent":"codex","purpose":{"unknown":"not_recorded"},"title":"t","workspace":{"unknown":"redacted"}}`},
		{"session.identity_enriched", `{"title":"one"}`}, {"session.identity_enriched", `{"pr_number":7,"title":"two\n\u20ac"}`},
		{"session.resumed", `{}`}, {"session.compacted", `{"trigger":"auto"}`}, {"session.ended", `{"status":"completed"}`},
		{"session.forked", `{"from":"claude-code/a"}`}, {"session.cleared", `{}`},
		{"turn.started", `{"model":"m2"}`}, {"turn.completed", `{}`}, {"turn.failed", `{"class":"provider_auth"}`},
		{"turn.interrupted", `{}`}, {"turn.withdrawn", `{"last":1}`}, {"turn.withdrawn", `{"turns":["t2","t1"]}`},
		{"message.recorded", `{"role":"user","text":"x"}`}, {"message.recorded", `{"role":"assistant","synthetic":true}`},
		{"tool.requested", `{"input":{"a":["}"]},"name":"Bash"}`}, {"tool.requested", `{"name":"Read","server":"mcp"}`}, {"tool.started", `{}`},
		{"tool.requested", `{"input":{"command":["bash","-lc","git push"],"path":"b"},"name":"shell"}`},
		{"tool.requested", `{"input":"*** Begin Patch\n*** Add File: c\n*** Update File: \"d\"\n","name":"apply_patch"}`},
		{"policy.evaluated", `{"approval":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV","decision":"approval_required","evidence":["01ARZ3NDEKTSV4RRFFQ69G5FAX"],"policy":"00","rule":"r"}`},
		{"policy.action_blocked", `{"actor":"agent:codex/a","next":"ask_operator","refusal":"approval_denied","rule":"r"}`},
		{"tool.output", `{"text":"…"}`}, {"tool.completed", `{"duration_ms":5,"exit_code":0}`}, {"tool.completed", `{"paths":["b","a"]}`},
		{"tool.failed", `{"error_kind":"exit_code","exit_code":1}`}, {"tool.failed", `{"error_kind":"tool_error"}`},
		{"tool.denied", `{"by":"user"}`}, {"tool.timed_out", `{}`}, {"tool.canceled", `{}`},
		{"usage.recorded", `{"cache_creation_tokens":0,"cache_read_tokens":1,"input_tokens":2,"model":"m1","output_tokens":3,"reasoning_tokens":0}`},
		{"usage.recorded", `{"cache_creation_tokens":1,"cache_read_tokens":0,"input_tokens":2,"output_tokens":3,"reasoning_tokens":1}`},
		{"provider.failed", `{"class":"provider_rate_limit","code":"slow down","status":429}`}, {"worker.failed", `{"failure_class":"infra"}`},
		{"mcp.startup.timeout", `{"server":"x"}`}, {"tool.failed", `{"error_kind":`}, {"tool.dreamt", `{}`},
		{"ref.moved", `{"new":"c3","old":"c1","ref":"refs/heads/a","rewritten":[{"new":"c2","old":"c1"},{"new":"c3","old":"c2"}]}`}, {"ref.moved", `{"rewritten":7}`},
		{"lane.started", `{"expects":["report"]}`}, {"lane.finished", `{"result":"done"}`}, {"lane.failed", `{"failure_class":"test"}`},
	}).Draw(t, "what")
	e := event(n, f.kind, f.data)
	e.Subject.Session = domain.Known(domain.SessionID(rapid.SampledFrom([]string{"claude-code/a", "claude-code/b", "codex/a", ""}).Draw(t, "session")))
	e.Subject.Turn = domain.Known(domain.TurnID(rapid.SampledFrom([]string{"t1", "t2", "", "\uFB33", "\U0001F600"}).Draw(t, "turn")))
	e.Subject.Item = domain.Known(domain.ItemID(rapid.SampledFrom([]string{"i1", "i2", "i3", ""}).Draw(t, "item")))
	e.Emitter = rapid.SampledFrom([]domain.EmitterID{"import/a", "hook", ""}).Draw(t, "emitter")
	e.Epoch = domain.SessionID(rapid.SampledFrom([]string{"e1", "e2"}).Draw(t, "epoch")).Epoch()
	e.Seq = rapid.Uint64Range(0, 5).Draw(t, "seq")
	e.Source.Trust = rapid.SampledFrom([]domain.Trust{"high", "medium", "low", ""}).Draw(t, "trust")
	e.Source.Kind = rapid.SampledFrom([]domain.SourceKind{"live_lane", "live_lane", "live_lane", "test"}).Draw(t, "source")
	at(rapid.IntRange(0, 4).Draw(t, "at"))(&e)
	if rapid.IntRange(0, 5).Draw(t, "rare") == 0 {
		timeless(&e)
	}
	if f.kind[:4] == "lane" {
		e.Subject.Lane = domain.Known[domain.LaneID]("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	}
	if n > 0 && rapid.IntRange(0, 3).Draw(t, "follows") == 0 {
		e.Causes = []domain.EventID{event(rapid.IntRange(0, n-1).Draw(t, "cause"), "", "").ID}
	}
	if rapid.IntRange(0, 20).Draw(t, "erased") == 0 {
		erased(&e)
	}
	return e
}

func drawLog(t *rapid.T) events {
	log := make(events, rapid.IntRange(2, 25).Draw(t, "events"))
	for i := range log {
		log[i] = saying(t, i)
	}
	return log
}

// TestTheStateIsAFunctionOfTheSet shuffles each drawn log 25 times, repeats
// events and cuts the feeding: with 100 logs, 2,500 shuffles.
func TestTheStateIsAFunctionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawLog(t)
		want := mustDigests(t, log)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 25 {
			other := slices.Clone(log)
			for range random.IntN(4) {
				other = append(other, other[random.IntN(len(other))])
			}
			random.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
			for i := range other {
				other[i].Revision = domain.Revision(random.Uint64())
			}
			if diff := cmp.Diff(want, mustDigests(t, other)); diff != "" {
				t.Fatalf("-as drawn +shuffled\n%s", diff)
			}
		}
	})
}

func mustDigests(t *rapid.T, log events) projections.Digests {
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

// TestAStateSurvivesBeingWritten holds the hand-written encoders to reflection
// and RFC 8785, and reading to writing.
func TestAStateSurvivesBeingWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := projections.NewMemory(projections.Options{})
		log := drawLog(t)
		for i := range log {
			if err := m.Apply(&log[i]); err != nil {
				t.Fatal(err)
			}
		}
		written(t, m.Sessions)
		written(t, m.Messages)
		written(t, m.Tools)
		written(t, m.Usage)
		written(t, m.Failures)
		written(t, m.Approvals)
		written(t, m.Parked)
	})
}

func written[E any](t *rapid.T, entities projections.MemoryEntities[E]) {
	for key, e := range entities {
		state, err := projections.AppendState(nil, e)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(e, json.Deterministic(true))
		want := jsontext.Value(plain)
		if err == nil {
			err = want.Canonicalize()
		}
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(state) {
			t.Fatalf("%s\n-RFC 8785 %s\n+written  %s", key, want, state)
		}
		var back E
		if err := projections.ReadState(state, &back); err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		again, err := projections.AppendState(nil, &back)
		if err != nil || string(again) != string(state) {
			t.Fatalf("-written %s\n+read and written %s %v", state, again, err)
		}
	}
}
