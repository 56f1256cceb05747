package redact

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Field is a field of a schema.
type Field struct {
	// Pattern is its path, with * for a name or an index that a document chooses. It ends in {name} for
	// these names themselves.
	Pattern string
	Type    string // text, number, truth, time, hash
}

// Schema is what the types of a document say of its text.
type Schema struct {
	Fields []Field // sorted by pattern
	names  *node   // where a document chooses names, and which objects have a member unknown
}

// SchemaOf reads the schema of a type by reflection. Types that write themselves are one value.
func SchemaOf(t reflect.Type) *Schema {
	s := &Schema{names: &node{}}
	s.add("", t)
	slices.SortFunc(s.Fields, func(a, b Field) int { return strings.Compare(a.Pattern, b.Pattern) })
	return s
}

func (s *Schema) add(at string, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if kind := kindOf(t); kind != "" {
		s.Fields = append(s.Fields, Field{at, kind})
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		s.members(at, t)
	case reflect.Map:
		s.Fields = append(s.Fields, Field{at + "/" + nameSegment, "text"})
		n, _ := s.names.at(at + "/" + nameSegment)
		n.leave = true
		s.add(at+"/*", t.Elem())
	default: // a slice or an array
		s.add(at+"/*", t.Elem())
	}
}

func (s *Schema) members(at string, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case f.Anonymous && name == "":
			s.members(at, f.Type)
		case name == unknown:
			s.names.at(at + "/" + unknown)
			fallthrough
		default:
			s.add(at+"/"+escape(name), f.Type)
		}
	}
}

// MembersOf are the names of the members of what a pattern is about, sorted.
func (s *Schema) MembersOf(pattern string) (names []string) {
	for _, f := range s.Fields {
		if rest, below := strings.CutPrefix(f.Pattern, pattern+"/"); below {
			name, _, _ := strings.Cut(rest, "/")
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// kindOf is the kind of a type whose values have no members, "" for another.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "truth"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	}
	switch {
	case t.Name() == "Instant":
		return "time"
	case t.Name() == "Digest":
		return "hash"
	}
	if p := reflect.PointerTo(t); p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return "text"
	}
	return ""
}

// says reports whether the objects here have a member of that name by their schema.
func (at place) says(name string) bool {
	return slices.ContainsFunc(at.nodes, func(n *node) bool { return n.literal[name] != nil })
}

// chosen reports whether a document chooses the names of the members here.
func (at place) chosen() bool {
	return slices.ContainsFunc(at.nodes, func(n *node) bool { return n.leave })
}
