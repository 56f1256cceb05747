package codextui

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// ask writes a request for permission to the user.
func (s *scribe) ask(id string, p *payload, m *message) {
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_request", Text: producers.Text(string(m.Reason))}
	content := m.Changes
	if m.Type == "exec_approval_request" {
		content = command(m.Command, m.CWD)
	}
	said.Content, said.Raw = producers.Foreign(content)
	s.say(id, said, s.known(id).id)
	s.asked[string(p.ID)] = append(s.asked[string(p.ID)], id)
}

// operation writes what the person sent to the core: answers to approvals. The
// core's events record the results of the other operations.
func (s *scribe) operation(p *payload) (skipped string) {
	switch p.Type {
	case "exec_approval", "patch_approval":
	default:
		return "operation " + producers.Plain(p.Type)
	}
	id := s.answered(string(p.ID))
	if id == "" {
		return "answer to nothing that was asked"
	}
	s.turn = s.turns[string(p.ID)]
	c := s.known(id)
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_decision"}
	said.Content, said.Raw = producers.Foreign(slices.Concat([]byte(`{"decision":`), decision(p.Decision), []byte("}")))
	s.say(id, said, c.id)
	if word := answerOf(p.Decision); word == "denied" || word == "abort" {
		c.denied = true
		s.say(id, domain.ToolDenied{Name: c.name, By: domain.DeniedByUser, Reason: producers.Text(word)}, c.id)
	}
	return ""
}

func decision(v jsontext.Value) []byte {
	if len(v) == 0 {
		return []byte("null")
	}
	return v
}

// answerOf is the word of an answer: the answer itself, or the one member of it that
// holds more.
func answerOf(decision jsontext.Value) string {
	if more, ok := lenient.Read[map[string]jsontext.Value](decision); ok {
		for word := range more {
			if len(more) == 1 {
				return word
			}
		}
	}
	return lenient.Text(decision)
}

// answered takes the call that an answer is for: the one that it names, else the
// first of its turn that is not answered yet.
func (s *scribe) answered(id string) (call string) {
	for turn, calls := range s.asked {
		if i := slices.Index(calls, id); i >= 0 {
			s.asked[turn] = slices.Delete(calls, i, i+1)
			return id
		}
	}
	calls := s.asked[id]
	if len(calls) == 0 {
		return ""
	}
	s.asked[id] = calls[1:]
	return calls[0]
}
