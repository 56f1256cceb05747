package codex

import (
	"bytes"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// The sources that record the same message: the item that went to or came from the model,
// the event that the front end showed, the finished item of 0.169. The n-th time that one
// of them has a text is the n-th time that another has it.
const (
	byItem      = "item"
	byEvent     = "event"
	byCompleted = "completed"
)

// text returns a text in the form of a payload.
func text(s string) domain.Text { return producers.Text(s) }

// content is what the parts of a message hold.
type content struct {
	texts  []string
	images int
	others [][]byte // neither text nor image
}

func contentOf(raw []byte) content {
	var c content
	if s := textOf(raw); s != "" {
		c.texts = []string{s}
	}
	for _, part := range elements(raw) {
		o := objectOf(part)
		switch kind := o.text("type"); {
		case strings.Contains(kind, "image") || o.has("image_url"):
			c.images++
		case o.has("text"):
			c.texts = append(c.texts, o.text("text"))
		case o == nil && textOf(part) != "":
			c.texts = append(c.texts, textOf(part))
		default:
			c.others = append(c.others, part)
		}
	}
	return c
}

func (c content) text() string { return strings.Join(c.texts, "\n") }

// foreign is what is neither text nor image, as the source has it.
func (c content) foreign() (domain.JSON, bool) {
	if len(c.others) == 0 {
		return nil, false
	}
	return producers.Foreign(arrayOf(c.others))
}

func arrayOf(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

// finalAnswer is the phase of a message behind which the model does nothing more.
const finalAnswer = "final_answer"

// readMessage reads an item of the conversation with the model.
func readMessage(e *entry, p object) {
	c := contentOf(p.raw("content"))
	m := domain.MessageRecorded{Text: text(c.text()), Phase: label(p.text("phase")), Images: c.images}
	m.Content, m.Raw = c.foreign()
	role := p.text("role")
	switch role {
	case "user":
		m.Role, m.Synthetic = domain.RoleUser, isSynthetic(c, p)
	case "assistant":
		m.Role, m.Model = domain.RoleAssistant, e.model
		e.turns.answering = e.turn
	case "developer":
		m.Role, m.Synthetic = domain.RoleDeveloper, true
	case "tool":
		m.Role = domain.RoleTool
	default:
		m.Role, m.Synthetic = domain.RoleSystem, true
	}
	e.add("message", e.messageItem(byItem, role, c.text()), m)
	switch {
	case m.Phase == finalAnswer:
		e.answered(finalAnswer)
	case m.Phase != "":
		e.turns.answering = ""
	case role == "assistant" && e.turns.shown.isComplete(c.text()):
		e.answered(bySpent)
	}
	if m.Synthetic && len(c.texts) > 0 {
		for _, t := range c.texts {
			if now := environment(t); now != (domain.SessionIdentityEnriched{}) {
				e.enrich(now)
				break
			}
		}
	}
}

// messageItem returns the id that all records of one message share: derived from its
// turn, or from the session without one, and from its text.
func (e *entry) messageItem(side, role, said string) domain.Maybe[domain.ItemID] {
	within := e.lineage
	if e.turns.explicit || e.turns.ended[e.turn] {
		if e.turn != "" {
			within = string(e.turn)
		}
	}
	base := within + "/message/" + shortHash(role+"\x00"+strings.TrimSpace(said))
	return itemID(e.numbered(side, base))
}

// spoken reads a text that a front end was given, or a finished item of the conversation.
func (e *entry) spoken(side, role, said, phase string) {
	if said == "" {
		e.skip("empty text")
		return
	}
	m := domain.MessageRecorded{Role: domain.RoleAssistant, Text: text(said), Phase: phase}
	if role == "reasoning" {
		m.Role = domain.RoleReasoning
	} else {
		m.Model = e.model
		if side == byEvent {
			e.turns.shown = shown{text: strings.TrimSpace(said)}
		}
	}
	e.add("message", e.messageItem(side, role, said), m)
}

// readReasoning reads what the model thought: each summary is a message, as the front
// end has it. Without one the message holds only how much there was.
func readReasoning(e *entry, p object) {
	texts := append(contentOf(p.raw("summary")).texts, contentOf(p.raw("content")).texts...)
	opaque := len(p.raw("encrypted_content"))
	if !p.has("encrypted_content") || p.text("encrypted_content") == redacted {
		opaque = 2
	}
	first := domain.MessageRecorded{Role: domain.RoleReasoning, Model: e.model, OpaqueBytes: opaque - 2}
	if len(texts) == 0 {
		e.add("message", e.messageItem(byItem, "reasoning bytes", string(e.body)), first)
		return
	}
	for i, said := range texts {
		m := first
		if i > 0 {
			m.OpaqueBytes = 0
		}
		m.Text = text(said)
		e.add(partOf("message", i), e.messageItem(byItem, "reasoning", said), m)
	}
}

// readUserMessage reads a prompt as the front end took it. Within a turn that has an id
// it steers; else it opens one.
func readUserMessage(e *entry, p object) {
	e.turn = e.turns.open
	e.openByPrompt()
	m := domain.MessageRecorded{Role: domain.RoleUser, Text: text(p.text("message"))}
	m.Images = len(elements(p.raw("images"))) + len(elements(p.raw("local_images")))
	e.add("message", e.messageItem(byEvent, "user", p.text("message")), m)
}

// readAgentMail reads what one agent wrote to another.
func readAgentMail(e *entry, p object) {
	c := contentOf(p.raw("content"))
	m := domain.MessageRecorded{Role: domain.RoleAssistant, Text: text(c.text()), Images: c.images}
	m.Content, m.Raw = producers.Foreign(e.body)
	if len(c.texts) > 0 { // the text is not recorded twice
		m.Content, m.Raw = c.foreign()
	}
	e.add("message", e.messageItem(byItem, "agent", string(e.body)), m)
}

// readNotice is a text of the program itself.
func readNotice(e *entry, said string) {
	if said == "" {
		e.skip("empty text")
		return
	}
	e.add("message", domain.Maybe[domain.ItemID]{}, domain.MessageRecorded{Role: domain.RoleSystem, Text: text(said), Synthetic: true})
}

func readReviewMode(e *entry) {
	m := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true}
	m.Content, m.Raw = producers.Foreign(e.body)
	e.add("message", domain.Maybe[domain.ItemID]{}, m)
}

// syntheticStarts begin the texts that the program writes in the name of the user.
var syntheticStarts = []string{"<environment_context>", "# AGENTS.md instructions", "<user_instructions>", "<turn_aborted>",
	"<skill>", "<permissions instructions>", "<user_shell_command>", "<subagent_notification>"}

// isSynthetic reports whether the program wrote a message of the user's role: newer
// versions state it, in older ones the first words indicate it.
func isSynthetic(c content, p object) bool {
	passed := p.object("internal_chat_message_metadata_passthrough")
	if kinds := elements(passed.raw("content_item_kinds")); len(kinds) > 0 {
		for _, kind := range kinds {
			if textOf(kind) == "user.text" || strings.HasPrefix(textOf(kind), "user.") {
				return false
			}
		}
		return true
	}
	if len(c.texts) == 0 {
		return false
	}
	for _, start := range syntheticStarts {
		if strings.HasPrefix(c.texts[0], start) {
			return true
		}
	}
	return false
}

// readCompacted reads that a summary replaced what came before. The messages that
// it contains are old ones: they are counted, not recorded again.
func readCompacted(e *entry, p object) {
	e.compaction(byItem, len(elements(p.raw("replacement_history"))))
	if said := p.text("message"); said != "" {
		e.add("message", e.messageItem(byItem, "summary", said), domain.MessageRecorded{Role: domain.RoleSummary, Text: text(said), Synthetic: true})
	}
}

func (e *entry) compaction(side string, messages int) {
	item := itemID(e.numbered(side, e.lineage+"/compaction"))
	e.add("compacted", item, domain.SessionCompacted{Trigger: domain.CompactUnknown, Messages: messages})
}
