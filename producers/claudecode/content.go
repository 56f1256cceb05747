package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// message is what went to or came from the model.
type message struct {
	ID         word          `json:"id"`
	Model      word          `json:"model"`
	StopReason word          `json:"stop_reason"`
	Content    content       `json:"content"`
	Usage      object[usage] `json:"usage"`
}

type usage struct {
	Input         whole `json:"input_tokens"`
	CacheRead     whole `json:"cache_read_input_tokens"`
	CacheCreation whole `json:"cache_creation_input_tokens"`
	Output        whole `json:"output_tokens"`
	ServiceTier   word  `json:"service_tier"`
	ServerTools   object[struct {
		WebSearches whole `json:"web_search_requests"`
	}] `json:"server_tool_use"`
}

// synthetic is the model that the program names when it speaks itself.
const synthetic = "<synthetic>"

// block is one part of a message. raw holds the blocks whose type is not known here.
type block struct {
	Type      word           `json:"type"`
	Text      word           `json:"text"`
	Thinking  word           `json:"thinking"`
	Signature word           `json:"signature"`
	Data      word           `json:"data"` // of redacted thinking
	ID        word           `json:"id"`
	Name      word           `json:"name"`
	Server    word           `json:"server_name"`
	Input     jsontext.Value `json:"input"`
	ToolUseID word           `json:"tool_use_id"`
	IsError   flag           `json:"is_error"`
	Content   content        `json:"content"` // of a tool result

	raw jsontext.Value
}

// content is the blocks of a message; a string is one text block.
type content []block

// UnmarshalJSONFrom reads a string or an array of blocks and passes over all else.
func (c *content) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		var w word
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
		return block{Type: "text", Text: word(said(raw))}
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &b, loosely) != nil || !b.known() {
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

// texts joins the text blocks and counts the images; rest says that there are blocks of other types.
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
func (c content) has(kind word) bool {
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
