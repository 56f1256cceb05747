package omx

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// runEntry describes one run of omx: in the log of a day, in the history, and in the
// document of the one that runs now.
type runEntry struct {
	Event     lenient.Word `json:"event"`
	Session   lenient.Word `json:"session_id"`
	Timestamp lenient.Word `json:"timestamp"`
	StartedAt lenient.Word `json:"started_at"`
	EndedAt   lenient.Word `json:"ended_at"`
	CWD       lenient.Word `json:"cwd"`
}

// isRun reports whether a line of the log of a day describes a run of omx.
func isRun(h *lenient.Head) bool {
	event := h.Text("event")
	return (event == "session_start" || event == "session_end") && h.Is("session_id", '"') && h.Is("timestamp", '"') && (h.Has("_ts") || h.Has("pid"))
}

// isPast reports whether the record is one of the history of lives, or the document of
// the one that lasts. Cline keeps such a document too, with the model that it asks.
func isPast(h *lenient.Head) bool {
	return !h.Has("provider") && !h.Has("prompt") && h.Is("session_id", '"') && h.Is("started_at", '"') && (h.Is("ended_at", '"') || h.Is("pid", '0'))
}

func (f *file) run(record jsontext.Value) producers.Told {
	e, _ := lenient.Read[runEntry](record)
	if e.Event == "session_end" {
		return e.told(e.ended(e.Timestamp))
	}
	return e.told(e.created(e.Timestamp))
}

// past records what the history and the document contain: the beginning, as the log of
// the day does, where omx worked, and the end, if there was one.
func (f *file) past(record jsontext.Value) producers.Told {
	e, _ := lenient.Read[runEntry](record)
	drafts := []domain.Draft{e.created(e.StartedAt)}
	if e.CWD != "" {
		drafts = append(drafts, e.origin(e.StartedAt).Draft("placed", domain.SessionIdentityEnriched{Workspace: domain.Path(producers.Short(e.CWD))}))
	}
	if e.EndedAt != "" {
		drafts = append(drafts, e.ended(e.EndedAt))
	}
	return e.told(drafts...)
}

func (e *runEntry) told(drafts ...domain.Draft) producers.Told {
	if producers.ID(e.Session) == "" {
		return producers.Told{Skipped: "session without its id"}
	}
	return producers.Told{Drafts: drafts}
}

func (e *runEntry) origin(at lenient.Word) producers.Origin {
	return producers.Origin{Source: source, Session: domain.MakeSessionID(source, producers.ID(e.Session)), Key: "session", At: producers.Instant(at)}
}

func (e *runEntry) created(at lenient.Word) domain.Draft {
	return e.origin(cmp.Or(at, e.Timestamp)).Draft("created", domain.SessionCreated{Agent: source,
		Title:     domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotYet),
		Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded)})
}

func (e *runEntry) ended(at lenient.Word) domain.Draft {
	return e.origin(at).Draft("ended", domain.SessionEnded{Status: domain.EndUnknown})
}
