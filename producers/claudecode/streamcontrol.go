package claudecode

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// asks is what a request of the program asks its client.
type asks struct {
	Subtype   lenient.Word   `json:"subtype"`
	Tool      lenient.Word   `json:"tool_name"`
	Input     jsontext.Value `json:"input"`
	ToolUseID lenient.Word   `json:"tool_use_id"`
}

// response is the client's answer to a request.
type response struct {
	RequestID lenient.Word   `json:"request_id"`
	Response  jsontext.Value `json:"response"`
}

// decision is what is read of an answer about a call.
type decision struct {
	Behavior lenient.Word `json:"behavior"`
}

// permission is a question for leave that the client has not answered.
type permission struct {
	own, turn, item string
	event           domain.EventID
}

// ask writes that the program asks for leave for a call.
func (p *printed) ask() (skipped string) {
	q := &p.l.Request.V
	item := producers.ID(q.ToolUseID)
	if q.Subtype != "can_use_tool" || item == "" {
		return noFact
	}
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_request"}
	said.Content, said.Raw = producers.Foreign(q.content())
	event := p.say(item, said, p.t.calls[callKey{p.own, item}].id)
	p.stream.asked[string(p.l.RequestID)] = &permission{p.own, p.turn, item, event}
	return ""
}

// content returns what permission is requested for.
func (q *asks) content() []byte {
	name, err := jsontext.AppendQuote([]byte(`{"tool_name":`), string(q.Tool))
	if err != nil {
		return nil
	}
	input := q.Input
	if len(input) == 0 {
		input = jsontext.Value("null")
	}
	return slices.Concat(name, []byte(`,"tool_input":`), input, []byte("}"))
}

// sent reads what the client sent: a prompt is recorded with the turn that it
// begins, an answer to a permission request is recorded as such.
func (s *stream) sent(l *streamLine, raw []byte) (skipped string) {
	if l.Type == "user" {
		s.prompt = l.Message.V.Content.whole()
		return "told with its turn"
	}
	a := s.asked[string(l.Response.V.RequestID)]
	if l.Type != "control_response" || a == nil {
		return "the program tells what comes of it"
	}
	delete(s.asked, string(l.Response.V.RequestID))
	w := &scribe{t: s.transcript, e: l.entry(), own: a.own, root: a.own, key: s.repeats.Key(a.own, raw), turn: a.turn,
		at: producers.Instant(l.Timestamp)}
	said := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_decision"}
	said.Content, said.Raw = producers.Foreign(l.Response.V.Response)
	w.say(a.item, said, a.event)
	if d, _ := lenient.Read[decision](l.Response.V.Response); d.Behavior == "deny" {
		s.refused[callKey{a.own, a.item}] = true
	}
	return ""
}
