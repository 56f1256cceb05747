package registry

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Field is a member of what a schema describes.
type Field struct {
	// Path is a JSON pointer with * for each index of a list and each name that a document chooses; it is
	// the field's id.
	Path     string
	Types    []string // of JSON, sorted; empty is any
	Required bool     // wherever the object that holds it is
	Enum     []string // the closed list of values, sorted; empty where there is none
	Says     string   // its meaning
	// Deprecated reports that readers are to use something else. Replacement says what, where the schema
	// does.
	Deprecated  bool
	Replacement string

	stream   string   // the family of streams that holds such events; of the whole
	open     bool     // it may have other members
	patterns []string // of texts
	least    *float64
	most     *float64
}

// Fields lists the members of a schema by their paths, sorted. The first is the whole, with path "".
// Below a definition that refers to itself it stops.
//
// Errors: the text is no JSON Schema that this package reads.
func Fields(text []byte) ([]Field, error) {
	root := &node{}
	if err := json.Unmarshal(text, root); err != nil {
		return nil, err
	}
	w := &walk{root: root, at: map[string]*Field{}}
	w.visit("", root, true, true)
	paths := slices.Sorted(maps.Keys(w.at))
	fields := make([]Field, 0, len(paths))
	for _, path := range paths {
		f := w.at[path]
		f.Types, f.Enum, f.patterns = set(f.Types), set(f.Enum), set(f.patterns)
		_, f.Replacement, _ = strings.Cut(f.Says, deprecation)
		fields = append(fields, *f)
	}
	return fields, nil
}

// deprecation begins, in the description of a deprecated member, what to use instead.
const deprecation = "Deprecated: "

func set(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// walk collects the fields of a schema.
type walk struct {
	root  *node
	at    map[string]*Field
	stack []string // references that are being followed
}

// visit adds what a schema states about the value at a path. sure is as in [walk.fill].
func (w *walk) visit(path string, n *node, required, sure bool) {
	f := w.at[path]
	if f == nil {
		f = &Field{Path: path, Required: required, open: true}
		w.at[path] = f
	}
	f.Required = f.Required && required
	w.fill(f, n, sure)
}

// fill adds a schema to a field: the whole of it, or where sure is false one of several alternatives,
// whose required members need not be there.
func (w *walk) fill(f *Field, n *node, sure bool) {
	f.Says, f.Deprecated = first(f.Says, n.Description), f.Deprecated || n.Deprecated
	if n.Ref != "" {
		to := w.root.target(n.Ref)
		if to == nil || slices.Contains(w.stack, n.Ref) {
			f.Types = append(f.Types, "object")
			return
		}
		w.stack = append(w.stack, n.Ref)
		w.fill(f, to, sure)
		w.stack = w.stack[:len(w.stack)-1]
		return
	}
	f.value(n)
	for _, alternative := range slices.Concat(n.AnyOf, n.OneOf) {
		w.fill(f, alternative, false)
	}
	for name, member := range n.Properties {
		w.visit(f.Path+"/"+pointer(name), member, sure && slices.Contains(n.Required, name), sure)
	}
	if n.Items != nil {
		w.visit(f.Path+"/*", n.Items, false, sure)
	}
	if n.Others != nil && !n.Others.never {
		w.visit(f.Path+"/*", n.Others, false, sure)
	}
}

// pointer is a name as a segment of a JSON pointer (RFC 6901, section 4).
func pointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// value adds what a schema states about the value itself.
func (f *Field) value(n *node) {
	f.Types, f.stream = append(f.Types, n.Types...), first(f.stream, n.Stream)
	for _, v := range n.Enum {
		f.Enum = append(f.Enum, word(v))
	}
	if n.Const != nil {
		f.Enum = append(f.Enum, word(n.Const))
	}
	if n.Pattern != "" {
		f.patterns = append(f.patterns, n.Pattern)
	}
	if n.Others != nil && n.Others.never {
		f.open = false
	}
	if n.Minimum != nil || n.MinLength != nil {
		f.least = n.Minimum
		if f.least == nil {
			f.least = n.MinLength
		}
	}
	if n.Maximum != nil {
		f.most = n.Maximum
	}
}

// word is a text as it is, and another value as its JSON.
func word(v jsontext.Value) string {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return text
	}
	return string(v)
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
