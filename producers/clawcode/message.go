package clawcode

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// scribe writes the events of one message.
type scribe struct {
	f   *file
	key string
	at  domain.Instant
	n   uint64 // of the event, from 1
}

// slots is how many numbers a message has for its events. What does not fit shares
// the last one.
const slots = 256

// say drafts an event of the message; i distinguishes its blocks.
func (s *scribe) say(i int, item string, p domain.Payload) {
	ses := s.f.session
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(source, ses.own), Key: s.key,
		At: domain.UnknownInstant(domain.UnknownNotRecorded)}
	d := o.Draft(string(p.Kind())+"."+strconv.Itoa(i), p)
	d.ObservedAt = s.at
	d.Subject.Turn = domain.Maybe[domain.TurnID]{Value: ses.turn}
	d.Subject.Item = domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}
	if s.n++; ses.placed {
		d.Seq, d.SeqKind = ses.number*slots+min(s.n, slots-1), domain.SeqOrdinal
	}
	s.f.drafts = append(s.f.drafts, d)
}

// message returns the events of a message. Its key consists of its content and the number of
// earlier messages with the same content.
func (f *file) message(raw jsontext.Value) (skipped string) {
	m, ok := lenient.Read[message](raw)
	if !ok {
		return "message is no object"
	}
	ses := f.session
	ses.number++
	s := &scribe{f: f, key: ses.seen.Key(ses.own, raw), at: domain.UnknownInstant(domain.UnknownNotRecorded)}
	before := len(f.drafts)
	switch m.Role {
	case "user":
		s.user(&m)
	case "assistant":
		s.assistant(&m)
	case "tool":
		s.results(&m)
	case "system":
		s.texts(&m, domain.RoleSystem)
	default:
		return f.odd.Reason("unknown role", string(m.Role))
	}
	if len(f.drafts) == before {
		return "empty message"
	}
	return ""
}

// user records what was asked. Each message of the person begins a turn, whose time is the one
// that the history of prompts has for its text.
func (s *scribe) user(m *message) {
	ses := s.f.session
	for _, b := range m.Blocks {
		for i, p := range ses.prompts {
			if b.Type == "text" && p.Text == b.Text {
				s.at = producers.Millis(p.Timestamp)
				ses.prompts = append(ses.prompts[:i:i], ses.prompts[i+1:]...)
				break
			}
		}
	}
	ses.turn = domain.TurnID(s.key)
	s.say(0, "", domain.TurnStarted{Trigger: "prompt"})
	s.texts(m, domain.RoleUser)
}

// texts writes the texts of a message; a system's are the program's own.
func (s *scribe) texts(m *message, role domain.Role) {
	for i, b := range m.Blocks {
		if b.Type == "text" && b.Text != "" {
			s.say(i, s.item(i), domain.MessageRecorded{Role: role, Text: producers.Text(string(b.Text)), Synthetic: role == domain.RoleSystem})
		}
	}
}

// item names a block, which has no own id.
func (s *scribe) item(i int) string { return s.key + "/" + strconv.Itoa(i) }

func (s *scribe) assistant(m *message) {
	s.texts(m, domain.RoleAssistant)
	for i, b := range m.Blocks {
		switch b.Type {
		case "thinking":
			s.say(i, s.item(i), domain.MessageRecorded{Role: domain.RoleReasoning, Text: producers.Text(string(b.Thinking)), OpaqueBytes: len(b.Signature)})
		case "tool_use":
			s.say(i, producers.ID(b.ID), request(b))
		}
	}
	if u := m.Usage.V; m.Usage.There {
		s.say(0, s.key, domain.UsageRecorded{Input: int64(u.Input), CacheRead: int64(u.CacheRead), CacheCreation: int64(u.CacheCreation), Output: int64(u.Output)})
	}
	if m.Incomplete {
		s.say(0, "", domain.ProviderFailed{Class: domain.ProviderOther, Code: producers.Short(m.Reason)})
		return
	}
	if s.f.session.turn != "" && m.answers() {
		s.say(0, "", domain.TurnAnswered{Sign: "no_tool_use"})
	}
}

// answers reports whether a message, which the program records whole, contains text and requests
// no call.
func (m *message) answers() bool {
	says := func(b block) bool { return b.Type == "text" && b.Text != "" }
	return slices.ContainsFunc(m.Blocks, says) && !slices.ContainsFunc(m.Blocks, func(b block) bool { return b.Type == "tool_use" })
}

// request returns a call as it was requested; its input is JSON within a string, or what the
// model wrote in its place.
func request(b block) domain.ToolRequested {
	r := domain.ToolRequested{Name: producers.Short(b.Name)}
	if b.Input == "" {
		return r
	}
	input := jsontext.Value(b.Input)
	if !input.IsValid() {
		input, _ = jsontext.AppendQuote(nil, b.Input) // what is no UTF-8 is replaced
		r.Raw = true
	}
	var raw bool
	r.Input, raw = producers.Foreign(input)
	r.Raw = r.Raw || raw
	return r
}
