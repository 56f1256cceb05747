package copilot

import (
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// scribe writes the events of one record.
type scribe struct {
	*file
	event  *event
	about  about
	origin producers.Origin
	turn   string
	thread string // the call that runs the subagent of the event, "" for the conversation itself
	drafts []domain.Draft
}

// enter makes what follows the record of a subagent.
func (s *scribe) enter(call string) {
	s.origin.Session = domain.MakeSessionID(Source, s.own+"/"+call)
	s.turn = call
}

// say writes an event about something of the current turn.
func (s *scribe) say(item string, p domain.Payload, causes ...domain.EventID) *domain.Draft {
	return s.sayNth(-1, item, p, causes...)
}

// sayNth does the same for the i-th of alike events of the record.
func (s *scribe) sayNth(i int, item string, p domain.Payload, causes ...domain.EventID) *domain.Draft {
	part := string(p.Kind())
	if i >= 0 {
		part += "." + strconv.Itoa(i)
	}
	d := s.tell(part, p)
	d.Subject.Turn.Value = domain.TurnID(s.turn)
	d.Subject.Item.Value = domain.ItemID(item)
	for _, c := range causes {
		if !c.IsZero() {
			d.Causes = append(d.Causes, c)
		}
	}
	return d
}

// tell writes an event about the session itself.
func (s *scribe) tell(part string, p domain.Payload) *domain.Draft {
	s.drafts = append(s.drafts, s.origin.Draft(part, p))
	return &s.drafts[len(s.drafts)-1]
}

// dispatch writes the record; skipped says why it has no events.
func (s *scribe) dispatch() (skipped string) {
	switch s.event.Type {
	case "user.message":
		s.prompt(data[messageData](s))
	case "assistant.message":
		s.answer(data[messageData](s))
	case "assistant.turn_end":
		return s.answered()
	case "assistant.usage":
		s.usage(data[usage](s))
	case "system.message", "system.notification":
		s.system(data[messageData](s))
	case "tool.user_requested", "tool.execution_start", "tool.execution_partial_result", "tool.execution_complete":
		return s.call(data[callData](s))
	case "subagent.started", "subagent.completed", "subagent.failed":
		return s.subagent(data[callData](s))
	case "permission.requested", "permission.completed":
		s.permission(data[permission](s))
	case "hook.start", "hook.end":
		s.hook(data[hookData](s))
	case "abort":
		s.final, s.aborted = false, true
		s.say("", domain.TurnInterrupted{Reason: producers.Short(data[reason](s).Reason)})
	default:
		return s.session()
	}
	return ""
}

func data[T any](s *scribe) *T {
	v, _ := lenient.Read[T](s.event.Data)
	return &v
}
