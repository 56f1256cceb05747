package gemini

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// message is what a person, the model or the program said.
type message struct {
	ID        lenient.Word   `json:"id"`
	Timestamp lenient.Word   `json:"timestamp"`
	Type      lenient.Word   `json:"type"`
	Content   jsontext.Value `json:"content"`
	Model     lenient.Word   `json:"model"`
	Thoughts  lenient.List[struct {
		Subject     lenient.Word `json:"subject"`
		Description lenient.Word `json:"description"`
		Timestamp   lenient.Word `json:"timestamp"`
	}] `json:"thoughts"`
	ToolCalls lenient.List[toolCall] `json:"toolCalls"`
	Tokens    lenient.Object[tokens] `json:"tokens"`
}

// tokens count the cached ones within the input, and the thoughts beside the output.
type tokens struct {
	Input    lenient.Whole `json:"input"`
	Output   lenient.Whole `json:"output"`
	Cached   lenient.Whole `json:"cached"`
	Thoughts lenient.Whole `json:"thoughts"`
	Tool     lenient.Whole `json:"tool"`
}

// message records a message.
func (e *entry) message(m *message, ok bool) {
	if !ok || m.Type == "" {
		e.d.Skip(e.at, "no message")
		return
	}
	key := producers.ID(m.ID)
	if key == "" {
		key = e.repeats.Key(e.own, e.raw)
	}
	n := e.note(key, producers.Instant(m.Timestamp))
	n.Item.Value = domain.ItemID(key)
	switch m.Type {
	case "user":
		e.prompt(n, m)
	case "gemini":
		e.place(&n)
		e.answer(n, m)
	default:
		e.place(&n)
		e.program(n, m)
	}
}

// place puts a message into the turn in which it first appeared.
func (e *entry) place(n *producers.Note) {
	turn, again := e.within[n.Key]
	if !again {
		turn = e.turn
		e.within[n.Key] = turn
		e.messages = append(e.messages, said{id: n.Key})
	}
	n.Turn = turn
}

// prompt records what a person said. Commands to the program and its own words to
// the model open no turn; results of calls are recorded with the calls.
func (e *entry) prompt(n producers.Note, m *message) {
	c := contentOf(m.Content)
	words := strings.TrimSpace(c.text)
	p := domain.MessageRecorded{Role: domain.RoleUser, Text: producers.Text(c.text), Images: c.images, Synthetic: ofProgram(words)}
	switch {
	case c.results:
		e.d.Skip(e.at, "result of a call")
		return
	case p.Synthetic, strings.HasPrefix(words, "/"), strings.HasPrefix(words, "?"):
		e.place(&n)
	default:
		e.open(&n)
	}
	e.tell(n, "message", p)
}

// open opens the turn of a prompt, once.
func (e *entry) open(n *producers.Note) {
	n.Turn = domain.TurnID(n.Key)
	if _, again := e.within[n.Key]; again {
		return
	}
	e.turn, e.within[n.Key] = n.Turn, n.Turn
	opened := *n
	opened.Item.Value = ""
	start := e.tell(opened, "started", domain.TurnStarted{Trigger: "prompt"})
	e.messages = append(e.messages, said{id: n.Key, turn: n.Turn, start: start})
}

// ofProgram reports whether the program wrote what appears as a person's words.
func ofProgram(words string) bool {
	return strings.HasPrefix(words, "System: ") || strings.HasPrefix(words, "<session_context>") || strings.HasPrefix(words, "<hook_context>")
}

// answer records what the model said, thought and requested, and what it cost. The
// costs and the calls are added to a message after its words.
func (e *entry) answer(n producers.Note, m *message) {
	model := producers.Short(m.Model)
	for i, t := range m.Thoughts {
		thought := n
		thought.Item.Value = domain.ItemID(n.Key + "/thought/" + strconv.Itoa(i))
		thought.At = producers.Instant(t.Timestamp)
		words := strings.TrimSpace(string(t.Subject) + "\n" + string(t.Description))
		e.tell(thought, "thought."+strconv.Itoa(i), domain.MessageRecorded{Role: domain.RoleReasoning, Text: producers.Text(words), Model: model})
	}
	if c := contentOf(m.Content); c.text != "" || c.images > 0 {
		e.tell(n, "message", domain.MessageRecorded{Role: domain.RoleAssistant, Text: producers.Text(c.text), Images: c.images, Model: model})
	}
	e.calls(n, m)
	t := m.Tokens.V
	if t.Input+t.Output+t.Cached+t.Thoughts+t.Tool > 0 {
		e.tell(n, "usage", domain.UsageRecorded{Model: model, Input: max(0, int64(t.Input-t.Cached)) + int64(t.Tool),
			CacheRead: int64(t.Cached), Output: int64(t.Output + t.Thoughts), Reasoning: int64(t.Thoughts)})
	}
	e.d.Skip(e.at, "an empty answer")
}

// program records what the program itself said.
func (e *entry) program(n producers.Note, m *message) {
	words := contentOf(m.Content).text
	if strings.HasPrefix(words, "[API Error") {
		e.tell(n, "provider", domain.ProviderFailed{Class: producers.ClassOf(0, "", words)})
	}
	if strings.TrimSpace(words) == "Request cancelled." && e.turn != "" {
		stop := n
		stop.Item.Value = ""
		e.tell(stop, "interrupted", domain.TurnInterrupted{Reason: "request_cancelled"})
		e.turn = ""
	}
	e.tell(n, "message", domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: producers.Plain(m.Type), Text: producers.Text(words)})
}

// content is what a message holds: a text, or parts.
type content struct {
	text    string
	images  int
	results bool // of calls, and nothing else
}

func contentOf(raw jsontext.Value) (c content) {
	if text := lenient.Text(raw); text != "" {
		return content{text: text}
	}
	wrapped, _ := lenient.Read[struct {
		Parts lenient.List[struct {
			Text     lenient.Word           `json:"text"`
			Data     lenient.Object[inline] `json:"inlineData"`
			Response jsontext.Value         `json:"functionResponse"`
		}] `json:"parts"`
	}](wrap(raw))
	var texts []string
	for _, p := range wrapped.Parts {
		if p.Text != "" {
			texts = append(texts, string(p.Text))
		}
		if strings.HasPrefix(string(p.Data.V.Mime), "image/") {
			c.images++
		}
		c.results = c.results || len(p.Response) > 0
	}
	c.text = strings.Join(texts, "\n")
	c.results = c.results && c.text == "" && c.images == 0
	return c
}

type inline struct {
	Mime lenient.Word `json:"mimeType"`
}

// wrap makes an object of a list of parts, or of one.
func wrap(raw jsontext.Value) jsontext.Value {
	switch raw.Kind() {
	case '[':
		return append(append(jsontext.Value(`{"parts":`), raw...), '}')
	case '{':
		return append(append(jsontext.Value(`{"parts":[`), raw...), "]}"...)
	}
	return nil
}
