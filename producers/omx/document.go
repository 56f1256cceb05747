package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// isGate reports whether the document is a quality gate, filed beside the ledger.
func isGate(h *loose.Head) bool {
	return h.Is("goal_id", '"') && h.Is("team_phase", '"')
}

// gate says nothing: the document names a goal, and neither plan nor time.
func (f *file) gate(jsontext.Value) producers.Told {
	return producers.Told{Skipped: ofGate}
}

// isGoal reports whether the document is what Codex answered about its thread's goal.
func isGoal(h *loose.Head) bool {
	goal := loose.HeadOf(h.Value("goal"))
	return goal.Is("threadId", '"') && goal.Is("objective", '"')
}

// goal says nothing: the ledger has told what became of it.
func (f *file) goal(jsontext.Value) producers.Told {
	return producers.Told{Skipped: ofGoal}
}

// promptDocument is the last prompt that clawhip's hook was shown.
type promptDocument struct {
	ObservedAt loose.Word `json:"observed_at"`
	Provider   loose.Word `json:"provider"`
	Session    loose.Word `json:"session_id"`
	Summary    loose.Word `json:"prompt_summary"`
}

func isPrompt(h *loose.Head) bool {
	return h.Is("observed_at", '"') && h.Is("provider", '"') && h.Is("event_name", '"') && h.Is("prompt_summary", '"')
}

// prompt says that a session of another agent was asked something. Which turn that
// began is not told, so none is.
func (f *file) prompt(record jsontext.Value) producers.Told {
	p, _ := loose.Read[promptDocument](record)
	provider, own := producers.ID(p.Provider), producers.ID(p.Session)
	if provider == "" || own == "" {
		return producers.Told{Skipped: "prompt without its session"}
	}
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(provider, own), Key: "prompt", At: producers.Instant(p.ObservedAt)}
	return producers.Told{Drafts: []domain.Draft{o.Draft("summary", domain.MessageRecorded{Role: domain.RoleUser,
		Text: producers.Text(string(p.Summary)), Phase: "prompt_summary"})}}
}
