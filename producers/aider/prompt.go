package aider

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/producers"
)

// talks are the commands whose argument is a prompt for the model.
var talks = table.Table[string, bool]{{"/ask", true}, {"/code", true}, {"/architect", true}, {"/context", true}, {"/help", true}}

// prompt records what the person wrote: a prompt begins a turn, a command to aider does
// not. An answer to aider's own question, which it writes as if the person had typed it,
// is neither.
func (h *history) prompt(key, text string) {
	s := h.session
	m := domain.MessageRecorded{Role: domain.RoleUser, Text: producers.Text(text)}
	command, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch {
	case strings.Contains(text, "(Y)es/(N)o"):
		m.Synthetic = true
	case strings.HasPrefix(command, "/") && !(talks.At(command) && rest != ""), strings.HasPrefix(command, "!"):
		m.Phase = "command"
	default:
		s.turn, s.open = domain.TurnID(key), true
		h.say(key, "", domain.TurnStarted{Trigger: "prompt"})
	}
	h.say(key, key, m)
	switch command {
	case "/clear", "/reset":
		h.say(key, "", domain.SessionCleared{})
	case "/exit", "/quit":
		h.say(key, "", domain.SessionEnded{Status: domain.EndCompleted, Reason: strings.TrimPrefix(command, "/")})
	}
}
