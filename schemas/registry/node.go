package registry

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// node is a JSON Schema as far as published ones use the language (draft 2020-12).
type node struct {
	Ref         string           `json:"$ref"`
	Defs        map[string]*node `json:"$defs"`
	Types       words            `json:"type"`
	Properties  map[string]*node `json:"properties"`
	Required    []string         `json:"required"`
	Items       *node            `json:"items"`
	Others      *node            `json:"additionalProperties"`
	AnyOf       []*node          `json:"anyOf"`
	OneOf       []*node          `json:"oneOf"`
	Enum        []jsontext.Value `json:"enum"`
	Const       jsontext.Value   `json:"const"`
	Pattern     string           `json:"pattern"`
	Minimum     *float64         `json:"minimum"`
	Maximum     *float64         `json:"maximum"`
	MinLength   *float64         `json:"minLength"`
	Description string           `json:"description"`
	Deprecated  bool             `json:"deprecated"`
	Stream      string           `json:"x-stream"`

	never bool // the schema false, which nothing fits
}

// UnmarshalJSON reads a schema; true and false are schemas too.
func (n *node) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true":
		return nil
	case "false":
		n.never = true
		return nil
	}
	type plain node
	return json.Unmarshal(text, (*plain)(n))
}

// words is a text or a list of texts.
type words []string

// UnmarshalJSON reads either.
func (w *words) UnmarshalJSON(text []byte) error {
	if text[0] != '"' {
		return json.Unmarshal(text, (*[]string)(w))
	}
	var one string
	err := json.Unmarshal(text, &one)
	*w = words{one}
	return err
}

// target returns the definition that a reference names, nil where it names none of this
// schema.
func (n *node) target(ref string) *node {
	return n.Defs[strings.TrimPrefix(ref, "#/$defs/")]
}
