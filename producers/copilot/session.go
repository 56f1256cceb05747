package copilot

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// session writes the records about the session itself.
func (s *scribe) session() (skipped string) {
	d := data[sessionData](s)
	switch s.event.Type {
	case "session.start":
		s.created(d)
	case "session.resume":
		s.tell(string(domain.KindSessionResumed), domain.SessionResumed{})
		return s.enrich(inPlace(d.Context.V), true)
	case "session.model_change":
		return s.enrich(domain.SessionIdentityEnriched{Model: producers.Short(d.NewModel), Effort: producers.Short(d.Effort)}, false)
	case "session.mode_changed":
		return s.enrich(domain.SessionIdentityEnriched{Permission: producers.Short(d.NewMode)}, false)
	case "session.permissions_changed":
		mode := "default"
		if d.AllowAll {
			mode = "allow-all"
		}
		return s.enrich(domain.SessionIdentityEnriched{Permission: mode}, false)
	case "session.title_changed":
		return s.enrich(domain.SessionIdentityEnriched{Title: producers.Short(d.Title)}, false)
	case "session.context_changed":
		return s.enrich(inPlace(*data[place](s)), false)
	case "session.info":
		s.notice(producers.Plain(d.InfoType), d.Message)
	case "session.warning":
		s.notice(producers.Plain(d.WarningType), d.Message)
	case "session.error":
		s.failed(d)
	case "session.compaction_complete":
		return s.compacted(data[compaction](s))
	case "session.usage_record":
		return s.spend(&data[spending](s).Usage.V)
	case "session.shutdown":
		s.ended(d)
	default:
		return s.other()
	}
	return ""
}

// other says why a record of another type says nothing that a log keeps.
func (s *scribe) other() (skipped string) {
	switch s.event.Type {
	case "":
		return "record without type"
	case "assistant.turn_start", "assistant.message_start", "assistant.intent", "assistant.reasoning",
		"assistant.message_delta", "assistant.reasoning_delta", "assistant.streaming_delta", "tool.execution_progress",
		"session.idle", "session.usage_info", "session.truncation", "session.compaction_start", "session.handoff",
		"session.plan_changed", "session.workspace_file_changed", "session.background_tasks_changed",
		"session.tools_updated", "pending_messages.modified", "subagent.selected", "subagent.deselected", "skill.invoked":
		return "no lifecycle fact"
	}
	return s.strange.Reason("unknown type", string(s.event.Type))
}

func (s *scribe) created(d *sessionData) {
	at := d.Context.V
	p := domain.SessionCreated{
		Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Agent:     Source, AgentVersion: producers.Short(d.Version), Originator: producers.Short(d.Producer), Model: producers.Short(d.Model),
		Branch: domain.Branch(producers.ID(at.Branch)), Commit: domain.CommitID(producers.ID(at.Commit)),
	}
	if at.CWD != "" {
		p.Workspace = domain.Known(domain.Path(producers.Short(at.CWD)))
	}
	draft := s.tell(string(domain.KindSessionCreated), p)
	if host, name := producers.ID(at.Host), producers.ID(at.Repository); host != "" && name != "" {
		draft.Subject.Repo = domain.Known(domain.RepoID(host + "/" + name))
	}
}

func inPlace(at place) domain.SessionIdentityEnriched {
	return domain.SessionIdentityEnriched{Workspace: domain.Path(producers.Short(at.CWD)), Branch: domain.Branch(producers.ID(at.Branch))}
}

// enrich adds to the session's identity; also means that the record has other events.
func (s *scribe) enrich(p domain.SessionIdentityEnriched, also bool) (skipped string) {
	if p != (domain.SessionIdentityEnriched{}) {
		s.tell(string(domain.KindSessionIdentityEnriched), p)
	} else if !also {
		return "empty " + string(s.event.Type)
	}
	return ""
}

// notice writes a message by the program itself.
func (s *scribe) notice(phase string, text lenient.Word) {
	s.say(s.origin.Key, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: phase, Text: producers.Text(string(text))})
}

func (s *scribe) compacted(c *compaction) (skipped string) {
	if !c.Success {
		return "compaction failed"
	}
	s.say(s.origin.Key, domain.SessionCompacted{Trigger: domain.CompactUnknown, TokensBefore: int64(c.Before), TokensAfter: int64(c.After),
		Messages: int(c.Messages)})
	if c.Summary != "" {
		s.say(s.origin.Key, domain.MessageRecorded{Role: domain.RoleSummary, Synthetic: true, Text: producers.Text(string(c.Summary))})
	}
	return ""
}

// failed writes an error of the session. It does not end the turn: the program may try again.
func (s *scribe) failed(d *sessionData) {
	item := cmp.Or(producers.ID(d.ProviderCall), s.origin.Key)
	if class, ofProvider := classOf(int(d.Status), string(d.ErrorType)); ofProvider {
		s.say(item, domain.ProviderFailed{Class: class, Status: int(d.Status), Code: producers.Short(d.ErrorType), Request: producers.ID(d.ProviderCall)})
	}
	s.notice("error", d.Message)
}

// classOf reads the class of a provider's error from its HTTP status, else from Copilot's word.
func classOf(status int, word string) (class domain.ProviderClass, ofProvider bool) {
	switch {
	case status == 401, status == 403, word == "authentication", word == "authorization":
		return domain.ProviderAuth, true
	case status == 429, word == "rate_limit", word == "quota":
		return domain.ProviderRateLimit, true
	case status >= 500:
		return domain.ProviderInternal, true
	case word == "context_limit":
		return domain.ProviderContext, true
	case status >= 400:
		return domain.ProviderError, true
	}
	return domain.ProviderOther, word == "query"
}

// ended writes the end that the program records of itself, and what it counted.
func (s *scribe) ended(d *sessionData) {
	status := domain.EndUnknown
	switch d.ShutdownType {
	case "routine":
		status = domain.EndCompleted
	case "error":
		status = domain.EndFailed
	}
	s.tell(string(domain.KindSessionEnded), domain.SessionEnded{Status: status, Reason: cmp.Or(producers.Short(d.ErrorReason), producers.Short(d.ShutdownType))})
	metrics, _ := lenient.Read[map[string]lenient.Object[metric]](d.ModelMetrics)
	models := make([]string, 0, len(metrics))
	for model := range metrics {
		models = append(models, model)
	}
	slices.Sort(models)
	for i, model := range models {
		s.total(i, model, metrics[model].V.Usage.V)
	}
}
