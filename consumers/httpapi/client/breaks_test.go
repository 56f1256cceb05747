package client_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/schemas/registry"
)

// document is what of an OpenAPI document a client rests on.
type document struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]json.RawMessage }
}

type operation struct {
	ID          string `json:"operationId"`
	Parameters  []asked
	RequestBody *content
	Responses   map[string]content
}

type asked struct {
	In, Name string
	Required bool
	Schema   json.RawMessage
}

type content struct {
	Required bool
	Content  map[string]struct{ Schema json.RawMessage }
}

// breaks lists what breaks a client that was made from a document, in a later one: METHOD PATH: what.
func breaks(t *testing.T, was, is []byte) (broken []string) {
	t.Helper()
	var old, now document
	for text, d := range map[*[]byte]*document{&was: &old, &is: &now} {
		if err := json.Unmarshal(*text, d); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(old.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(old.Paths[path])) {
			before := old.Paths[path][method]
			after, held := now.Paths[path][method]
			all := []string{"removed"}
			if held {
				all = before.breaks(t, &after, &old, &now)
			}
			for _, what := range all {
				broken = append(broken, strings.ToUpper(method)+" "+path+": "+what)
			}
		}
	}
	return broken
}

// breaks lists what breaks a client of one route.
func (o *operation) breaks(t *testing.T, is *operation, old, now *document) (broken []string) {
	t.Helper()
	if o.ID != is.ID {
		broken = append(broken, "operationId was "+o.ID)
	}
	for _, p := range o.Parameters {
		i := slices.IndexFunc(is.Parameters, p.same)
		if i < 0 {
			broken = append(broken, "parameter "+p.Name+" removed")
			continue
		}
		broken = append(broken, changed(t, "parameter "+p.Name, old.schema(t, p.Schema), now.schema(t, is.Parameters[i].Schema))...)
	}
	for _, p := range is.Parameters {
		i := slices.IndexFunc(o.Parameters, p.same)
		if p.Required && (i < 0 || !o.Parameters[i].Required) {
			broken = append(broken, "parameter "+p.Name+" is required")
		}
	}
	if is.RequestBody != nil && is.RequestBody.Required && (o.RequestBody == nil || !o.RequestBody.Required) {
		broken = append(broken, "body is required")
	}
	if o.RequestBody != nil && is.RequestBody != nil {
		broken = append(broken, o.RequestBody.breaks(t, "body", is.RequestBody, old, now)...)
	}
	for status, before := range o.Responses {
		after := is.Responses[status]
		broken = append(broken, before.breaks(t, status, &after, old, now)...)
	}
	return broken
}

func (p *asked) same(q asked) bool { return p.In == q.In && p.Name == q.Name }

// breaks lists what breaks a client that sends or reads a content.
func (c *content) breaks(t *testing.T, says string, is *content, old, now *document) (broken []string) {
	t.Helper()
	for of, before := range c.Content {
		after, held := is.Content[of]
		if !held {
			broken = append(broken, says+" "+of+" removed")
			continue
		}
		broken = append(broken, changed(t, says, old.schema(t, before.Schema), now.schema(t, after.Schema))...)
	}
	return broken
}

// changed lists the changes between two schemas that break a client, with their paths.
func changed(t *testing.T, says string, was, is []byte) (broken []string) {
	t.Helper()
	all, err := registry.CompareSchemas(&registry.Schema{Of: registry.OfDocument, Text: was}, &registry.Schema{Of: registry.OfDocument, Text: is})
	if err != nil {
		t.Fatalf("%s: %v", says, err)
	}
	for _, c := range all {
		if c.Breaks {
			broken = append(broken, strings.Join(slices.DeleteFunc([]string{says, c.Path, string(c.Change)}, func(s string) bool { return s == "" }), " ")+
				fmt.Sprintf(": was %q, is %q", c.Was, c.Is))
		}
	}
	return broken
}

// schema is a complete schema, with those that it refers to.
func (d *document) schema(t *testing.T, part json.RawMessage) []byte {
	t.Helper()
	const from, to = `"#/components/schemas/`, `"#/$defs/`
	if len(part) == 0 {
		return []byte("{}")
	}
	needed := map[string]json.RawMessage{}
	for todo := []string{string(part)}; len(todo) > 0; todo = todo[1:] {
		for _, rest := range strings.Split(todo[0], from)[1:] {
			name, _, _ := strings.Cut(rest, `"`)
			if _, is := needed[name]; !is {
				needed[name] = json.RawMessage(strings.ReplaceAll(string(d.Components.Schemas[name]), from, to))
				todo = append(todo, string(d.Components.Schemas[name]))
			}
		}
	}
	own := map[string]any{}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(part), from, to)), &own); err != nil {
		t.Fatal(err)
	}
	own["$defs"] = needed
	text, err := json.Marshal(own)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
