package claudecode

import (
	"hash/maphash"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// Skip reasons of lines that contain nothing that a log stores.
const (
	noFact       = "no lifecycle fact"
	pieceOfLater = "piece of a later record"
)

// printed writes the events of one line of a stream.
type printed struct {
	*scribe
	stream *stream
	l      *streamLine
}

// line writes the events of one line; skipped is the reason when it has none.
func (s *stream) line(l *streamLine, client bool, raw []byte) (skipped string) {
	if root := producers.ID(l.SessionID); root != "" {
		s.last = root
	}
	switch {
	case l.Type == "":
		return "record without type"
	case client:
		return s.sent(l, raw)
	case s.last == "":
		return "no session"
	}
	p := s.printed(l, raw)
	skipped = p.dispatch()
	if skipped == "" && len(s.drafts) == 0 {
		return "says nothing"
	}
	return skipped
}

// again reports whether a line repeats an earlier one, by its uuid and its own text; another
// reports that it is a different line under the same uuid.
func (s *stream) again(uuid string, text []byte) (again, another bool) {
	says := maphash.Bytes(sumSeed.Get(), text)
	first, there := s.said[uuid]
	switch {
	case !there:
		s.said[uuid] = says
		return false, false
	case first == says:
		return true, false
	}
	which := namesake{uuid: uuid, says: says}
	again = s.others[which]
	s.others[which] = true
	return again, true
}

// printed makes the scribe of a line: in the session, or in that of the subagent that a
// call of it started. A subagent moves no turn.
func (s *stream) printed(l *streamLine, raw []byte) *printed {
	own, part := s.last, ""
	r := s.run(own)
	asked := producers.ID(l.ParentToolUse)
	if asked != "" {
		own, part = own+"/"+firstOf(r.agents[asked], asked), "agent."
	}
	key := producers.ID(l.UUID)
	if key == "" {
		key = s.repeats.Key(own, raw)
	}
	p := &printed{&scribe{t: s.transcript, e: l.entry(), own: own, root: s.last, key: key, part: part, item: key,
		at: producers.Instant(l.Timestamp)}, s, l}
	if asked == "" {
		if p.run = r; r.open {
			p.turn = r.turn
		}
		return p
	}
	if ses := s.session(own); !ses.introduced {
		ses.introduced = true
		p.introduceChild(asked, s.calls[callKey{s.last, asked}].agentType)
	}
	return p
}

func (p *printed) dispatch() (skipped string) {
	switch p.l.Type {
	case "system":
		return p.system()
	case "user":
		p.user()
	case "assistant":
		p.goesOn()
		p.assistant()
	case "stream_event":
		return p.piece(&p.l.Event.V)
	case "result":
		return p.result()
	case "control_request":
		return p.ask()
	case "control_response", "control_cancel_request", "rate_limit_event", "auth_status", "tool_use_summary", "keep_alive", "prompt_suggestion":
		return noFact
	case "tool_progress":
		return pieceOfLater
	default:
		return p.t.strange.Reason("unknown type", string(p.l.Type))
	}
	return ""
}

// user writes a prompt that is echoed, results of calls, and what the program put in
// the user's mouth.
func (p *printed) user() {
	c := p.e.Message.V.Content
	switch {
	case p.run != nil && p.run.compacted && bool(p.l.IsSynthetic):
		p.run.compacted = false
		writeMessages(p.scribe, c, domain.MessageRecorded{Role: domain.RoleSummary, Synthetic: true})
		return
	case c.has("tool_result"):
		p.goesOn()
	}
	writeUser(p.scribe)
	if p.run != nil {
		p.run.noteDenials(p.t.drafts)
	}
}

// assistant writes one line of an answer. Its cost is recorded when the answer is complete.
func (p *printed) assistant() {
	m := &p.e.Message.V
	if p.run != nil && m.Model != synthetic {
		p.run.response = firstOf(producers.ID(m.ID), p.run.response)
	}
	m.Usage.There = false
	writeAssistant(p.scribe)
}

// system writes what the program reports about the session.
func (p *printed) system() (skipped string) {
	l := p.l
	switch l.Subtype {
	case "init":
		p.introduce()
		p.identify()
		if p.run != nil {
			p.run.begins(p.key, producers.Short(l.Model))
		}
		if len(p.t.drafts) == 0 {
			return "nothing new of the session"
		}
	case "status":
		if l.Status != "requesting" {
			return noFact
		}
		if p.goesOn(); len(p.t.drafts) == 0 {
			return noFact
		}
	case "compact_boundary":
		if p.run != nil {
			p.run.compacted = true
		}
		m := &l.Compact.V
		p.write(note{payload: domain.SessionCompacted{Trigger: trigger(m.Trigger), TokensBefore: int64(m.PreTokens), TokensAfter: int64(m.Tokens)}, item: p.item})
	case "hook_started":
		p.say(p.hook(), domain.HookStarted{Event: firstOf(producers.Short(l.HookEvent), "unknown"), Name: producers.Short(l.HookName)})
	case "hook_response":
		p.say(p.hook(), domain.HookCompleted{Event: firstOf(producers.Short(l.HookEvent), "unknown"), Name: producers.Short(l.HookName), ExitCode: number(l.ExitCode)})
	case "task_started":
		return p.taskStarted()
	case "api_retry":
		return "the result tells what came of it"
	case "task_updated", "task_progress", "task_notification", "notification", "files_persisted", "hook_progress", "session_state_changed":
		return noFact
	default:
		return p.t.strange.Reason("system", strings.ReplaceAll(string(l.Subtype), "/", "."))
	}
	return ""
}

// hook names the run of a hook.
func (p *printed) hook() string { return firstOf(producers.ID(p.l.HookID), p.item) }

// taskStarted writes which subagent a call started, under whose id the transcript has it.
func (p *printed) taskStarted() (skipped string) {
	agent, asked := producers.ID(p.l.TaskID), producers.ID(p.l.ToolUseID)
	if p.l.TaskType != "local_agent" || agent == "" || asked == "" || p.run == nil {
		return noFact
	}
	p.run.agents[asked] = agent
	child := p.in(p.root + "/" + agent)
	child.run = nil
	p.t.session(child.own).introduced = true
	child.introduceChild(asked, producers.Short(p.l.SubagentType))
	return ""
}
