package claudecode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// entry writes the events of one record; skipped is the reason when it has none.
func (t *transcript) entry(e *entry, raw []byte) (skipped string) {
	root := producers.ID(e.SessionID)
	if root != "" {
		t.last = root
	}
	switch e.Type {
	case "file-history-snapshot":
		return fileBackup
	case "":
		return "record without type"
	}
	s := &scribe{t: t, e: e, root: t.last, at: producers.Instant(e.Timestamp)}
	s.own = s.root
	if agent := t.agent(e); agent != "" && s.root != "" {
		s.own = s.root + "/" + agent
	}
	uuid := producers.ID(e.UUID)
	s.key = uuid
	if uuid == "" {
		s.key = t.repeats.Key(s.counted(), raw)
	}
	s.item = s.key
	if old := t.nodes[uuid]; old != nil {
		skipped, another := s.again(old)
		if skipped != "" {
			return skipped
		}
		if another {
			s.key = t.repeats.Key(s.counted(), raw)
			s.item = s.key
		}
		s.turn = old.turn
		skipped = s.dispatch()
		if another && skipped == "" && len(t.drafts) == 0 {
			return producers.Changed
		}
		return skipped
	}
	s.place(uuid)
	skipped = s.dispatch()
	s.late(uuid)
	return skipped
}

// counted names the session among whose records equal ones are counted. A summary belongs to
// the conversation that it names, wherever it appears.
func (s *scribe) counted() string {
	if s.e.Type == "summary" {
		return ""
	}
	return s.root
}

// again looks at a record whose uuid the file had before. It is written for another session,
// of which it is a copy, and for its own where its content differs: then it is another record,
// which happens to have the same uuid. skipped is the reason when it is not written: a session
// already has it, or has one with the same content for another place or time.
func (s *scribe) again(old *node) (skipped string, another bool) {
	now := s.e.sums()
	had, there := old.sums, old.root == s.root
	if !there {
		had, there = old.copies[s.root]
	}
	if !there {
		if old.copies == nil {
			old.copies = map[string]sums{}
		}
		old.copies[s.root] = now
		return "", false
	}
	if had.says != now.says {
		which := namesake{s.root, string(s.e.UUID), now.says}
		if had, there = s.t.others[which]; !there {
			s.t.others[which] = now
			return "", true
		}
	}
	if had != now {
		return producers.Changed, false
	}
	return producers.Repeated, false
}

// place puts a record that the file did not have into its chain, session and turn.
func (s *scribe) place(uuid string) {
	key := s.threadKey()
	s.turn = s.t.thread(key).turn
	s.node = &node{thread: key, parent: firstOf(string(s.e.LogicalParent), string(s.e.ParentUUID)), own: s.own, root: s.root, turn: s.turn}
	if uuid != "" && s.own != "" {
		s.node.sums = s.e.sums()
		s.t.nodes[uuid] = s.node
		s.introduce()
	}
}

func (s *scribe) dispatch() (skipped string) {
	if s.e.Type == "summary" {
		return writeSummary(s)
	}
	if s.own == "" {
		return "no session"
	}
	switch s.e.Type {
	case "user":
		writeUser(s)
	case "assistant":
		writeAssistant(s)
	case "system":
		return writeSystem(s)
	case "progress":
		return writeProgress(s)
	case "attachment":
		return writeAttachment(s)
	default:
		return writeAbout(s)
	}
	return ""
}

// writeAbout writes the records about the session itself, which have no id.
func writeAbout(s *scribe) (skipped string) {
	e := s.e
	switch e.Type {
	case "ai-title":
		return writeTitle(s, producers.Short(e.AITitle))
	case "custom-title":
		return writeCustomTitle(s, producers.Short(e.CustomTitle))
	case "agent-name":
		return s.enrich(domain.SessionIdentityEnriched{AgentName: producers.Short(e.AgentName)}, e.AgentName != "")
	case "pr-link":
		return s.enrich(domain.SessionIdentityEnriched{PRNumber: int(e.PRNumber), PRURL: producers.Short(e.PRURL), PRRepository: producers.Short(e.PRRepository)},
			e.PRNumber > 0 || e.PRURL != "")
	case "permission-mode":
		return writePermissionMode(s, producers.Short(e.PermissionMode))
	case "mode":
		return writeNote(s, "mode", string(e.Mode))
	case "last-prompt":
		return writeNote(s, "last_prompt", string(e.LastPrompt))
	case "queue-operation":
		return writeQueue(s)
	}
	if why := ofProgram.At(e.Type); why != "" {
		return why
	}
	return s.t.strange.Reason("unknown type", string(e.Type))
}

// ofProgram maps records that the program keeps for itself to the reasons why they contain
// nothing that a log stores.
var ofProgram = table.Table[lenient.Word, string]{
	{"api-request", ofRequest},
	{"api-request-shape", ofRequest},
	{"api-request-blob", ofRequest},
	{"tools-used", "names of tools whose calls are told"},
	{"cost-state", "sums of what answers say they cost"},
	{"atis-latch", ofState},
	{"bridge-session", ofState},
}

func (s *scribe) enrich(p domain.SessionIdentityEnriched, says bool) (skipped string) {
	if !says {
		return "empty " + string(s.e.Type)
	}
	s.tell(p)
	return ""
}

// writeNote writes what the program notes about the session. Its mode is no permission
// mode, and its last prompt no prompt: those have separate records.
func writeNote(s *scribe, phase, text string) (skipped string) {
	if text == "" {
		return "empty " + string(s.e.Type)
	}
	s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: phase, Text: producers.Text(text)})
	return ""
}

// writeQueue writes a prompt that was typed while the agent worked: taken out of the
// queue it may go into the turn without a separate record.
func writeQueue(s *scribe) (skipped string) {
	text := lenient.Text(s.e.Content)
	if s.e.Operation != "enqueue" || text == "" {
		return leftQueue
	}
	s.say(s.item, domain.MessageRecorded{Role: domain.RoleUser, Phase: "queued", Text: producers.Text(text)})
	return ""
}
