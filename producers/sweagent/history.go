package sweagent

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// entry is a message of a history.
type entry struct {
	Role    lenient.Word         `json:"role"`
	Content jsontext.Value       `json:"content"`
	Demo    lenient.Flag         `json:"is_demo"`
	Action  jsontext.Value       `json:"action"`
	Calls   lenient.List[called] `json:"tool_calls"`
	CallIDs jsontext.Value       `json:"tool_call_ids"`
}

// called is a call in the form of a provider.
type called struct {
	ID       lenient.Word `json:"id"`
	Function lenient.Object[struct {
		Name      lenient.Word   `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	}] `json:"function"`
}

// naming is how many messages a run without steps is named by: the task and the first answer.
const naming = 3

// history records a message. After steps it records only the prompts.
func (t *trajectory) history(at int, raw []byte) {
	m, ok := lenient.Read[entry](raw)
	i := t.messages
	t.messages++
	switch {
	case !ok:
		t.d.Skip(at, "no message")
		return
	case bool(m.Demo):
		t.d.Skip(at, "a demonstration")
		return
	}
	t.answered = t.answered || m.Role == "assistant"
	if t.first == "trajectory" {
		if t.answered {
			t.d.Skip(at, "repeats a step")
			return
		}
		i = min(i, firstSteps-1)
	}
	answered := t.answered
	t.when(at, func() { t.entry(t.record(at, i, raw), &m, answered) })
	if t.own == "" && i < naming {
		t.naming = append(t.naming, compact(raw)...)
		if i == naming-1 {
			t.named()
		}
	}
}

func (t *trajectory) entry(r *record, m *entry, answered bool) {
	words := textOf(m.Content)
	p := domain.MessageRecorded{Text: producers.Text(words)}
	switch {
	case m.Role == "assistant":
		p.Role = domain.RoleAssistant
		if words != "" {
			r.say("message", r.item("/message"), p)
		}
		t.asks(r, m)
		r.d.Skip(r.at, "an empty message")
		return
	case m.Role == "system":
		p.Role, p.Synthetic = domain.RoleSystem, true
	case answered && len(t.pending) > 0:
		call := t.pending[0]
		t.pending = t.pending[1:]
		r.say("ended", call.item, observed(call.name, words, 0), call.asked)
		return
	default:
		p.Role = domain.RoleUser
	}
	r.say("message", r.item("/message"), p)
}

// asks records what an answer requests: calls, or the one action that was read from its text.
func (t *trajectory) asks(r *record, m *entry) {
	t.pending = nil
	for _, c := range m.Calls {
		p := domain.ToolRequested{Name: producers.Short(c.Function.V.Name)}
		input := c.Function.V.Arguments
		if inner := jsontext.Value(lenient.Text(input)); len(inner) > 0 && inner.IsValid() {
			input = inner
		}
		p.Input, p.Raw = producers.Foreign(input)
		item := producers.ID(c.ID)
		if item == "" {
			item = r.item("")
		}
		t.pending = append(t.pending, pending{item, p.Name, r.say("requested."+item, item, p)})
	}
	if len(m.Calls) == 0 && strings.TrimSpace(lenient.Text(m.Action)) != "" {
		p := domain.ToolRequested{Name: "action"}
		p.Input, p.Raw = producers.Foreign(m.Action)
		t.pending = []pending{{r.item(""), p.Name, r.say("requested", r.item(""), p)}}
	}
}

// textOf joins the texts of a message: a string, or parts.
func textOf(content jsontext.Value) string {
	if len(content) == 0 || content.Kind() != '[' {
		return lenient.Text(content)
	}
	wrapped, _ := lenient.Read[struct {
		Parts lenient.List[struct {
			Text lenient.Word `json:"text"`
		}] `json:"parts"`
	}](append(append(jsontext.Value(`{"parts":`), content...), '}'))
	var texts []string
	for _, p := range wrapped.Parts {
		if p.Text != "" {
			texts = append(texts, string(p.Text))
		}
	}
	return strings.Join(texts, "\n")
}
