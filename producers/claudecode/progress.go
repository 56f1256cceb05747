package claudecode

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// progressData is what is read of the data of a progress record.
type progressData struct {
	hook
	Output     lenient.Word          `json:"output"`
	Status     lenient.Word          `json:"status"`
	ServerName lenient.Word          `json:"serverName"`
	ToolName   lenient.Word          `json:"toolName"`
	AgentID    lenient.Word          `json:"agentId"`
	Message    lenient.Object[entry] `json:"message"`
}

// writeProgress writes what happens while a call or a hook runs.
func writeProgress(s *scribe) (skipped string) {
	p, _ := lenient.Read[progressData](s.e.Data)
	asked := firstOf(producers.ID(s.e.ParentToolUseID), producers.ID(s.e.ToolUseID), s.item)
	switch p.Type {
	case "hook_progress":
		s.say(firstOf(producers.ID(s.e.ToolUseID), s.item), domain.HookStarted{Event: event(&p.hook), Name: producers.Short(p.Name), Command: producers.Short(p.Command)})
		writeHook(s, &p.hook)
		return ""
	case "bash_progress", "powershell_progress":
		name := s.t.calls[callKey{s.own, asked}].name
		if p.Output == "" {
			s.say(asked, domain.ToolStarted{Name: name}) // it runs and has no output yet
			return ""
		}
		s.say(asked, domain.ToolOutput{Name: name, Text: producers.Text(string(p.Output))})
		return ""
	case "mcp_progress":
		if p.Status == "started" {
			name := s.t.calls[callKey{s.own, asked}].name
			s.say(asked, domain.ToolStarted{Name: firstOf(name, producers.Short("mcp__"+p.ServerName+"__"+p.ToolName))})
			return ""
		}
	case "agent_progress":
		return writeEmbedded(s, &p)
	case "":
		return "progress without data"
	}
	s.say(s.item, program(p.Type, s.e.Data))
	return ""
}

// event names what the hook hangs on, which a payload must say.
func event(h *hook) string { return firstOf(producers.Short(h.Event), "unknown") }

// writeHook writes what the run of a hook states about session and turn.
func writeHook(s *scribe, h *hook) {
	switch {
	case h.Event == stopHook && s.own == s.root:
		s.end(domain.TurnCompleted{})
	case h.Event == "SessionEnd" && s.own == s.root:
		_, reason, _ := strings.Cut(producers.Short(h.Name), ":")
		s.over(reason)
	case h.Event != "SessionStart" || s.own != s.root:
	case strings.HasSuffix(string(h.Name), ":resume"):
		if s.resumes {
			return // the record states it already
		}
		s.write(note{payload: domain.SessionResumed{AgentVersion: producers.Short(s.e.Version), Originator: producers.Short(s.e.Entrypoint)}, item: producers.ID(s.e.ToolUseID)})
	case strings.HasSuffix(string(h.Name), ":clear"):
		s.write(note{payload: domain.SessionCleared{}, item: producers.ID(s.e.ToolUseID)})
	}
}

// program is a message of the program to the model or the user that has no
// separate event kind.
func program(phase lenient.Word, content []byte) domain.MessageRecorded {
	m := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: producers.Plain(phase)}
	m.Content, m.Raw = producers.Foreign(content)
	return m
}
