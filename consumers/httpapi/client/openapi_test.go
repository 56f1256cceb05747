package client_test

import (
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/eventlog/memlog"
)

var update = flag.Bool("update", false, "rewrite the document that clients are made from, where nothing breaks them")

// file is the document that clients were made from.
const file = "openapi.json"

// described is the OpenAPI document of the API, without descriptions: a line for each route and schema.
func described(t *testing.T) []byte {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	api, err := httpapi.New(httpapi.Config{Log: log, Secret: "of-nobody", Version: "1", Logger: slog.New(slog.DiscardHandler), Now: time.Now,
		Limits: httpapi.DefaultLimits(), Live: httpapi.DefaultLiveLimits()})
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(api.OpenAPI(), &document); err != nil {
		t.Fatal(err)
	}
	components := document["components"].(map[string]any)
	all := map[string]any{"openapi": document["openapi"], "info": map[string]any{"title": "claw", "version": "1"}, "security": document["security"],
		"paths": lines{silent(document["paths"]).(map[string]any)}}
	all["components"] = lines{map[string]any{"securitySchemes": silent(components["securitySchemes"]), "schemas": lines{silent(components["schemas"]).(map[string]any)}}}
	text, err := lines{all}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// silent is a part of the document without the descriptions.
func silent(part any) any {
	switch x := part.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, v := range x {
			if _, isText := v.(string); name != "description" || !isText {
				kept[name] = silent(v)
			}
		}
		return kept
	case []any:
		kept := make([]any, len(x))
		for i := range x {
			kept[i] = silent(x[i])
		}
		return kept
	}
	return part
}

// lines is an object that is written with a line for each member.
type lines struct{ of map[string]any }

// MarshalJSON implements [json.Marshaler].
func (l lines) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	names := make([]string, 0, len(l.of))
	for name := range l.of {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		var text []byte
		var err error
		if inner, ok := l.of[name].(lines); ok {
			text, err = inner.MarshalJSON() // json.Marshal would join its lines
		} else {
			text, err = json.Marshal(l.of[name])
		}
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(`"` + name + `": ` + string(text))
	}
	return []byte("{\n" + b.String() + "\n}"), nil
}

// TestNothingBreaksAClient holds the API to the document that clients were made from.
func TestNothingBreaksAClient(t *testing.T) {
	is := described(t)
	was, err := os.ReadFile(file)
	if os.IsNotExist(err) && *update {
		was, err = is, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if broken := breaks(t, was, is); len(broken) > 0 {
		t.Fatalf("clients that were made from %s break:\n%s", file, strings.Join(broken, "\n"))
	}
	if *update {
		if err := os.WriteFile(file, is, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(was), "\n"), strings.Split(string(is), "\n")); diff != "" {
		t.Errorf("%s lacks what was added; run with -update, then go generate (-want +got)\n%s", file, diff)
	}
}

// TestAChangeThatBreaksAClientFails plants one change at a time.
func TestAChangeThatBreaksAClientFails(t *testing.T) {
	was := described(t)
	get := func(d map[string]any, path string) map[string]any { return at(d, "paths", path, "get") }
	schema := func(d map[string]any, name string) map[string]any { return at(d, "components", "schemas", name) }
	for _, of := range []struct {
		says   string
		change func(d map[string]any)
		broken string // "" for what breaks no client
	}{
		{"nothing", func(map[string]any) {}, ""},
		{"a removed route", func(d map[string]any) { delete(at(d, "paths"), "/v1/board") }, "GET /v1/board: removed"},
		{"a method that is gone", func(d map[string]any) { delete(at(d, "paths", "/v1/reports"), "post") }, "POST /v1/reports: removed"},
		{"a route that is renamed for generators", func(d map[string]any) { get(d, "/v1/board")["operationId"] = "rows" }, "GET /v1/board: operationId was board"},
		{"a removed member", func(d map[string]any) { delete(at(schema(d, "board"), "properties"), "total") }, "GET /v1/board: 200 /total removed"},
		{"a retyped member", func(d map[string]any) {
			at(schema(d, "board"), "properties")["total"] = map[string]any{"type": "string"}
		}, "GET /v1/board: 200 /total retyped"},
		{"a member that may be absent now", func(d map[string]any) {
			schema(d, "board")["required"] = []any{"kind"}
		}, "GET /v1/board: 200 /total made_optional"},
		{"an answer of another type of content", func(d map[string]any) {
			at(get(d, "/v1/lanes"), "responses", "200")["content"] = map[string]any{"text/plain": map[string]any{}}
		}, "GET /v1/lanes: 200 application/json removed"},
		{"a removed parameter", func(d map[string]any) {
			parameters(d, "/v1/lanes", func(all []any) []any { return without(all, "owner") })
		},
			"GET /v1/lanes: parameter owner removed"},
		{"a parameter made required", func(d map[string]any) { parameter(d, "/v1/lanes", "owner")["required"] = true }, "GET /v1/lanes: parameter owner is required"},
		{"a retyped parameter", func(d map[string]any) {
			parameter(d, "/v1/lanes", "owner")["schema"] = map[string]any{"type": "integer"}
		}, "GET /v1/lanes: parameter owner retyped"},
		{"a value that is no longer taken", func(d map[string]any) {
			parameter(d, "/v1/lanes", "state")["schema"] = map[string]any{"type": "string", "enum": []any{"failed"}}
		}, "GET /v1/lanes: parameter state enum_narrowed"},
		{"a new parameter that is required", func(d map[string]any) {
			parameters(d, "/v1/lanes", func(all []any) []any {
				return append(all, map[string]any{"in": "query", "name": "team", "required": true, "schema": map[string]any{"type": "string"}})
			})
		}, "GET /v1/lanes: parameter team is required"},
		{"a new parameter", func(d map[string]any) {
			parameters(d, "/v1/lanes", func(all []any) []any {
				return append(all, map[string]any{"in": "query", "name": "team", "schema": map[string]any{"type": "string"}})
			})
		}, ""},
		{"a new member", func(d map[string]any) {
			at(schema(d, "board"), "properties")["weather"] = map[string]any{"type": "string"}
		}, ""},
		{"a new route", func(d map[string]any) { at(d, "paths")["/v1/weather"] = map[string]any{} }, ""},
	} {
		var d map[string]any
		if err := json.Unmarshal(was, &d); err != nil {
			t.Fatal(err)
		}
		of.change(d)
		is, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		broken := breaks(t, was, is)
		found := slices.ContainsFunc(broken, func(line string) bool { return strings.HasPrefix(line, of.broken) })
		if of.broken == "" && len(broken) > 0 || of.broken != "" && !found {
			t.Errorf("%s: want %q in %q", of.says, of.broken, broken)
		}
	}
}

// at is a part of the document.
func at(d map[string]any, path ...string) map[string]any {
	for _, name := range path {
		d = d[name].(map[string]any)
	}
	return d
}

func parameters(d map[string]any, path string, change func([]any) []any) {
	get := at(d, "paths", path, "get")
	get["parameters"] = change(get["parameters"].([]any))
}

func parameter(d map[string]any, path, name string) (found map[string]any) {
	parameters(d, path, func(all []any) []any {
		i := slices.IndexFunc(all, func(p any) bool { return p.(map[string]any)["name"] == name })
		found = all[i].(map[string]any)
		return all
	})
	return found
}

func without(all []any, name string) []any {
	return slices.DeleteFunc(all, func(p any) bool { return p.(map[string]any)["name"] == name })
}
