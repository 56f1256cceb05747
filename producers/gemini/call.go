package gemini

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// toolCall is a call that came to its end, as the program records them.
type toolCall struct {
	ID        loose.Word     `json:"id"`
	Name      loose.Word     `json:"name"`
	Args      jsontext.Value `json:"args"`
	Status    loose.Word     `json:"status"`
	Timestamp loose.Word     `json:"timestamp"`
	Display   jsontext.Value `json:"resultDisplay"`
	Result    loose.List[struct {
		Function loose.Object[struct {
			Response loose.Object[struct {
				Output loose.Word `json:"output"`
				Error  loose.Word `json:"error"`
			}] `json:"response"`
		}] `json:"functionResponse"`
		Data loose.Object[inline] `json:"inlineData"`
	}] `json:"result"`
}

// call tells of a call and of how it ended, if it did.
func (e *entry) call(n producers.Note, c *toolCall) {
	id := producers.ID(c.ID)
	if id == "" {
		id = n.Key + "/call/" + e.repeats.Key(n.Key, c.Args)
	}
	n.Item.Value = domain.ItemID(id)
	r := domain.ToolRequested{Name: c.name()}
	r.Input, r.Raw = producers.Foreign(c.Args)
	asked := e.tell(n, "requested."+id, r)
	if p := c.ending(); p != nil {
		n.At, n.Causes = producers.Instant(c.Timestamp), []domain.EventID{asked}
		e.tell(n, "ended."+id, p)
	}
}

func (c *toolCall) name() string {
	if c.Name == "" {
		return "unknown"
	}
	return producers.Short(c.Name)
}

// ending says how the call ended, nil when it has not.
func (c *toolCall) ending() domain.Payload {
	r, words := c.account()
	switch c.Status {
	case "success":
		return c.cameBack(r, words)
	case "error":
		if strings.Contains(words, "denied by policy") {
			return domain.ToolDenied{Name: r.Name, By: domain.DeniedByPolicy, Reason: r.Output}
		}
		kind := domain.ToolErrTool
		if strings.Contains(words, "not found in registry") {
			kind = domain.ToolErrNotFound
		}
		return domain.ToolFailed{ToolResult: r, ErrorKind: kind}
	case "cancelled":
		if strings.Contains(words, "User denied execution") || strings.Contains(words, "User did not allow tool call") {
			return domain.ToolDenied{Name: r.Name, By: domain.DeniedByUser, Reason: r.Output}
		}
		return domain.ToolCanceled{Name: r.Name, Reason: "user_interrupt", Output: r.Output}
	}
	return nil
}

// cameBack says how a command ended that the program calls a success whatever it did.
func (c *toolCall) cameBack(r domain.ToolResult, words string) domain.Payload {
	if c.Name != "run_shell_command" {
		return domain.ToolCompleted{ToolResult: r}
	}
	switch {
	case strings.HasPrefix(words, "Command was automatically cancelled because it exceeded the timeout"):
		return domain.ToolTimedOut{ToolResult: r}
	case strings.HasPrefix(words, "Command was cancelled by user"):
		return domain.ToolCanceled{Name: r.Name, Reason: "user_interrupt", Output: r.Output}
	}
	if pid, ok := strings.CutPrefix(words, "Command moved to background (PID: "); ok {
		r.Background, _, _ = strings.Cut(pid, ")")
	}
	r.ExitCode = exitCode(words)
	if r.ExitCode != nil && *r.ExitCode != 0 {
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// exitCode reads the last line that states one: the command's own output stands before it.
func exitCode(words string) *int {
	at := strings.LastIndex(words, "\nExit Code: ")
	if at < 0 {
		return nil
	}
	line, _, _ := strings.Cut(words[at+len("\nExit Code: "):], "\n")
	code, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return nil
	}
	return &code
}

// account gathers what the record says of the call's result, and its words as they are.
func (c *toolCall) account() (r domain.ToolResult, words string) {
	r.Name = c.name()
	var texts []string
	for _, part := range c.Result {
		for _, words := range []loose.Word{part.Function.V.Response.V.Output, part.Function.V.Response.V.Error} {
			if words != "" {
				texts = append(texts, string(words))
			}
		}
		if strings.HasPrefix(string(part.Data.V.Mime), "image/") {
			r.Images++
		}
	}
	words = strings.Join(texts, "\n")
	r.Output = producers.Text(words)
	if len(c.Display) > 0 && c.Display.Kind() == '{' {
		r.Result, r.Raw = producers.Foreign(c.Display)
	}
	if (c.Name == "write_file" || c.Name == "replace") && c.Status == "success" {
		in, _ := loose.Read[struct {
			Path loose.Word `json:"file_path"`
		}](c.Args)
		if in.Path != "" {
			r.Paths = []domain.Path{domain.Path(producers.Short(in.Path))}
		}
	}
	return r, words
}
