package omx

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// ledgerEntry is a line of a plan's ledger.
type ledgerEntry struct {
	TS       lenient.Word            `json:"ts"`
	Event    lenient.Word            `json:"event"`
	Goal     lenient.Word            `json:"goalId"`
	Evidence lenient.Word            `json:"evidence"`
	Gate     lenient.Object[gate]    `json:"qualityGate"`
	Mutation lenient.Word            `json:"mutationKind"`
	After    lenient.Object[steered] `json:"after"`
}

// gate is what was checked before a plan's last goal was called complete. Its shape
// is the agent's own but for these.
type gate struct {
	Status       lenient.Word           `json:"status"`
	Commit       lenient.Word           `json:"commit"`
	Verification lenient.Object[checks] `json:"verification"`
}

type checks struct {
	Status lenient.Word `json:"status"`
}

// steered is a goal as a change of the plan left it.
type steered struct {
	Target lenient.Object[replaced] `json:"target"`
}

type replaced struct {
	ID           lenient.Word   `json:"id"`
	SupersededBy []lenient.Word `json:"supersededBy"`
}

// ledgerEvent returns why an event of a ledger contains nothing that a log stores, "" where
// it does; false for one that no ledger has.
func ledgerEvent(event string) (skipped string, known bool) {
	switch event {
	case "plan_created", "goal_started", "goal_completed", "goal_failed", "goal_blocked",
		"goal_needs_user_decision", "goal_review_blocked", "goal_resumed", "aggregate_completed", "steering_accepted":
		return "", true
	case "goal_added":
		return "goal added, not started", true
	case "goal_retried":
		return "goal put back, not started", true
	case "final_review_failed":
		return "repeated by goal_review_blocked", true
	case "steering_rejected":
		return "change of the plan refused", true
	case "aggregate_objective_migrated":
		return "wording of the plan", true
	}
	return "", false
}

func isLedger(h *lenient.Head) bool {
	_, known := ledgerEvent(h.Text("event"))
	return known && h.Is("ts", '"')
}

// ledger returns what a line of a ledger records about the plan's lanes.
func (f *file) ledger(record jsontext.Value) producers.Told {
	e, _ := lenient.Read[ledgerEntry](record)
	if f.plan == "" || e.Event == "plan_created" {
		f.plan = string(e.TS)
	}
	if why, _ := ledgerEvent(string(e.Event)); why != "" {
		return producers.Told{Skipped: why}
	}
	l := f.lane(string(e.Goal), producers.Instant(e.TS))
	switch e.Event {
	case "plan_created":
		return producers.Told{Drafts: []domain.Draft{l.planned()}}
	case "aggregate_completed":
		l = f.lane("", l.at)
	case "steering_accepted":
		return l.steered(f, &e)
	}
	if l.goal == "" && e.Event != "aggregate_completed" {
		return producers.Told{Skipped: "names no goal"}
	}
	l.goalEvent(string(e.Event), string(e.Evidence))
	if e.Gate.There {
		l.gated(e.Gate.V)
	}
	return producers.Told{Drafts: l.drafts}
}

// goalEvent records the outcome of the goal.
func (l *lane) goalEvent(event, evidence string) {
	switch event {
	case "goal_started":
		l.say(event, domain.LaneStarted{})
	case "goal_resumed":
		l.say(event, domain.LaneHeartbeat{Phase: "resumed"})
	case "goal_completed", "aggregate_completed":
		l.say(event, domain.LaneFinished{Result: "complete", SummaryEvent: l.note(event, evidence)})
	case "goal_failed":
		l.say(event, domain.LaneFailed{FailureClass: domain.FailUnknown, Result: "failed", SummaryEvent: l.note(event, evidence)})
	case "goal_needs_user_decision":
		l.note(event, evidence)
		l.say(event, domain.LaneBlocked{Subphase: domain.BlockedApproval})
	case "goal_blocked", "goal_review_blocked":
		l.note(event, evidence)
		l.say(event, domain.LaneBlocked{})
	}
}

// gated records what a quality gate found, as far as its words are of a known shape.
func (l *lane) gated(g gate) {
	if slices.Contains([]lenient.Word{g.Status, g.Verification.V.Status}, "passed") {
		l.say("gate", domain.TestPassed{Suite: "quality gate"})
	}
	if commit := producers.ID(g.Commit); commit != "" {
		l.say("gate", domain.LaneCommitCreated{Commit: domain.CommitID(commit)})
	}
}

// steered records which goals replaced one.
func (l *lane) steered(f *file, e *ledgerEntry) producers.Told {
	target := e.After.V.Target.V
	if len(target.SupersededBy) == 0 {
		return producers.Told{Skipped: f.odd.Reason("change of the plan:", string(e.Mutation))}
	}
	old := f.lane(string(target.ID), l.at)
	old.say("steering_accepted", domain.LaneSuperseded{By: f.lane(string(target.SupersededBy[0]), l.at).id()})
	return producers.Told{Drafts: old.drafts}
}
