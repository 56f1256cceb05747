package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// isGate reports whether the document is a quality gate, filed beside the ledger.
func isGate(h *lenient.Head) bool {
	return h.Is("goal_id", '"') && h.Is("team_phase", '"')
}

// gate records nothing: the document names a goal, and neither plan nor time.
func (f *file) gate(jsontext.Value) producers.Told {
	return producers.Told{Skipped: ofGate}
}

// isGoal reports whether the document is what Codex answered about its thread's goal.
func isGoal(h *lenient.Head) bool {
	goal := lenient.HeadOf(h.Value("goal"))
	return goal.Is("threadId", '"') && goal.Is("objective", '"')
}

// goal records nothing: the ledger has recorded its outcome.
func (f *file) goal(jsontext.Value) producers.Told {
	return producers.Told{Skipped: ofGoal}
}

// promptDocument is the last prompt that clawhip's hook was shown.
type promptDocument struct {
	ObservedAt lenient.Word `json:"observed_at"`
	Provider   lenient.Word `json:"provider"`
	Session    lenient.Word `json:"session_id"`
	Summary    lenient.Word `json:"prompt_summary"`
}

func isPrompt(h *lenient.Head) bool {
	return h.Is("observed_at", '"') && h.Is("provider", '"') && h.Is("event_name", '"') && h.Is("prompt_summary", '"')
}

// prompt reports that a session of another agent received a prompt. The document does
// not name the turn that this began, so none is recorded.
func (f *file) prompt(record jsontext.Value) producers.Told {
	p, _ := lenient.Read[promptDocument](record)
	provider, own := producers.ID(p.Provider), producers.ID(p.Session)
	if provider == "" || own == "" {
		return producers.Told{Skipped: "prompt without its session"}
	}
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(provider, own), Key: "prompt", At: producers.Instant(p.ObservedAt)}
	return producers.Told{Drafts: []domain.Draft{o.Draft("summary", domain.MessageRecorded{Role: domain.RoleUser,
		Text: producers.Text(string(p.Summary)), Phase: "prompt_summary"})}}
}
