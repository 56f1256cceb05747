package view

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain/jcs"
)

// FieldValue is the value of a member of a document.
type FieldValue struct {
	Value string `json:"value"`                   // a text, or JSON
	Words string `json:"value_in_words,omitzero"` // of a value that is an object or a list: what people read
}

// FieldValues returns the members of a document, by name.
func FieldValues(o any) (map[string]FieldValue, error) {
	raw, err := json.Marshal(o, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, err
	}
	values := make(map[string]FieldValue, len(members))
	for name, v := range members {
		var text string
		switch {
		case json.Unmarshal(v, &text) == nil:
			values[name] = FieldValue{Value: text}
		case v.Kind() == '{' || v.Kind() == '[':
			values[name] = FieldValue{Value: string(v), Words: inWords(v)}
		default:
			values[name] = FieldValue{Value: string(v)}
		}
	}
	return values, nil
}

// inWords returns JSON for people: a member is its name and its value, and what is not known says so with the
// reason. An object or a list inside of another stands in parentheses.
func inWords(v jsontext.Value) string {
	var text string
	if json.Unmarshal(v, &text) == nil && v.Kind() == '"' {
		return text
	}
	var parts []string
	for _, one := range jcs.Elements(v) {
		parts = append(parts, enclosed(one))
	}
	members := jcs.Members(v)
	for _, m := range members {
		name := strings.ReplaceAll(m.Name, "_", " ")
		if name == "unknown" && len(members) == 1 && m.Value[0] == '"' {
			return "not known (" + strings.ReplaceAll(inWords(m.Value), "_", " ") + ")"
		}
		parts = append(parts, name+" "+enclosed(m.Value))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case v.Kind() == '{' || v.Kind() == '[':
		return "none"
	}
	return string(v)
}

// enclosed is a value inside of another one.
func enclosed(v jsontext.Value) string {
	words := inWords(v)
	if v.Kind() == '{' && len(jcs.Members(v)) > 1 || v.Kind() == '[' && len(jcs.Elements(v)) > 1 {
		return "(" + words + ")"
	}
	return words
}
