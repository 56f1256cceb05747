package search

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/lazy"
	"github.com/clawable/claw/projections/payload"
)

// searchable names the members of each kind's payload that hold words of people,
// agents and programs: those of a text type. It is read from the table of kinds at
// the first search, so that a new kind needs no line here.
var searchable = lazy.Value[map[domain.Kind][]string]{Make: func() map[domain.Kind][]string {
	out := map[domain.Kind][]string{}
	for _, info := range domain.Kinds() {
		if names := textMembers(reflect.TypeOf(info.New()).Elem()); len(names) > 0 {
			out[info.Kind] = names
		}
	}
	return out
}}

func textMembers(payload reflect.Type) []string {
	types := []reflect.Type{reflect.TypeFor[domain.Text](), reflect.TypeFor[[]domain.Text](), reflect.TypeFor[domain.JSON](),
		reflect.TypeFor[domain.Maybe[domain.ShortLabel]]()}
	var names []string
	for i := range payload.NumField() {
		f := payload.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			names = append(names, textMembers(f.Type)...)
			continue
		}
		if slices.Contains(types, f.Type) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

// textOf is what an event can be found by, "" for nothing.
func textOf(e *domain.Event) string {
	names := searchable.Get()[e.Kind]
	if len(names) == 0 || e.Erased {
		return ""
	}
	found := make([][]byte, len(names))
	members := payload.MembersOf(e.Data)
	for name, raw, ok := members.Next(); ok; name, raw, ok = members.Next() {
		if at := slices.Index(names, string(name)); at >= 0 {
			found[at] = raw
		}
	}
	var text []byte
	for i, raw := range found {
		switch {
		case raw == nil:
		case names[i] == documentMember && isReport(e.Kind):
			text = appendWritten(text, valueOf(raw))
		default:
			text = appendRaw(text, raw)
		}
	}
	return string(text)
}

// valueOf decodes a member, nil for what is no JSON.
func valueOf(raw []byte) any {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return v
}

// appendRaw appends the texts in a member as [appendTexts] does those in its value. Most members are one text, or
// an object of some texts, which are read where they stand.
func appendRaw(text, raw []byte) []byte {
	switch raw[0] {
	case '"':
		if longer, err := jsontext.AppendUnquote(newLine(text), raw); err == nil && len(raw) > len(`""`) {
			return longer
		}
	case '{':
		if isScrubbed(raw) {
			return text
		}
		members := payload.MembersOf(raw)
		for _, value, ok := members.Next(); ok; _, value, ok = members.Next() {
			text = appendRaw(text, value)
		}
	case '[':
		return appendTexts(text, valueOf(raw))
	}
	return text
}

// isScrubbed reports whether an object stands for what was scrubbed.
func isScrubbed(raw []byte) bool {
	members := payload.MembersOf(raw)
	for name, _, ok := members.Next(); ok; name, _, ok = members.Next() {
		if string(name) == scrubbed {
			return true
		}
	}
	return false
}

// scrubbed is the member of the object that stands for what was scrubbed.
const scrubbed = "scrubbed"

// appendTexts appends the texts in a value, a line each; what was scrubbed has none.
func appendTexts(text []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		if v != "" {
			return append(newLine(text), v...)
		}
	case []any:
		for _, item := range v {
			text = appendTexts(text, item)
		}
	case map[string]any:
		if _, hidden := v[scrubbed]; hidden {
			return text
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			text = appendTexts(text, v[name])
		}
	}
	return text
}

// newLine ends the line of a text that has one.
func newLine(text []byte) []byte {
	if len(text) > 0 {
		text = append(text, '\n')
	}
	return text
}
