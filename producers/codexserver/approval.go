package codexserver

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// approval is a server's request for leave, until the client answers it.
type approval struct {
	own, turn, item string
	event           domain.EventID
}

// ask writes a request for permission to the client.
func (s *scribe) ask(m *message) {
	id := producers.ID(s.p.ItemID)
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_request", Text: producers.Text(string(s.p.Reason))}
	if s.p.Command != "" {
		said.Content, said.Raw = producers.Foreign(command(s.p.Command, s.p.CWD))
	}
	var causes []domain.EventID
	if c := s.known(id); !c.request.IsZero() {
		causes = append(causes, c.request)
	}
	event := s.say(id, said, causes...)
	s.asked[string(m.ID)] = &approval{s.own, s.turn, id, event}
}

// answered writes what the client answered to a request of the server.
func (f *file) answered(m *message, raw []byte) producers.Told {
	a := f.asked[string(m.ID)]
	if a == nil {
		return producers.Told{Skipped: "answer to nothing that was asked"}
	}
	delete(f.asked, string(m.ID))
	s := &scribe{file: f, own: a.own, turn: a.turn}
	s.origin = producers.Origin{Source: Source, Session: domain.MakeSessionID(agent, a.own), Key: f.repeats.Key(a.own, slices.Concat([]byte(a.event.String()), raw)),
		At: producers.Millis[lenient.Whole](0)}
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_decision"}
	said.Content, said.Raw = producers.Foreign(slices.Concat([]byte(`{"decision":`), orNull(m.Result.V.Decision), []byte("}")))
	s.say(a.item, said, a.event)
	if word := lenient.Text(m.Result.V.Decision); word == "decline" || word == "cancel" {
		s.known(a.item).denied = domain.DeniedByUser
	}
	return producers.Told{Drafts: s.drafts}
}

func orNull(v jsontext.Value) []byte {
	if len(v) == 0 {
		return []byte("null")
	}
	return v
}
