package registry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/schemas/registry"
)

// published is a schema with one of everything that a change may touch.
const published = `{"$defs": {"row": {"type": "object", "properties": {"id": {"type": "string"}, "of": {"$ref": "#/$defs/row"}}, "required": ["id"]}},
 "type": "object", "x-stream": "lane-", "required": ["state", "rows", "stream"],
 "properties": {
  "state": {"type": "string", "enum": ["open", "shut"], "description": "how it stands"},
  "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
  "note": {"type": "string"},
  "stream": {"type": "string", "pattern": "^(?:lane-|ship-)[A-Z]+$"},
  "count": {"type": "integer", "minimum": 0, "maximum": 10},
  "at": {"anyOf": [{"type": "string", "pattern": "^T"}, {"type": "object", "properties": {"unknown": {"type": "string"}}, "required": ["unknown"]}]},
  "sums": {"type": "object", "additionalProperties": {"type": "integer"}}}}`

// TestEachChangeOfASchemaIsKnown plants one change after the other.
func TestEachChangeOfASchemaIsKnown(t *testing.T) {
	for _, c := range []struct {
		says, old, new string
		path           string
		want           registry.Kind
		breaks         bool
	}{
		{"a member is removed", `"note": {"type": "string"},`, ``, "/note", registry.Removed, true},
		{"a member of a definition is removed", `, "of": {"$ref": "#/$defs/row"}`, ``, "/rows/*/of", registry.Removed, true},
		{"a value of a closed list is removed", `["open", "shut"]`, `["open"]`, "/state", registry.EnumNarrowed, true},
		{"a list of values is closed", `"note": {"type": "string"}`, `"note": {"type": "string", "enum": ["a"]}`, "/note", registry.EnumNarrowed, true},
		{"a value is added", `["open", "shut"]`, `["open", "shut", "ajar"]`, "/state", registry.EnumWidened, false},
		{"a member has another type", `"note": {"type": "string"}`, `"note": {"type": "integer"}`, "/note", registry.Retyped, true},
		{"a member may be null", `"note": {"type": "string"}`, `"note": {"type": ["string", "null"]}`, "/note", registry.Retyped, true},
		{"one of two forms is gone", `{"type": "string", "pattern": "^T"}, `, ``, "/at", registry.Retyped, true},
		{"a list is one value", `{"type": "array", "items": {"$ref": "#/$defs/row"}}`, `{"$ref": "#/$defs/row"}`, "/rows", registry.Retyped, true},
		{"a member is made required", `"stream"],`, `"stream", "note"],`, "/note", registry.MadeRequired, true},
		{"a member is made optional", `"stream"],`, `"stream"],`, "/stream", registry.MadeOptional, true},
		{"a member is added", `"note":`, `"more": {"type": "string"}, "note":`, "/more", registry.Added, false},
		{"a required member is added", `"stream"], "properties": {`, ``, "/more", registry.AddedRequired, true},
		{"a text has another form", `"^T"`, `"^Z"`, "/at", registry.FormChanged, true},
		{"a stream may be of one more family", `lane-|ship-`, `lane-|ship-|log-`, "/stream", registry.EnumWidened, false},
		{"a stream may be of one family less", `lane-|ship-`, `lane-`, "/stream", registry.FormChanged, true},
		{"a number may not be as great", `"maximum": 10`, `"maximum": 9`, "/count", registry.RangeNarrowed, true},
		{"a number may not be as small", `"minimum": 0`, `"minimum": 1`, "/count", registry.RangeNarrowed, true},
		{"a number may be greater", `"maximum": 10`, `"maximum": 11`, "/count", registry.RangeWidened, false},
		{"unknown members are refused", `"x-stream"`, `"additionalProperties": false, "x-stream"`, "", registry.Closed, true},
		{"events are in other streams", `"lane-",`, `"ship-",`, "", registry.StreamMoved, true},
		{"the meaning has other words", `how it stands`, `how it goes`, "/state", registry.Described, false},
		{"a member is deprecated", `"note": {"type": "string"}`, `"note": {"type": "string", "deprecated": true, "description": "Deprecated: use state."}`, "/note", registry.Deprecated, false},
		{"a value of a map has another type", `{"type": "integer"}}`, `{"type": "number"}}`, "/sums/*", registry.Retyped, true},
	} {
		t.Run(c.says, func(t *testing.T) {
			changed := strings.Replace(published, c.old, c.new, 1)
			switch c.want {
			case registry.MadeOptional:
				changed = strings.Replace(published, `, "stream"]`, `]`, 1)
			case registry.AddedRequired:
				changed = strings.NewReplacer(`"stream"]`, `"stream", "more"]`, `"note":`, `"more": {"type": "string"}, "note":`).Replace(published)
			}
			got, err := registry.CompareSchemas(schema(published), schema(changed))
			if err != nil {
				t.Fatal(err)
			}
			want := []registry.Change{{Schema: "door", Of: registry.OfEvent, Path: c.path, Change: c.want, Breaks: c.breaks}}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(registry.Change{}, "Was", "Is")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func schema(text string) *registry.Schema {
	return &registry.Schema{Name: "door", Of: registry.OfEvent, Version: 1, Text: []byte(text)}
}

func TestSchemasComeAndGo(t *testing.T) {
	door, hall := *schema(published), registry.Schema{Name: "hall", Of: registry.OfDocument, Version: 1, Text: []byte(`{}`)}
	got, err := registry.Compare(&registry.Catalog{Schemas: []registry.Schema{door}}, &registry.Catalog{Schemas: []registry.Schema{hall}})
	if err != nil {
		t.Fatal(err)
	}
	want := []registry.Change{
		{Schema: "hall", Of: registry.OfDocument, Change: registry.SchemaAdded, Is: "version 1"},
		{Schema: "door", Of: registry.OfEvent, Change: registry.SchemaRemoved, Breaks: true, Was: "version 1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestARequiredMemberMayBeAddedToADocument(t *testing.T) {
	changed := strings.NewReplacer(`"stream"]`, `"stream", "more"]`, `"note":`, `"more": {"type": "string"}, "note":`).Replace(published)
	was, is := schema(published), schema(changed)
	was.Of, is.Of = registry.OfDocument, registry.OfDocument
	got, err := registry.CompareSchemas(was, is)
	if err != nil || len(got) != 1 || got[0].Change != registry.Added || got[0].Breaks {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAnUnreadableSchemaIsAnError(t *testing.T) {
	for _, text := range []string{``, `[]`, `{"type": 3}`, `{"properties": "all"}`} {
		if _, err := registry.CompareSchemas(schema(published), schema(text)); err == nil {
			t.Errorf("%q is taken for a schema", text)
		}
	}
}

func TestFieldsOfASchema(t *testing.T) {
	all, err := registry.Fields([]byte(published))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range all {
		row := f.Path + " " + strings.Join(f.Types, "|")
		if f.Required {
			row += " required"
		}
		if len(f.Enum) > 0 {
			row += " " + strings.Join(f.Enum, ",")
		}
		got = append(got, strings.TrimSpace(row+" "+f.Says))
	}
	want := []string{"object required", "/at object|string", "/at/unknown string", "/count integer", "/note string", "/rows array required", "/rows/* object", "/rows/*/id string required",
		"/rows/*/of object", "/state string required open,shut how it stands", "/stream string required", "/sums object", "/sums/* integer"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
