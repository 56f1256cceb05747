package codexserver

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// notified writes what the server reports or requests.
func (s *scribe) notified(m *message) {
	switch m.Method {
	case "thread/started":
		s.created(&m.Params.V.Thread.V)
	case "thread/name/updated":
		s.say("", domain.SessionIdentityEnriched{Title: producers.Short(s.p.Name)})
	case "turn/started":
		s.sayModel("", domain.TurnStarted{Trigger: "prompt", Model: s.models[s.own]})
	case "turn/completed":
		s.ended(&m.Params.V.Turn.V)
	case "item/started", "item/completed":
		s.item(&m.Params.V.Item.V, m.Method == "item/completed")
	case "thread/tokenUsage/updated":
		s.usage(&m.Params.V.Usage.V)
	case "error":
		s.say(s.origin.Key, domain.ProviderFailed{Class: domain.ProviderOther, WillRetry: bool(s.p.WillRetry)})
		s.say(s.origin.Key, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "error", Text: producers.Text(string(s.p.Error.V.Message))})
	default:
		if strings.HasSuffix(string(m.Method), "/requestApproval") {
			s.ask(m)
			return
		}
		if s.skipped = about(m.Method); s.skipped == "" {
			s.skipped = s.strange.Reason("unknown method", strings.ReplaceAll(string(m.Method), "/", "."))
		}
	}
}

func (s *scribe) created(t *thread) {
	if t.Model != "" {
		s.models[s.own] = producers.Short(t.Model)
		delete(s.byAnswer, s.own)
	}
	made := domain.SessionCreated{
		Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: producers.Recorded[domain.Path](t.CWD), Agent: agent, AgentVersion: producers.Short(t.Version),
		Model: s.models[s.own], ModelProvider: producers.Short(t.Provider), Originator: Source,
	}
	if t.Name != "" {
		made.Title = domain.Known(domain.ShortLabel(producers.Short(t.Name)))
	}
	if parent := producers.ID(t.Parent); parent != "" {
		made.ParentSession = domain.Known(domain.MakeSessionID(agent, parent))
	}
	s.sayModel("", made)
}

func (s *scribe) ended(t *turn) {
	switch t.Status {
	case "completed":
		s.say("", domain.TurnCompleted{})
	case "interrupted":
		s.say("", domain.TurnInterrupted{Reason: "interrupted"})
	case "failed":
		s.say("", domain.TurnFailed{Class: domain.ProviderOther, Message: producers.Text(string(t.Error.V.Message))})
	default:
		s.skipped = s.strange.Reason("unknown status", string(t.Status))
	}
}

// usage writes what a response cost. The item is the one that the rollout's count has.
func (s *scribe) usage(u *spent) {
	total, last := u.Total.V, u.Last.V
	if last == (tokens{}) {
		s.skipped = "no usage"
		return
	}
	s.sayModel(s.own+"/usage/"+total.key(), domain.UsageRecorded{Model: s.models[s.own],
		Input: max(0, int64(last.Input-last.Cached-last.Written)), CacheRead: int64(last.Cached), CacheCreation: int64(last.Written),
		Output: int64(last.Output), Reasoning: int64(last.Reasoning), ContextWindow: int64(u.Window),
		CumulativeInput: int64(total.Input), CumulativeOutput: int64(total.Output)})
}

// key names a count of the session's tokens, as the reader of rollouts does.
func (t *tokens) key() string {
	var words []string
	for _, n := range []lenient.Whole{t.Input, t.Cached, t.Output, t.Reasoning, t.Total} {
		words = append(words, strconv.FormatInt(int64(n), 10))
	}
	return strings.Join(words, ".")
}

// about returns why a message of a method contains nothing that a log stores; "" when
// the method is not known.
func about(method lenient.Word) string {
	switch method {
	case "item/agentMessage/delta", "item/plan/delta", "item/commandExecution/outputDelta", "item/fileChange/outputDelta", "item/fileChange/patchUpdated",
		"item/reasoning/summaryTextDelta", "item/reasoning/summaryPartAdded", "item/reasoning/textDelta", "item/commandExecution/terminalInteraction",
		"item/mcpToolCall/progress":
		return "piece of a later record"
	case "thread/status/changed", "thread/readState/changed", "thread/archived", "thread/unarchived", "thread/closed", "thread/compacted",
		"turn/diff/updated", "turn/plan/updated", "serverRequest/resolved", "hook/started", "hook/completed",
		"account/updated", "account/login/completed", "account/rateLimits/updated", "mcpServer/startupStatus/updated", "mcpServer/oauthLogin/completed",
		"remoteControl/status/changed", "skills/changed", "app/list/updated", "model/rerouted", "deprecationNotice", "configWarning", "warning",
		"thread/settings/updated", "fs/changed", "rawResponseItem/completed":
		return "no lifecycle fact"
	}
	return ""
}
