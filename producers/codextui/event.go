package codextui

import (
	"cmp"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// event writes an event of the core; skipped is the reason when it has none.
func (s *scribe) event(p *payload, m *message) (skipped string) {
	switch m.Type {
	case "session_configured":
		s.configured(m)
	case "task_started", "turn_started":
		s.open(p, m)
		s.say("", domain.TurnStarted{Trigger: "prompt", Model: s.model})
	case "task_complete", "turn_complete":
		return s.end(p, domain.TurnCompleted{})
	case "turn_aborted":
		return s.end(p, domain.TurnInterrupted{Reason: producers.Short(m.Reason)})
	case "shutdown_complete":
		s.say("", domain.SessionEnded{Status: domain.EndCompleted, Reason: "shutdown"})
	case "token_count":
		return s.usage(m)
	case "error", "stream_error":
		s.say(s.origin.Key, domain.ProviderFailed{Class: domain.ProviderOther, WillRetry: m.Type == "stream_error"})
		s.say(s.origin.Key, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "error", Text: producers.Text(string(m.Message))})
	case "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "user_message":
		return "the rollout has it"
	default:
		return s.aboutCall(p, m)
	}
	return ""
}

func (s *scribe) configured(m *message) {
	s.turn = ""
	s.model = producers.Short(cmp.Or(m.Model, s.start.Model))
	created := domain.SessionCreated{
		Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Agent:     agent, Model: s.model, ModelProvider: producers.Short(cmp.Or(m.Provider, s.start.Provider)), Originator: Source,
	}
	if cwd := producers.Short(cmp.Or(m.CWD, s.start.CWD)); cwd != "" {
		created.Workspace = domain.Known(domain.Path(cwd))
	}
	s.say("", created)
}

// end writes the end of the turn that a submission opened.
func (s *scribe) end(p *payload, how domain.Payload) (skipped string) {
	if s.turn == "" {
		return "no open turn"
	}
	s.say("", how)
	delete(s.turns, string(p.ID))
	delete(s.asked, string(p.ID))
	return ""
}

// usage writes what a response cost. Where the core counts the session too, the item
// is the one that the rollout's count has.
func (s *scribe) usage(m *message) (skipped string) {
	spent, item := m.tokens, s.origin.Key
	if total := m.Info.V.Total; total.There {
		spent, item = m.Info.V.Last.V, s.own+"/usage/"+total.V.key()
	}
	if spent == (tokens{}) {
		return "no usage"
	}
	u := domain.UsageRecorded{Model: s.model, Input: max(0, int64(spent.Input)-int64(spent.Cached)), CacheRead: int64(spent.Cached),
		Output: int64(spent.Output), Reasoning: int64(spent.Reasoning), ContextWindow: int64(m.Info.V.Window)}
	s.say(item, u)
	return ""
}

// key names a count of the session's tokens, as the reader of rollouts does.
func (t *tokens) key() string {
	key := ""
	for i, n := range []lenient.Whole{t.Input, t.Cached, t.Output, t.Reasoning, t.Total} {
		if i > 0 {
			key += "."
		}
		key += strconv.FormatInt(int64(n), 10)
	}
	return key
}

// about returns why an event of another type contains nothing that a log stores.
func (f *file) about(kind lenient.Word) (skipped string) {
	switch kind {
	case "agent_message_delta", "agent_reasoning_delta", "agent_reasoning_raw_content_delta", "agent_reasoning_section_break",
		"exec_command_output_delta", "web_search_begin":
		return "piece of a later record"
	case "turn_diff", "background_event", "plan_update", "get_history_entry_response", "mcp_list_tools_response",
		"list_custom_prompts_response", "conversation_history", "mcp_startup_update", "mcp_startup_complete":
		return "no lifecycle fact"
	}
	return f.strange.Reason("unknown event", string(kind))
}
