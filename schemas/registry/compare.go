package registry

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what changed of a schema or of a field.
type Kind string

// The changes. docs/json.md states which of them break readers.
const (
	SchemaAdded   Kind = "schema_added"
	SchemaRemoved Kind = "schema_removed"
	StreamMoved   Kind = "stream_moved" // events of the kind are in streams of another family
	Added         Kind = "added"
	AddedRequired Kind = "added_required" // to an event or the envelope: what is in logs lacks it
	Removed       Kind = "removed"
	Retyped       Kind = "retyped"
	MadeRequired  Kind = "made_required"
	MadeOptional  Kind = "made_optional"
	EnumNarrowed  Kind = "enum_narrowed" // a value is no longer allowed, or a list of values was closed
	EnumWidened   Kind = "enum_widened"
	FormChanged   Kind = "form_changed" // the pattern of a text
	RangeNarrowed Kind = "range_narrowed"
	RangeWidened  Kind = "range_widened"
	Closed        Kind = "closed" // unknown members are no longer allowed
	Opened        Kind = "opened"
	Described     Kind = "described" // the words that say what it means
	Deprecated    Kind = "deprecated"
)

// Enum lists the values.
func (Kind) Enum() []string {
	all := []Kind{SchemaAdded, SchemaRemoved, StreamMoved, Added, AddedRequired, Removed, Retyped, MadeRequired, MadeOptional, EnumNarrowed, EnumWidened,
		FormChanged, RangeNarrowed, RangeWidened, Closed, Opened, Described, Deprecated}
	words := make([]string, len(all))
	for i, k := range all {
		words[i] = string(k)
	}
	return words
}

// Breaks reports whether a reader that was written for the schema before may misread what fits the one
// after, or refuse what fitted the one before.
func (k Kind) Breaks() bool {
	switch k {
	case SchemaRemoved, StreamMoved, AddedRequired, Removed, Retyped, MadeRequired, MadeOptional, EnumNarrowed, FormChanged, RangeNarrowed, Closed:
		return true
	case SchemaAdded, Added, EnumWidened, RangeWidened, Opened, Described, Deprecated:
	}
	return false
}

// Change is one difference between two schemas.
type Change struct {
	Schema string `json:"schema"`
	Of     Of     `json:"of"`
	Path   string `json:"path,omitzero"` // of the field; absent where it is the whole
	Change Kind   `json:"change"`
	Breaks bool   `json:"breaks"`       // readers
	Was    string `json:"was,omitzero"` // in words
	Is     string `json:"is,omitzero"`
}

// Compare lists what changed from one catalog to another: by schemas, then by paths.
//
// Errors: a text is no JSON Schema.
func Compare(was, is *Catalog) (changes []Change, err error) {
	old, now := slices.SortedFunc(slices.Values(was.Schemas), byFile), slices.SortedFunc(slices.Values(is.Schemas), byFile)
	for len(old) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(old) > 0 && byFile(old[0], now[0]) < 0:
			changes = append(changes, changeOf(&old[0], "", SchemaRemoved, fmt.Sprint("version ", old[0].Version), ""))
			old = old[1:]
		case len(old) == 0 || byFile(old[0], now[0]) > 0:
			changes = append(changes, changeOf(&now[0], "", SchemaAdded, "", fmt.Sprint("version ", now[0].Version)))
			now = now[1:]
		default:
			more, err := CompareSchemas(&old[0], &now[0])
			if err != nil {
				return nil, err
			}
			changes = append(changes, more...)
			old, now = old[1:], now[1:]
		}
	}
	return changes, nil
}

func changeOf(s *Schema, path string, k Kind, was, is string) Change {
	return Change{s.Name, s.Of, path, k, k.Breaks(), was, is}
}

// CompareSchemas lists what changed from one schema to another, by paths. Of a member that came or went
// with its own members it names the outermost.
//
// Errors: a text is no JSON Schema.
func CompareSchemas(was, is *Schema) (changes []Change, err error) {
	if string(was.Text) == string(is.Text) {
		return nil, nil
	}
	old, err := fieldsOf(was)
	if err != nil {
		return nil, err
	}
	now, err := fieldsOf(is)
	if err != nil {
		return nil, err
	}
	retyped := "\x00" // the path of the last field with another type: what is below it says nothing new
	for _, path := range paths(old, now) {
		before, after := old[path], now[path]
		parent := path[:max(0, strings.LastIndexByte(path, '/'))]
		switch {
		case path != "" && (old[parent] == nil || now[parent] == nil), strings.HasPrefix(path, retyped+"/"):
		case before == nil && after.Required && is.Of != OfDocument:
			changes = append(changes, changeOf(is, path, AddedRequired, "", after.typeText()))
		case before == nil:
			changes = append(changes, changeOf(is, path, Added, "", after.typeText()))
		case after == nil:
			changes = append(changes, changeOf(is, path, Removed, before.typeText(), ""))
		default:
			if changes = append(changes, compareFields(is, before, after)...); !slices.Equal(before.Types, after.Types) {
				retyped = path
			}
		}
	}
	return changes, nil
}

func fieldsOf(s *Schema) (map[string]*Field, error) {
	all, err := Fields(s.Text)
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", s.Name, err)
	}
	by := make(map[string]*Field, len(all))
	for i := range all {
		by[all[i].Path] = &all[i]
	}
	return by, nil
}

func paths(old, now map[string]*Field) (all []string) {
	for path := range old {
		all = append(all, path)
	}
	for path := range now {
		all = append(all, path)
	}
	return set(all)
}
