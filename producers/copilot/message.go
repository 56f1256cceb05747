package copilot

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// prompt writes what a person said: it opens an interaction, or goes into the one
// that is open.
func (s *scribe) prompt(m *messageData) {
	if s.thread != "" {
		s.say(s.origin.Key, domain.MessageRecorded{Role: domain.RoleUser, Text: producers.Text(string(m.Content))})
		return
	}
	said := domain.MessageRecorded{Role: domain.RoleUser, Text: producers.Text(string(m.Content)), Images: images(m)}
	id := producers.ID(s.about.Interaction)
	if id != "" && id == s.file.turn {
		said.Phase = "mid_turn"
	} else {
		s.turn = cmp.Or(id, s.origin.Key)
		s.file.turn = s.turn
		s.say("", domain.TurnStarted{Trigger: "prompt"})
	}
	s.final, s.aborted = false, false
	s.say(s.origin.Key, said)
}

func images(m *messageData) (n int) {
	for _, f := range m.Attachments {
		if f.Type == "image" {
			n++
		}
	}
	return n
}

// answer writes one answer of the model and the calls that it asks for.
func (s *scribe) answer(m *messageData) {
	if s.thread == "" {
		s.final, s.aborted = len(m.Requests) == 0, false
	}
	model := producers.Short(m.Model)
	if m.Reasoning != "" || m.Opaque != "" {
		s.sayNth(0, s.origin.Key+"#reasoning", domain.MessageRecorded{Role: domain.RoleReasoning, Model: model,
			Text: producers.Text(string(m.Reasoning)), OpaqueBytes: len(m.Opaque)})
	}
	if m.Content != "" || len(s.drafts)+len(m.Requests) == 0 {
		s.sayNth(1, s.origin.Key, domain.MessageRecorded{Role: domain.RoleAssistant, Model: model, Text: producers.Text(string(m.Content))})
	}
	for i, r := range m.Requests {
		s.request(i, producers.ID(r.ID), callData{Name: r.Name, Arguments: r.Arguments})
	}
	if m.OutputTokens > 0 {
		item := cmp.Or(producers.ID(m.APICall), producers.ID(m.ID), s.origin.Key)
		s.say(item, domain.UsageRecorded{Model: model, Output: int64(m.OutputTokens)})
	}
}

// answered writes the end of an answer that requested no tool: nothing of the
// interaction follows it. After other answers the interaction continues when
// their tools are done.
func (s *scribe) answered() (skipped string) {
	if !s.final || s.turn == "" || s.thread != "" {
		return "end of a model request"
	}
	s.say("", domain.TurnCompleted{})
	return ""
}

// system writes what the program sent to the model.
func (s *scribe) system(m *messageData) {
	role := domain.RoleSystem
	if m.Role == "developer" {
		role = domain.RoleDeveloper
	}
	s.say(s.origin.Key, domain.MessageRecorded{Role: role, Synthetic: true, Phase: producers.Plain(m.Kind.V.Type), Text: producers.Text(string(m.Content))})
}
