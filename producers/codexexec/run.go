package codexexec

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// line holds the members of all types of lines together.
type line struct {
	Type   lenient.Word `json:"type"`
	Thread lenient.Word `json:"thread_id"`
	Item   lenient.Object[struct {
		Type lenient.Word `json:"type"`
		Text lenient.Word `json:"text"`
	}] `json:"item"`
	Error lenient.Object[struct {
		Message lenient.Word `json:"message"`
	}] `json:"error"`
}

// run is what the lines read so far say to the ones that follow.
type run struct {
	own     string                    // the thread
	answer  string                    // the agent's last message of the turn
	ended   map[string]domain.EventID // thread → the end of its last turn
	repeats producers.Repeats
	strange producers.Strangers
}

// tell returns the events of one line; raw is its text.
func (r *run) tell(l *line, raw []byte) producers.Told {
	if l.Type == "thread.started" {
		r.own, r.answer = producers.ID(l.Thread), ""
	}
	if r.own == "" {
		return producers.Told{Skipped: "no thread named"}
	}
	switch l.Type {
	case "thread.started":
		return tellOne(r.note(raw), domain.SessionCreated{
			Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
			Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded), Agent: agent, Originator: Source,
		})
	case "turn.started":
		r.answer = ""
		return producers.Told{Skipped: "told with its end"}
	case "turn.completed":
		return r.end(raw, domain.TurnCompleted{Answer: producers.Text(r.answer)})
	case "turn.failed":
		words := string(l.Error.V.Message)
		return r.end(raw, domain.TurnFailed{Class: producers.ClassOf(0, "", words), Message: producers.Text(words)})
	case "item.completed":
		if l.Item.V.Type == "agent_message" {
			r.answer = string(l.Item.V.Text)
			return producers.Told{Skipped: "told with its turn"}
		}
		return producers.Told{Skipped: "the rollout has it, under another id"}
	case "item.started", "item.updated", "error":
		return producers.Told{Skipped: "the rollout has it, under another id"}
	}
	return producers.Told{Skipped: r.strange.Reason("unknown type", strings.ReplaceAll(string(l.Type), "/", "."))}
}

// end writes the end of a turn, whose own line is what names it. Where a file has several
// runs of a thread, each took up what the one before it left.
func (r *run) end(raw []byte, p domain.Payload) producers.Told {
	r.answer = ""
	n := r.note(raw)
	n.Turn = domain.TurnID("exec/" + n.Key)
	if before, ok := r.ended[r.own]; ok {
		n.Causes = []domain.EventID{before}
	}
	told := tellOne(n, p)
	if r.ended == nil {
		r.ended = map[string]domain.EventID{}
	}
	r.ended[r.own] = told.Drafts[0].ID
	return told
}

// note is what all events of a line have in common.
func (r *run) note(raw []byte) producers.Note {
	return producers.Note{Origin: producers.Origin{Source: Source, Session: domain.MakeSessionID(agent, r.own), Key: r.repeats.Key(r.own, raw),
		At: domain.UnknownInstant(domain.UnknownNotRecorded)}}
}

// tellOne returns a line's only event.
func tellOne(n producers.Note, p domain.Payload) producers.Told {
	n.Part = string(p.Kind())
	return producers.Told{Drafts: []domain.Draft{n.Draft(p)}}
}
