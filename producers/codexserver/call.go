package codexserver

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// call is what is known about a call.
type call struct {
	request domain.EventID
	name    string
	begun   string          // what it requested when it began, "" before that
	denied  domain.DeniedBy // by whom, where an answer states it
}

// known returns what is known about a call, for the caller to add to.
func (s *scribe) known(id string) *call {
	key := s.own + "\x00" + id
	if s.calls[key] == nil {
		s.calls[key] = &call{denied: domain.DeniedByUnknown}
	}
	return s.calls[key]
}

// item writes that an item begins or is over, if it is a call. The rest of the
// conversation the rollout has.
func (s *scribe) item(i *item, over bool) {
	id := producers.ID(i.ID)
	asked, isCall := i.asks()
	switch {
	case !isCall:
		s.skipped = "the rollout has it"
		return
	case id == "":
		s.skipped = "call without an id"
		return
	}
	c := s.known(id)
	what := asked.Name + " " + string(asked.Input)
	if c.request.IsZero() || !over && c.begun != "" && c.begun != what { // the id is used again
		c.name, c.request = asked.Name, s.say(id, asked)
	}
	if !over {
		c.begun = what
	}
	if over {
		s.say(id, c.ending(i), c.request)
	}
}

// asks is what a call asks for; false when the item is none.
func (i *item) asks() (asked domain.ToolRequested, isCall bool) {
	var input []byte
	switch i.Type {
	case "commandExecution":
		asked.Name, input = "shell", command(i.Command, i.CWD)
	case "fileChange":
		asked.Name, input = "apply_patch", i.Changes
	case "mcpToolCall":
		asked.Name, asked.Server, input = producers.Short(i.Tool), producers.Short(i.Server), i.Arguments
	case "dynamicToolCall":
		asked.Name, input = producers.Short(i.Tool), i.Arguments
	case "webSearch":
		asked.Name, input = "web_search", quoted(i.Query)
	default:
		return asked, false
	}
	if asked.Name == "" {
		asked.Name = "unknown"
	}
	asked.Input, asked.Raw = producers.Foreign(input)
	return asked, true
}

// command is the input of a call of the shell.
func command(text, cwd lenient.Word) []byte {
	return slices.Concat([]byte(`{"command":`), quoted(text), []byte(`,"cwd":`), quoted(cwd), []byte("}"))
}

// quoted makes a JSON string of a word, which is UTF-8 as it was read.
func quoted(w lenient.Word) jsontext.Value {
	out, err := jsontext.AppendQuote(nil, string(w))
	if err != nil {
		return jsontext.Value(`""`)
	}
	return out
}

// ending returns the event of how a call ended.
func (c *call) ending(i *item) domain.Payload {
	r := domain.ToolResult{Name: c.name, Output: producers.Text(string(i.Output)), DurationMS: int64(i.Duration), ExitCode: i.ExitCode.Pointer()}
	r.Result, r.Raw = producers.Foreign(i.Result)
	failed := domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrTool}
	switch {
	case i.Status == "declined":
		return domain.ToolDenied{Name: c.name, By: c.denied}
	case r.ExitCode != nil && *r.ExitCode != 0:
		failed.ErrorKind = domain.ToolErrExit
		return failed
	case i.Status != "failed":
		if i.Type == "fileChange" {
			r.Paths = changed(i.Changes)
		}
		return domain.ToolCompleted{ToolResult: r}
	case i.Type == "mcpToolCall":
		failed.ErrorKind, failed.Output = domain.ToolErrMCP, producers.Text(string(i.Error.V.Message))
	}
	return failed
}

// changed are the files that a patch changed, sorted.
func changed(changes jsontext.Value) (files []domain.Path) {
	for _, one := range lenient.Elements(changes) {
		c, _ := lenient.Read[struct {
			Path lenient.Word `json:"path"`
		}](one)
		if path := producers.Short(c.Path); path != "" {
			files = append(files, domain.Path(path))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}
