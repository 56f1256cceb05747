package claudecode

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/lenient"
)

func itoa(n int) string { return strconv.Itoa(n) }

// writeAssistant writes one line of a model's answer.
func writeAssistant(s *scribe) {
	m := &s.e.Message.V
	if s.node != nil {
		s.t.thread(s.threadKey()).spoke = true
	}
	for i := range m.Content {
		writeAnswerBlock(s, i, len(m.Content), &m.Content[i])
	}
	switch {
	case bool(s.e.IsAPIError):
		writeFailedAnswer(s)
	case m.Model == synthetic:
	default:
		writeUsage(s)
		if r := m.StopReason; s.part == "" && (r == "end_turn" || r == "stop_sequence") {
			s.end(domain.TurnCompleted{StopReason: string(r)})
		}
	}
}

func writeAnswerBlock(s *scribe, i, n int, b *block) {
	model := producers.Short(s.e.Message.V.Model)
	m := domain.MessageRecorded{Role: domain.RoleAssistant, Model: model, Synthetic: model == synthetic}
	switch b.Type {
	case "text":
		m.Text = producers.Text(string(b.Text))
	case "thinking":
		m.Role, m.Text, m.OpaqueBytes = domain.RoleReasoning, producers.Text(string(b.Thinking)), len(b.Signature)
	case "redacted_thinking":
		m.Role, m.OpaqueBytes = domain.RoleReasoning, len(b.Data)
	case "image":
		m.Images = 1
	case "tool_use":
		writeRequest(s, i, n, b)
		return
	default:
		m.Content, m.Raw = producers.Foreign(b.raw)
	}
	s.sayNth(i, s.itemOf(i, n), m)
}

// writeRequest writes that the model asks for a call.
func writeRequest(s *scribe, i, n int, b *block) {
	p := domain.ToolRequested{Name: firstOf(producers.Short(b.Name), "unknown"), Server: verdict.Server(producers.Short(b.Name))}
	p.Input, p.Raw = producers.Foreign(b.Input)
	item := firstOf(producers.ID(b.ID), s.itemOf(i, n))
	id := s.sayNth(i, item, p)
	asked := call{id: id, name: p.Name}
	if p.Name == "Task" || p.Name == "Agent" {
		asked.agentType = s.t.remember(item, b.Input)
	}
	s.t.calls[callKey{s.own, item}] = asked
}

// remember keeps what a call gave to a subagent, to know the subagent's first record by it.
func (t *transcript) remember(item string, input jsontext.Value) (agentType string) {
	in, ok := lenient.Read[struct {
		Prompt lenient.Word `json:"prompt"`
		Type   lenient.Word `json:"subagent_type"`
	}](input)
	if ok && in.Prompt != "" {
		old, there := t.tasks[string(in.Prompt)]
		t.tasks[string(in.Prompt)] = task{item, producers.Short(in.Type), there && (old.several || old.item != item)}
	}
	return producers.Short(in.Type)
}

// writeUsage writes what the response has cost so far; its lines share the item.
func writeUsage(s *scribe) {
	u := &s.e.Message.V.Usage
	if !u.There {
		return
	}
	s.say(firstOf(producers.ID(s.e.Message.V.ID), s.item), u.V.recorded(producers.Short(s.e.Message.V.Model)))
}

// recorded returns the count as an event states it.
func (u *usage) recorded(model string) domain.UsageRecorded {
	return domain.UsageRecorded{
		Model: model,
		Input: int64(u.Input), CacheRead: int64(u.CacheRead), CacheCreation: int64(u.CacheCreation),
		CacheCreation1h: int64(min(u.Kept.V.Hour, u.CacheCreation)), Output: int64(u.Output),
		ServiceTier: producers.Short(u.ServiceTier), WebSearches: int64(u.ServerTools.V.WebSearches),
	}
}
