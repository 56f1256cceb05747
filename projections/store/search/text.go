package search

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

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
	var b strings.Builder
	for i, raw := range found {
		switch {
		case raw == nil:
		case names[i] == documentMember && isReport(e.Kind):
			gatherWritten(&b, valueOf(raw))
		default:
			gather(&b, valueOf(raw))
		}
	}
	return b.String()
}

// valueOf decodes a member, nil for what is no JSON. Most members are one text.
func valueOf(raw []byte) any {
	if raw[0] == '"' {
		if text, err := jsontext.AppendUnquote(nil, raw); err == nil {
			return string(text)
		}
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return v
}

// gather writes the texts in a value, a line each; what was scrubbed has none.
func gather(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		if v != "" {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(v)
		}
	case []any:
		for _, item := range v {
			gather(b, item)
		}
	case map[string]any:
		if _, scrubbed := v["scrubbed"]; scrubbed {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			gather(b, v[name])
		}
	}
}

// joint separates signs of scripts that are written without spaces, so that each is a
// word to the index; no reader receives it.
const joint = '\u200B'

// apart writes a text as it is indexed.
func apart(s string) string {
	s = strings.Map(withoutSigns, s)
	if strings.IndexFunc(s, spaceless) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !spaceless(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteRune(joint)
		b.WriteRune(r)
		b.WriteRune(joint)
	}
	return b.String()
}

func spaceless(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// withoutSigns leaves out the signs that mean something to the index or to a snippet.
func withoutSigns(r rune) rune {
	if r == joint || strings.ContainsRune(hitFrom+hitUntil, r) {
		return -1
	}
	return r
}
