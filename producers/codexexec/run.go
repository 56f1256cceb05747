package codexexec

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// line holds the members of all types of lines together.
type line struct {
	Type   loose.Word `json:"type"`
	Thread loose.Word `json:"thread_id"`
	Item   loose.Object[struct {
		Type loose.Word `json:"type"`
		Text loose.Word `json:"text"`
	}] `json:"item"`
	Error loose.Object[struct {
		Message loose.Word `json:"message"`
	}] `json:"error"`
}

// run is what the lines read so far say to the ones that follow.
type run struct {
	own     string // the thread
	answer  string // what the agent said last in the turn
	repeats producers.Repeats
	strange producers.Strangers
}

// tell says what one line tells; raw is its text.
func (r *run) tell(l *line, raw []byte) producers.Told {
	if l.Type == "thread.started" {
		r.own, r.answer = producers.ID(l.Thread), ""
	}
	if r.own == "" {
		return producers.Told{Skipped: "no thread named"}
	}
	switch l.Type {
	case "thread.started":
		return r.say(r.repeats.Key(r.own, raw), "", domain.SessionCreated{
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

// end writes the end of a turn, whose own line is what names it.
func (r *run) end(raw []byte, p domain.Payload) producers.Told {
	r.answer = ""
	key := r.repeats.Key(r.own, raw)
	return r.say(key, domain.TurnID("exec/"+key), p)
}

func (r *run) say(key string, turn domain.TurnID, p domain.Payload) producers.Told {
	origin := producers.Origin{Source: Source, Session: domain.MakeSessionID(agent, r.own), Key: key, At: domain.UnknownInstant(domain.UnknownNotRecorded)}
	return producers.Told{Drafts: []domain.Draft{producers.Note{Origin: origin, Part: string(p.Kind()), Turn: turn}.Draft(p)}}
}
