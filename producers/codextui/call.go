package codextui

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// aboutCall writes an event about a tool call.
func (s *scribe) aboutCall(p *payload, m *message) (skipped string) {
	id := producers.ID(m.CallID)
	if id == "" {
		return s.about(m.Type)
	}
	c := s.known(id)
	switch m.Type {
	case "exec_approval_request", "apply_patch_approval_request":
		s.request(id, m)
		s.ask(id, p, m)
	case "exec_command_begin", "patch_apply_begin", "mcp_tool_call_begin":
		s.request(id, m)
		s.say(id, domain.ToolStarted{Name: c.name, CWD: domain.Path(producers.Short(m.CWD))}, c.id)
	case "web_search_end":
		s.request(id, m)
		s.say(id, domain.ToolCompleted{ToolResult: domain.ToolResult{Name: c.name}}, c.id)
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		if c.denied {
			return "repeats the denial"
		}
		s.say(id, c.ending(m), c.id)
	default:
		return s.about(m.Type)
	}
	return ""
}

// request writes that a call is requested, once: with its approval or its begin. When a
// second message of the same type states that something else is run, the id is in use
// for another call.
func (s *scribe) request(id string, m *message) {
	c := s.known(id)
	p := domain.ToolRequested{Name: "shell"}
	input := command(m.Command, m.CWD)
	switch m.Type {
	case "exec_approval_request":
		p.Escalated, p.Justification = true, producers.Text(string(m.Reason))
	case "patch_apply_begin", "apply_patch_approval_request":
		p.Name, input = "apply_patch", m.Changes
	case "mcp_tool_call_begin":
		p.Name, p.Server, input = producers.Short(m.Invocation.V.Tool), producers.Short(m.Invocation.V.Server), m.Invocation.V.Arguments
	case "web_search_end":
		p.Name, input = "web_search", quote(m.Query)
	}
	p.Input, p.Raw = producers.Foreign(input)
	what := p.Name + " " + p.Server + " " + string(p.Input)
	before, again := c.asked[m.Type]
	if c.asked == nil {
		c.asked = map[lenient.Word]string{}
	}
	c.asked[m.Type] = what
	if !c.id.IsZero() && (!again || before == what) {
		return
	}
	if p.Name == "apply_patch" {
		c.paths = paths(m.Changes)
	}
	c.name = p.Name
	c.id = s.say(id, p)
}

// command is the input of a call of the shell: its words and where it runs.
func command(words jsontext.Value, cwd lenient.Word) []byte {
	out := []byte(`{"command":`)
	if len(words) == 0 {
		words = jsontext.Value("null")
	}
	out = append(out, words...)
	if cwd != "" {
		out = append(append(out, `,"cwd":`...), quote(cwd)...)
	}
	return append(out, '}')
}

// quote makes a JSON string of a word, which is UTF-8 as it was read.
func quote(w lenient.Word) jsontext.Value {
	out, err := jsontext.AppendQuote(nil, string(w))
	if err != nil {
		return jsontext.Value(`""`)
	}
	return out
}

// paths are the files that a patch changes, sorted.
func paths(changes jsontext.Value) []domain.Path {
	files, _ := lenient.Read[map[string]jsontext.Value](changes)
	var out []domain.Path
	for name := range files {
		out = append(out, domain.Path(producers.Short(name)))
	}
	slices.Sort(out)
	return out
}

// ending returns the event of how a call ended.
func (c *call) ending(m *message) domain.Payload {
	r := domain.ToolResult{Name: c.name, Output: producers.Text(string(m.Stdout)), Stderr: producers.Text(string(m.Stderr)),
		DurationMS: m.Duration.V.ms()}
	switch m.Type {
	case "patch_apply_end":
		if !m.Success {
			return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrTool}
		}
		r.Paths = c.paths
	case "mcp_tool_call_end":
		r.Result, r.Raw = producers.Foreign(m.Result)
		if mcpFailed(m.Result) {
			return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrMCP}
		}
	default:
		if code, err := strconv.Atoi(string(m.ExitCode)); err == nil {
			r.ExitCode = &code
			if code != 0 {
				return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
			}
		}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// mcpFailed reads the result of an MCP call: {"Ok": {…}} or {"Err": …}.
func mcpFailed(result jsontext.Value) bool {
	var r struct {
		Ok lenient.Object[struct {
			IsError lenient.Flag `json:"is_error"`
			Failed  lenient.Flag `json:"isError"`
		}] `json:"Ok"`
		Err jsontext.Value `json:"Err"`
	}
	if err := json.Unmarshal(result, &r, lenient.Options); err != nil {
		return false
	}
	return len(bytes.TrimSpace(r.Err)) > 0 || bool(r.Ok.V.IsError) || bool(r.Ok.V.Failed)
}
