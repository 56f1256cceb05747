package copilot

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// request writes that a call is requested, and remembers it. A request under the id of a
// call that was denied is another call, unless the id is unique.
func (s *scribe) request(i int, id string, d callData) {
	p := domain.ToolRequested{Name: cmp.Or(producers.Short(d.Name), "unknown"), Server: producers.Short(d.Server)}
	p.Input, p.Raw = producers.Foreign(d.Arguments)
	draft := s.sayNth(i, cmp.Or(id, s.origin.Key+"#"+strconv.Itoa(i)), p)
	if id != "" {
		c := s.calls.known(id)
		c.id, c.name, c.path = draft.ID, p.Name, written(p.Name, d.Arguments)
		c.denied = c.denied && calls.Unique(id)
	}
}

// written returns the path that a call writes when it succeeds, "" for none.
func written(tool string, arguments []byte) string {
	switch tool {
	case "create", "edit", "write", "str_replace", "insert":
		in, _ := lenient.Read[struct {
			Path lenient.Word `json:"path"`
		}](arguments)
		return producers.Short(in.Path)
	}
	return ""
}

// call writes the record of a call that runs or ran.
func (s *scribe) call(d *callData) (skipped string) {
	id := producers.ID(s.about.ToolCallID)
	if id == "" {
		return "no call named"
	}
	switch s.event.Type {
	case "tool.user_requested":
		s.request(0, id, *d)
	case "tool.execution_start":
		if s.calls.known(id).id.IsZero() {
			s.request(0, id, *d)
		}
		s.say(id, domain.ToolStarted{Name: s.calls.known(id).name}, s.calls.known(id).id)
	case "tool.execution_partial_result":
		s.say(id, domain.ToolOutput{Name: s.calls.known(id).name, Text: producers.Text(string(d.Partial))})
	default:
		c := s.calls.known(id)
		if c.denied {
			return "repeats the denial"
		}
		s.say(id, c.ending(d), c.id)
	}
	return ""
}

// callsByID is what is known about calls.
type callsByID map[string]*call

// known returns what is known about a call, for the caller to add to.
func (all callsByID) known(id string) *call {
	c := all[id]
	if c == nil {
		c = &call{}
		all[id] = c
	}
	return c
}

// ending returns the event of how a call ended.
func (c *call) ending(d *callData) domain.Payload {
	back, _ := lenient.Read[result](d.Result)
	message, code := string(d.Error.V.Message), string(d.Error.V.Code)
	r := domain.ToolResult{Name: c.name, Output: producers.Text(cmp.Or(string(back.Content), message))}
	if back.Detailed != "" && back.Detailed != back.Content {
		r.Result, r.Raw = producers.Foreign(d.Result)
		r.Output = domain.Text{}
	}
	r.ExitCode = exitCode(c.name, string(back.Content))
	switch {
	case bool(d.Success) && r.ExitCode != nil && *r.ExitCode != 0:
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	case bool(d.Success):
		if c.path != "" {
			r.Paths = []domain.Path{domain.Path(c.path)}
		}
		return domain.ToolCompleted{ToolResult: r}
	case code == "denied", code == "rejected":
		return domain.ToolDenied{Name: c.name, By: deniedBy(code, message), Reason: producers.Text(message)}
	case code == "timeout":
		return domain.ToolTimedOut{ToolResult: r}
	case code == "aborted", code == "cancelled", code == "canceled":
		return domain.ToolCanceled{Name: c.name, Reason: code, Output: r.Output}
	}
	return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrTool}
}

// deniedBy returns who denied a call for which no permission was requested.
func deniedBy(code, message string) domain.DeniedBy {
	switch {
	case code == "rejected":
		return domain.DeniedByUser
	case strings.HasPrefix(message, "Denied by preToolUse hook"):
		return domain.DeniedByHook
	}
	return domain.DeniedByUnknown
}

// exitCode reads the line with which the shell tools end a command's output.
func exitCode(tool, content string) *int {
	if tool != "bash" && tool != "powershell" {
		return nil
	}
	last := content[strings.LastIndexByte(content, '\n')+1:]
	_, digits, found := strings.Cut(last, " with exit code ")
	if !found || last[0] != '<' {
		return nil
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(digits, ">"), 10, 32)
	if err != nil {
		return nil
	}
	code := int(n)
	return &code
}

// subagent writes the session of a subagent, which works for a call.
func (s *scribe) subagent(d *callData) (skipped string) {
	id := producers.ID(s.about.ToolCallID)
	if id == "" {
		return "no call named"
	}
	parent := s.origin.Session
	s.enter(id)
	switch s.event.Type {
	case "subagent.started":
		s.tell(string(domain.KindSessionCreated), domain.SessionCreated{
			Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
			Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded), Agent: Source,
			ParentSession: domain.Known(parent), ParentItem: domain.ItemID(id), AgentType: producers.Short(d.Agent),
		})
		s.say("", domain.TurnStarted{Trigger: "subagent"})
	case "subagent.completed":
		s.say("", domain.TurnCompleted{})
	default:
		s.say("", domain.TurnFailed{Class: domain.ProviderOther, Message: producers.Text(string(data[reason](s).Error))})
	}
	return ""
}
