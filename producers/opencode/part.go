package opencode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// part is a piece of a message: the members of all its types together.
type part struct {
	ID        lenient.Word `json:"id"`
	SessionID lenient.Word `json:"sessionID"`
	MessageID lenient.Word `json:"messageID"`
	Type      lenient.Word `json:"type"`
	Time      ending.Times `json:"time"`

	Text      lenient.Word `json:"text"`
	Synthetic lenient.Flag `json:"synthetic"`

	Mime     lenient.Word `json:"mime"`
	Filename lenient.Word `json:"filename"`

	CallID lenient.Word                 `json:"callID"`
	Tool   lenient.Word                 `json:"tool"`
	State  lenient.Object[ending.State] `json:"state"`

	Attempt lenient.Whole         `json:"attempt"`
	Error   lenient.Object[fault] `json:"error"`
}

// piece is a part in work.
type piece struct {
	*entry
	p *part
	m *message // nil for a part alone
	n producers.Note
}

// part records the content of a part once it no longer changes.
func (e *entry) part() {
	p, ok := lenient.Read[part](e.raw)
	if !ok || !e.join(p.SessionID) {
		if !ok {
			e.d.Skip(e.at, "no part")
		}
		return
	}
	c := piece{entry: e, p: &p, m: e.message}
	key := e.key(p.ID)
	c.n = e.note(key, domain.UnknownInstant(domain.UnknownNotRecorded))
	c.n.Item.Value = domain.ItemID(key)
	if c.m != nil {
		c.n.At, c.n.Turn = c.m.created(), c.m.turn
	} else {
		c.n.Key = "storage/" + key
	}
	switch p.Type {
	case "text", "reasoning":
		c.words()
	case "file":
		c.file()
	case "tool":
		c.tool()
	case "retry":
		c.retry()
	case "step-start", "step-finish", "snapshot", "patch":
		e.d.Skip(e.at, "a step of an answer")
	case "agent", "subtask", "compaction":
		e.d.Skip(e.at, "what a prompt asks the program for")
	default:
		e.d.Skip(e.at, "unknown part")
	}
}

// finished reports that the part's text is complete. Only answers have times.
func (c *piece) finished() bool {
	if end := c.p.Time.V.End; end > 0 || c.m == nil {
		return end > 0 || !c.p.Time.There
	}
	return c.m.over()
}

// role returns whose words they are. A part alone shows it by its time: prompts have
// none, except those that the program writes itself.
func (c *piece) role() domain.Role {
	switch {
	case c.m == nil && (!c.p.Time.There || bool(c.p.Synthetic)), c.m != nil && c.m.prompt():
		return domain.RoleUser
	case c.p.Type == "reasoning":
		return domain.RoleReasoning
	case c.m != nil && bool(c.m.Summary):
		return domain.RoleSummary
	}
	return domain.RoleAssistant
}

// words records a text. The text of an unfinished part may still change.
func (c *piece) words() {
	if !c.finished() {
		c.d.Skip(c.at, "unfinished words")
		return
	}
	if c.p.Text == "" {
		c.d.Skip(c.at, "no words")
		return
	}
	m := domain.MessageRecorded{Role: c.role(), Text: producers.Text(string(c.p.Text)), Synthetic: bool(c.p.Synthetic)}
	if c.m != nil && m.Role != domain.RoleUser {
		m.Model = producers.Short(c.m.ModelID)
	}
	switch end := c.p.Time.V.End; {
	case end > 0:
		c.n.At = producers.Millis(end)
	case c.m != nil && c.m.Time.V.Completed > 0:
		c.n.At = producers.Millis(c.m.Time.V.Completed)
	}
	c.tell(c.n, "message", m)
}

// file records that a file came with a message, not its content.
func (c *piece) file() {
	m := domain.MessageRecorded{Role: domain.RoleUser}
	if c.m != nil {
		m.Role = c.role()
	}
	if strings.HasPrefix(string(c.p.Mime), "image/") {
		m.Images = 1
	} else {
		m.Content, m.Raw = producers.Foreign(attachment(c.p))
	}
	c.tell(c.n, "message", m)
}

func attachment(p *part) jsontext.Value {
	named, err := json.Marshal(map[string]string{"filename": string(p.Filename), "mime": string(p.Mime)}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil
	}
	return named
}

// retry records that a request failed and is retried.
func (c *piece) retry() {
	f := &c.p.Error.V
	if c.p.Time.V.Created > 0 {
		c.n.At = producers.Millis(c.p.Time.V.Created)
	}
	c.tell(c.n, "provider", domain.ProviderFailed{Class: f.class(), Status: f.status(), Code: producers.Short(f.Name),
		WillRetry: true, Retry: int(c.p.Attempt)})
}
