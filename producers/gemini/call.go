package gemini

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gemini/call"
	"github.com/clawable/claw/producers/lenient"
)

// toolCall is a call that ended, as the program records it.
type toolCall struct {
	ID        lenient.Word   `json:"id"`
	Name      lenient.Word   `json:"name"`
	Args      jsontext.Value `json:"args"`
	Status    lenient.Word   `json:"status"`
	Timestamp lenient.Word   `json:"timestamp"`
	Display   jsontext.Value `json:"resultDisplay"`
	Result    lenient.List[struct {
		Function lenient.Object[struct {
			Response lenient.Object[struct {
				Output lenient.Word `json:"output"`
				Error  lenient.Word `json:"error"`
			}] `json:"response"`
		}] `json:"functionResponse"`
		Data lenient.Object[inline] `json:"inlineData"`
	}] `json:"result"`
}

// calls records the calls that a message requests. In JSON Lines a call has the name
// that the hooks use for it; of several identical calls in one message the hooks report
// one.
func (e *entry) calls(n producers.Note, m *message) {
	asked := map[domain.ItemID]int{}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		id := producers.ID(c.ID)
		if id == "" {
			id = n.Key + "/call/" + e.repeats.Key(n.Key, c.Args)
		}
		n.Item.Value = domain.ItemID(id)
		if e.lines && m.ID != "" {
			name := call.Name(n.Key, c.name(), c.Args)
			if asked[name]++; asked[name] > 1 {
				name += domain.ItemID("#" + strconv.Itoa(asked[name]))
			}
			n.Item.Value = name
		}
		e.call(n, id, c)
	}
}

// call records a call and how it ended, if it did.
func (e *entry) call(n producers.Note, id string, c *toolCall) {
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

// ending returns the event of how the call ended, nil when it has not.
func (c *toolCall) ending() domain.Payload {
	r, words := c.account()
	switch c.Status {
	case "success":
		return call.Succeeded(r, words)
	case "error":
		return call.Erred(r, words)
	case "cancelled":
		if strings.Contains(words, "User denied execution") || strings.Contains(words, "User did not allow tool call") {
			return domain.ToolDenied{Name: r.Name, By: domain.DeniedByUser, Reason: r.Output}
		}
		return domain.ToolCanceled{Name: r.Name, Reason: "user_interrupt", Output: r.Output}
	}
	return nil
}

// account gathers what the record states about the call's result, and its words
// unchanged.
func (c *toolCall) account() (r domain.ToolResult, words string) {
	r.Name = c.name()
	var texts []string
	for _, part := range c.Result {
		for _, words := range []lenient.Word{part.Function.V.Response.V.Output, part.Function.V.Response.V.Error} {
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
	if c.Status == "success" {
		r.Paths = call.Written(r.Name, c.Args)
	}
	return r, words
}
