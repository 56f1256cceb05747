package reports_test

import (
	"strings"

	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

// event is the id of event n.
func event(n int) domain.EventID {
	var id ulid.ULID
	id[15], id[14] = byte(n), byte(n>>8)
	return domain.EventID(id)
}

// minute is the time n minutes after the first.
func minute(n int) domain.Instant { return domain.AtUnixNano(int64(n+1) * 60e9) }

// someText draws texts as people and agents write them: long ones, and such that JSON, JSON Pointer
// and terminals take apart.
func someText(t *rapid.T, label string) string {
	return rapid.OneOf(rapid.SampledFrom([]string{"fix the door", "a/b~c", "~1~0", "ü 月 🚀", "\u2028<&>\"\\", "-1", "x y"}), rapid.StringN(1, 12, 40)).Draw(t, label)
}

// someWords draws texts that say something.
func someWords(t *rapid.T, label string) string {
	s := someText(t, label)
	if strings.TrimSpace(s) == "" {
		return "." + s
	}
	return s
}

// someIDs draws ids of items.
func someIDs(t *rapid.T, label string, of []string) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(of), 0, len(of), rapid.ID[string]).Draw(t, label)
}

func someEvents(t *rapid.T) []domain.EventID {
	ids := []domain.EventID{}
	for _, n := range rapid.SliceOfN(rapid.IntRange(1, 9), 0, 3).Draw(t, "events") {
		ids = append(ids, event(n))
	}
	return ids
}

// laneIDs are those of generated lanes.
var laneIDs = []string{"01KJSESXM0FXE8CX6BVXYZ3Z6R", "01KJSESXM06022NF76N9K6CG4H", "00000000000MM5VEZ9CT2TGGW2", "00000000005TS5JN1Q3SF32B0T"}

func someLane(t *rapid.T) reports.Lane {
	l := reports.Lane{State: rapid.SampledFrom([]lane.State{lane.StateWorking, lane.StateEnded, lane.StateBlocked}).Draw(t, "state"),
		Outcome: rapid.SampledFrom([]lane.Result{lane.ResultNone, lane.ResultFinished, lane.ResultUnverified, lane.ResultFailed}).Draw(t, "outcome"),
		Attempt: rapid.IntRange(1, 3).Draw(t, "attempt"), Agent: rapid.SampledFrom([]string{"", "codex"}).Draw(t, "agent"), Opening: someText(t, "opening"),
		Sessions: []domain.SessionID{}, Turns: map[string]int{"completed": rapid.IntRange(0, 3).Draw(t, "turns")}, ToolCalls: map[string]int{},
		Errors: rapid.IntRange(0, 2).Draw(t, "errors"), ObservedAt: minute(rapid.IntRange(0, 5).Draw(t, "minute")), Evidence: map[string][]domain.EventID{"outcome": someEvents(t)}}
	if l.State == lane.StateWorking {
		l.TTL = reports.TTLSeconds
	}
	if rapid.Bool().Draw(t, "works") {
		l.Standing = &work.Standing{Wrote: work.Wrote{State: work.WrotePaths, Paths: rapid.IntRange(1, 3).Draw(t, "paths")}}
	}
	l.Advice = projections.Advise(projections.Standing{State: l.State, Outcome: l.Outcome})
	return l
}

// observed draws what a log shows. Each section but the lanes may be unknown.
func observed(t *rapid.T) *reports.Observed {
	o := &reports.Observed{Window: reports.Window{After: minute(0), Until: minute(6)}, ToolCalls: map[string]int{"completed": rapid.IntRange(0, 9).Draw(t, "calls")}}
	o.Lanes.Items = map[string]reports.Lane{}
	for _, id := range someIDs(t, "lanes", laneIDs) {
		o.Lanes.Items[id] = someLane(t)
	}
	o.Sessions.Items = map[string]reports.Session{}
	for _, id := range someIDs(t, "sessions", []string{"codex/1", "claude-code/ü~/"}) {
		o.Sessions.Items[id] = reports.Session{State: "working", ObservedAt: minute(3), TTL: reports.TTLSeconds, Evidence: someEvents(t)}
	}
	o.Approvals = reports.Approvals{Unknown: reports.WhyFailed}
	if rapid.Bool().Draw(t, "approvals are known") {
		o.Approvals = reports.Approvals{Items: map[string]reports.Approval{}}
		for _, id := range someIDs(t, "approvals", []string{"approval-01KT1GRHA00000000000000001", "approval-01KT1GRHA00000000000000002"}) {
			waits := rapid.Bool().Draw(t, "waits")
			o.Approvals.Items[id] = reports.Approval{Status: "pending", Waits: waits, Action: someText(t, "action"), Requester: "agent:codex/1", RequestedAt: minute(2), Evidence: someEvents(t)}
		}
	}
	o.Ships.Items = map[string]reports.Ship{}
	for _, id := range someIDs(t, "ships", []string{"ship-01KT1GRHA00000000000000001"}) {
		o.Ships.Items[id] = reports.Ship{Repo: "example.com/shop", Ref: "refs/heads/main", Commits: rapid.IntRange(1, 4).Draw(t, "commits"), Riders: 1, ObservedAt: minute(1), Evidence: someEvents(t)}
	}
	o.Errors.Items = map[string]reports.ErrorKind{}
	for _, id := range someIDs(t, "errors", []string{"tool/exit_code", "provider/unknown"}) {
		o.Errors.Items[id] = reports.ErrorKind{Origin: projections.ErrorOrigin(id[:strings.IndexByte(id, '/')]), Kind: "unknown", Count: rapid.IntRange(1, 5).Draw(t, "count"), Evidence: someEvents(t)}
		o.ErrorCount += o.Errors.Items[id].Count
	}
	o.Usage.Items = map[string]reports.Spent{}
	for _, id := range someIDs(t, "models", []string{"gpt-5", "claude/opus~4"}) {
		o.Usage.Items[id] = reports.Spent{Responses: 1, Tokens: projections.Tokens{Input: int64(rapid.IntRange(0, 1<<40).Draw(t, "input"))}}
	}
	return o
}

// statement draws what a reporter states, as the contract allows it.
func statement(t *rapid.T) *reports.Statement {
	s := &reports.Statement{Claims: map[string]reports.Claim{}, NextActions: map[string]reports.Action{}, Negative: map[string]reports.Negative{}}
	for _, id := range someIDs(t, "claims", []string{"cause", "a/b~c"}) {
		c := reports.Claim{Kind: reports.ClaimFact, Text: someWords(t, "claim"), Evidence: append(someEvents(t), event(1))}
		if rapid.Bool().Draw(t, "is no fact") {
			c.Kind, c.Confidence, c.Evidence = reports.ClaimHypothesis, reports.ConfidenceLow, nil
		}
		s.Claims[id] = c
	}
	if rapid.Bool().Draw(t, "states pinpoints") {
		s.Pinpoints = map[string]reports.Pinpoint{"gap": {Title: someText(t, "pinpoint"), State: domain.PinpointState(rapid.SampledFrom([]string{"filed", "done"}).Draw(t, "pinpoint state")), ObservedAt: minute(1), Evidence: someEvents(t)}}
	}
	if rapid.Bool().Draw(t, "searched") {
		s.Negative["roadmap"] = reports.Negative{Surfaces: []string{"roadmap"}, Query: someWords(t, "query"), By: "ana", Result: reports.NotObserved}
	}
	if rapid.Bool().Draw(t, "closes") {
		s.Closure = &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(4), NextAction: someWords(t, "next")}
	}
	return s
}

// document draws a report; before is the one that it follows, nil for none.
func document(t *rapid.T, before *reports.Previous) *reports.Document {
	return reports.Build(observed(t), statement(t), before, "claw")
}

// sealed seals a document, which has to have a canonical form.
func sealed(t fataler, d *reports.Document) reports.Sealed {
	s, err := reports.Seal(d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// previous is a document as the one that another follows.
func previous(t fataler, d *reports.Document) *reports.Previous {
	return &reports.Previous{Hash: sealed(t, d).Hash, Document: d}
}

type fataler interface{ Fatalf(string, ...any) }
