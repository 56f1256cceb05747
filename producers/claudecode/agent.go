package claudecode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// writeEmbedded writes a subagent's record that the parent's transcript repeats. Its
// events have their own ids and share their items with those of the subagent's own
// transcript; it moves no turn.
func writeEmbedded(s *scribe, p *progressData) (skipped string) {
	agent := producers.ID(p.AgentID)
	inner := &p.Message.V
	if agent == "" || !p.Message.There {
		s.say(s.item, program(p.Type, s.e.Data))
		return ""
	}
	child := s.in(s.root + "/" + agent)
	child.e, child.part, child.node = inner, "agent.", nil
	child.at = producers.Instant(inner.Timestamp)
	child.item = firstOf(producers.ID(inner.UUID), s.item)
	inner.CWD, inner.Version, inner.GitBranch = s.e.CWD, s.e.Version, s.e.GitBranch
	ses := s.t.session(child.own)
	if !ses.introduced {
		ses.introduced = true
		asked := producers.ID(s.e.ParentToolUseID)
		child.introduceChild(asked, s.t.calls[callKey{s.own, asked}].agentType)
	}
	switch inner.Type {
	case "user":
		writeUser(child)
	case "assistant":
		writeAssistant(child)
	default:
		child.say(child.item, program("agent_progress", s.e.Data))
	}
	return ""
}

// introduceChild writes the identity of a subagent's session.
func (s *scribe) introduceChild(parentItem, agentType string) {
	s.tell(domain.SessionCreated{
		Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: s.workspace(), Agent: source, AgentVersion: producers.Short(s.e.Version), Originator: producers.Short(s.e.Entrypoint),
		ParentSession: domain.Known(domain.MakeSessionID(source, s.root)), ParentItem: domain.ItemID(parentItem), AgentType: agentType,
		Branch: domain.Branch(s.e.branch()),
	})
	s.t.session(s.own).told = s.identity()
}

// startedAgent writes which call started a subagent, once its result names it.
func (s *scribe) startedAgent(item string, details *result) {
	agent := producers.ID(details.AgentID)
	if agent == "" || s.part != "" {
		return
	}
	s.in(s.root + "/" + agent).tell(domain.SessionIdentityEnriched{ParentSession: domain.MakeSessionID(source, s.own),
		ParentItem: domain.ItemID(item), AgentType: s.t.calls[callKey{s.own, item}].agentType})
}
