package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// message is what went to or came from the model.
type message struct {
	ID         lenient.Word          `json:"id"`
	Model      lenient.Word          `json:"model"`
	StopReason lenient.Word          `json:"stop_reason"`
	Content    content               `json:"content"`
	Usage      lenient.Object[usage] `json:"usage"`
}

type usage struct {
	Input         lenient.Whole `json:"input_tokens"`
	CacheRead     lenient.Whole `json:"cache_read_input_tokens"`
	CacheCreation lenient.Whole `json:"cache_creation_input_tokens"`
	Kept          lenient.Object[struct {
		Hour lenient.Whole `json:"ephemeral_1h_input_tokens"`
	}] `json:"cache_creation"`
	Output      lenient.Whole `json:"output_tokens"`
	ServiceTier lenient.Word  `json:"service_tier"`
	ServerTools lenient.Object[struct {
		WebSearches lenient.Whole `json:"web_search_requests"`
	}] `json:"server_tool_use"`
}

// synthetic is the model that the program names for its own messages.
const synthetic = "<synthetic>"

// block is one part of a message. raw holds the blocks whose type is not known here.
type block struct {
	Type      lenient.Word   `json:"type"`
	Text      lenient.Word   `json:"text"`
	Thinking  lenient.Word   `json:"thinking"`
	Signature lenient.Word   `json:"signature"`
	Data      lenient.Word   `json:"data"` // of redacted thinking
	ID        lenient.Word   `json:"id"`
	Name      lenient.Word   `json:"name"`
	Server    lenient.Word   `json:"server_name"`
	Input     jsontext.Value `json:"input"`
	ToolUseID lenient.Word   `json:"tool_use_id"`
	IsError   lenient.Flag   `json:"is_error"`
	Content   content        `json:"content"` // of a tool result

	raw jsontext.Value
}

// content is the blocks of a message; a string is one text block.
type content []block

// UnmarshalJSONFrom reads a string or an array of blocks and passes over all else.
func (c *content) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		var w lenient.Word
		err := w.UnmarshalJSONFrom(d)
		*c = content{{Type: "text", Text: w}}
		return err
	}
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		raw, err := d.ReadValue()
		if err != nil {
			return err
		}
		*c = append(*c, newBlock(raw))
	}
	_, err := d.ReadToken()
	return err
}

func newBlock(raw jsontext.Value) (b block) {
	if raw.Kind() == '"' {
		return block{Type: "text", Text: lenient.Word(lenient.Text(raw))}
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &b, lenient.Options) != nil || !b.known() {
		b.raw = raw.Clone()
	}
	return b
}

func (b *block) known() bool {
	switch b.Type {
	case "text", "thinking", "redacted_thinking", "tool_use", "tool_result", "image":
		return true
	}
	return false
}

// texts joins the text blocks and counts the images; rest reports whether there are blocks of other
// types.
func (c content) texts() (joined string, images int, rest bool) {
	var words []string
	for i := range c {
		switch c[i].Type {
		case "text":
			words = append(words, string(c[i].Text))
		case "image":
			images++
		default:
			rest = true
		}
	}
	return strings.Join(words, "\n"), images, rest
}

// has reports whether one of the blocks is of this type.
func (c content) has(kind lenient.Word) bool {
	for i := range c {
		if c[i].Type == kind {
			return true
		}
	}
	return false
}

// first returns the first text that is not blank, without leading space.
func (c content) first() string {
	for i := range c {
		if s := strings.TrimSpace(string(c[i].Text)); c[i].Type == "text" && s != "" {
			return s
		}
	}
	return ""
}

// whole returns the text of all text blocks.
func (c content) whole() string {
	joined, _, _ := c.texts()
	return joined
}
