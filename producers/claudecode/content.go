package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// message is what went to or came from the model.
type message struct {
	ID         loose.Word          `json:"id"`
	Model      loose.Word          `json:"model"`
	StopReason loose.Word          `json:"stop_reason"`
	Content    content             `json:"content"`
	Usage      loose.Object[usage] `json:"usage"`
}

type usage struct {
	Input         loose.Whole `json:"input_tokens"`
	CacheRead     loose.Whole `json:"cache_read_input_tokens"`
	CacheCreation loose.Whole `json:"cache_creation_input_tokens"`
	Output        loose.Whole `json:"output_tokens"`
	ServiceTier   loose.Word  `json:"service_tier"`
	ServerTools   loose.Object[struct {
		WebSearches loose.Whole `json:"web_search_requests"`
	}] `json:"server_tool_use"`
}

// synthetic is the model that the program names when it speaks itself.
const synthetic = "<synthetic>"

// block is one part of a message. raw holds the blocks whose type is not known here.
type block struct {
	Type      loose.Word     `json:"type"`
	Text      loose.Word     `json:"text"`
	Thinking  loose.Word     `json:"thinking"`
	Signature loose.Word     `json:"signature"`
	Data      loose.Word     `json:"data"` // of redacted thinking
	ID        loose.Word     `json:"id"`
	Name      loose.Word     `json:"name"`
	Server    loose.Word     `json:"server_name"`
	Input     jsontext.Value `json:"input"`
	ToolUseID loose.Word     `json:"tool_use_id"`
	IsError   loose.Flag     `json:"is_error"`
	Content   content        `json:"content"` // of a tool result

	raw jsontext.Value
}

// content is the blocks of a message; a string is one text block.
type content []block

// UnmarshalJSONFrom reads a string or an array of blocks and passes over all else.
func (c *content) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		var w loose.Word
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
		return block{Type: "text", Text: loose.Word(loose.Text(raw))}
	}
	if raw.Kind() != '{' || json.Unmarshal(raw, &b, loose.Options) != nil || !b.known() {
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
func (c content) has(kind loose.Word) bool {
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
