package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// planDocument is the state of the goals of a plan.
type planDocument struct {
	CreatedAt lenient.Word           `json:"createdAt"`
	Goals     lenient.List[planGoal] `json:"goals"`
}

type planGoal struct {
	ID          lenient.Word `json:"id"`
	Status      lenient.Word `json:"status"`
	StartedAt   lenient.Word `json:"startedAt"`
	CompletedAt lenient.Word `json:"completedAt"`
	FailedAt    lenient.Word `json:"failedAt"`
	Evidence    lenient.Word `json:"evidence"`
	Reason      lenient.Word `json:"failureReason"`
}

func isPlan(h *lenient.Head) bool {
	return h.Is("createdAt", '"') && h.Is("ledgerPath", '"') && (h.Is("goals", '[') || h.Torn || h.Unreadable("goals"))
}

// goals records what the document contains: of each goal its last start and its end,
// as the ledger does, with the same ids.
func (f *file) goals(record jsontext.Value) producers.Told {
	p, _ := lenient.Read[planDocument](record)
	f.plan = string(p.CreatedAt)
	drafts := []domain.Draft{f.lane("", producers.Instant(p.CreatedAt)).planned()}
	for _, g := range p.Goals {
		tell := func(event string, at, evidence lenient.Word) {
			if l := f.lane(string(g.ID), producers.Instant(at)); at != "" && g.ID != "" {
				l.goalEvent(event, string(evidence))
				drafts = append(drafts, l.drafts...)
			}
		}
		tell("goal_started", g.StartedAt, "")
		switch g.Status {
		case "complete":
			tell("goal_completed", g.CompletedAt, g.Evidence)
		case "failed":
			tell("goal_failed", g.FailedAt, g.Reason)
		}
	}
	return producers.Told{Drafts: drafts}
}
