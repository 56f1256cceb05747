package omx

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// modeDocument is the state of a piece of work that omx drives in a special mode, such
// as a loop that continues until the work is done. Which mode, and of which life of
// omx, only the file's place shows.
type modeDocument struct {
	Task        lenient.Word `json:"task_description"`
	StartedAt   lenient.Word `json:"started_at"`
	CompletedAt lenient.Word `json:"completed_at"`
	Phase       lenient.Word `json:"current_phase"`
	Branch      lenient.Word `json:"branch"`
	Commit      lenient.Word `json:"commit"`
	PR          lenient.Word `json:"pr"`
}

func isMode(h *lenient.Head) bool {
	active := h.Is("active", 't') || h.Is("active", 'f')
	return active && h.Is("current_phase", '"') && h.Is("started_at", '"')
}

// mode records when the work began, how it ended, and then where it was shipped. The
// lane is identified by its beginning and its task.
func (f *file) mode(record jsontext.Value) producers.Told {
	m, _ := lenient.Read[modeDocument](record)
	began := producers.Instant(m.StartedAt)
	if !began.Known() {
		return producers.Told{Skipped: "work without its beginning"}
	}
	work := file{plan: string(m.StartedAt)}
	task := sha256.Sum256([]byte(m.Task))
	name := "mode/" + hex.EncodeToString(task[:6])
	start, end := work.lane(name, began), work.lane(name, producers.Instant(m.CompletedAt))
	start.say("mode", domain.LaneStarted{})
	if m.CompletedAt != "" {
		end.shipped(&m)
	}
	switch m.Phase {
	case "complete", "completed":
		end.say("mode", domain.LaneFinished{Result: "complete"})
	case "failed":
		end.say("mode", domain.LaneFailed{FailureClass: domain.FailUnknown, Result: "failed"})
	case "cancelled", "canceled":
		end.say("mode", domain.LaneCanceled{Result: "canceled"})
	}
	return producers.Told{Drafts: append(start.drafts, end.drafts...)}
}

// shipped records where the work went, as far as the document names it.
func (l *lane) shipped(m *modeDocument) {
	if commit := producers.ID(m.Commit); commit != "" {
		l.say("mode", domain.LaneCommitCreated{Commit: domain.CommitID(commit), Branch: domain.Branch(producers.ID(m.Branch))})
	}
	_, number, _ := strings.Cut(string(m.PR), "/pull/")
	if n, err := strconv.Atoi(number); err == nil && n > 0 {
		l.say("mode", domain.LanePROpened{Number: n, URL: producers.Short(m.PR)})
	}
}
