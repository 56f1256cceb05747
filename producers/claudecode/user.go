package claudecode

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode/verdict"
)

// writeUser writes the content of a record of type user: a prompt, results of calls, or
// what the program put in the user's mouth.
func writeUser(s *scribe) {
	c := s.e.Message.V.Content
	switch {
	case bool(s.e.IsCompactSummary):
		writeCompactSummary(s, c)
	case c.has("tool_result"):
		writeResults(s, c)
	case interrupted(c):
		writeInterrupt(s, c)
	case bool(s.e.IsMeta):
		writeMessages(s, c, domain.MessageRecorded{Role: domain.RoleUser, Synthetic: true})
	case local(c.first()):
		writeLocalCommand(s, c.first())
		writeMessages(s, c, domain.MessageRecorded{Role: domain.RoleUser, Synthetic: true})
	default:
		writePrompt(s, c)
	}
}

// writePrompt opens a turn.
func writePrompt(s *scribe, c content) {
	if s.part == "" {
		s.open(s.trigger(c))
		s.identify()
	}
	writeMessages(s, c, domain.MessageRecorded{Role: domain.RoleUser})
}

// trigger returns, in the program's words, what sort of prompt it is.
func (s *scribe) trigger(c content) string {
	switch {
	case s.own != s.root:
		return "subagent"
	case strings.HasPrefix(c.first(), "<command-message>"):
		return "command"
	case s.e.PlanContent != "":
		return "plan"
	}
	return firstOf(producers.Short(s.e.PromptSource), producers.Short(s.e.Origin.V.Kind), "prompt")
}

// local reports whether a text is of a command that the program ran itself. A
// prompt that runs a skill has the same tags with the message first.
func local(text string) bool {
	for _, tag := range []string{"<command-name>", "<local-command-", "<bash-input>", "<bash-stdout>", "<bash-stderr>"} {
		if strings.HasPrefix(text, tag) {
			return true
		}
	}
	return false
}

// writeLocalCommand writes what a command of the program does to the session.
func writeLocalCommand(s *scribe, text string) {
	name, found := strings.CutPrefix(text, "<command-name>")
	if !found || s.own != s.root || s.part != "" {
		return
	}
	name, _, _ = strings.Cut(name, "</command-name>")
	switch strings.TrimPrefix(strings.TrimSpace(name), "/") {
	case "exit", "quit":
		s.over("exit")
	case "clear":
		s.tell(domain.SessionCleared{})
	}
}

// interrupts reports whether the program states in the block that the turn was
// interrupted.
func (b *block) interrupts() bool {
	return b.Type == "text" && strings.HasPrefix(string(b.Text), verdict.Interruption)
}

func interrupted(c content) bool {
	for i := range c {
		if c[i].interrupts() {
			return true
		}
	}
	return false
}

// writeInterrupt writes that the turn was interrupted. Without a turn in the file only
// the text is written.
func writeInterrupt(s *scribe, c content) {
	var others content
	said := s.part != ""
	for _, b := range c {
		if !said && b.interrupts() && s.end(domain.TurnInterrupted{Reason: producers.Short(b.Text)}) {
			said = true
			continue
		}
		others = append(others, b)
	}
	writeMessages(s, others, domain.MessageRecorded{Role: domain.RoleUser, Synthetic: true})
}

// writeMessages writes an event for each block; images go with the first text.
func writeMessages(s *scribe, c content, like domain.MessageRecorded) {
	images, texts := 0, 0
	for i := range c {
		switch c[i].Type {
		case "image":
			images++
		case "text":
			texts++
		}
	}
	for i := range c {
		m := like
		switch b := &c[i]; b.Type {
		case "text":
			m.Text, m.Images = producers.Text(string(b.Text)), images
			images = 0
		case "image":
			if images == 0 || texts > 0 {
				continue
			}
			m.Images, images = images, 0
		default:
			m.Content, m.Raw = producers.Foreign(b.raw)
		}
		s.sayNth(i, s.itemOf(i, len(c)), m)
	}
}

// itemOf names the i-th of n blocks.
func (s *scribe) itemOf(i, n int) string {
	if n < 2 {
		return s.item
	}
	return s.item + "#" + itoa(i)
}
