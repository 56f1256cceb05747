package eventlog_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/schemas"
)

// TestCheckAndPublishedSchemaAgree: for each kind, generated documents and
// mutations of them are taken by both or by neither, except for unknown members,
// which the check refuses and the open schema takes.
func TestCheckAndPublishedSchemaAgree(t *testing.T) {
	for _, info := range domain.Kinds() {
		t.Run(string(info.Kind), func(t *testing.T) {
			schema := publishedSchema(t, info)
			rapid.Check(t, func(t *rapid.T) {
				g := &documents{t: t}
				doc := g.object(reflect.TypeOf(info.New()).Elem())
				if check, published := verdicts(t, info, schema, doc); check != nil || published != nil {
					t.Fatalf("%s fits: check %v, schema %v", mustMarshal(t, doc), check, published)
				}
				grown := g.addUnknownMember()
				if check, published := verdicts(t, info, schema, doc); check == nil || published != nil {
					t.Fatalf("unknown member in %s: check %v, schema %v", mustMarshal(t, doc), check, published)
				}
				delete(grown, unknownName)
				for range rapid.IntRange(1, 3).Draw(t, "mutations") {
					g.mutate(doc)
				}
				agree(t, info, schema, doc)
			})
		})
	}
}

// agree fails unless check and schema take doc, or neither does. A member that
// the check calls unknown is taken out before; the schema must not care.
func agree(t *rapid.T, info domain.KindInfo, schema *jsonschema.Schema, doc map[string]any) {
	check, published := verdicts(t, info, schema, doc)
	for isUnknownMember(check) {
		before := published
		remove(t, doc, check)
		check, published = verdicts(t, info, schema, doc)
		if (before == nil) != (published == nil) {
			t.Fatalf("%s: the schema cares for an unknown member: %v", mustMarshal(t, doc), before)
		}
	}
	if (check == nil) != (published == nil) {
		t.Fatalf("%s: check %v, schema %v", mustMarshal(t, doc), check, published)
	}
}

func isUnknownMember(err error) bool {
	var e *domain.Error
	return errors.As(err, &e) && e.Message == "is no member of this payload"
}

// remove takes the member that the error points at out of doc.
func remove(t *rapid.T, doc any, err error) {
	var misfit *domain.Error
	if !errors.As(err, &misfit) {
		t.Fatalf("no typed error: %v", err)
	}
	pointer := jsontext.Pointer(misfit.Detail["pointer"].(string))
	for token := range pointer.Parent().Tokens() {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[token]
		case []any:
			i, _ := strconv.Atoi(token)
			doc = v[i]
		}
	}
	object := doc.(map[string]any)
	if _, ok := object[pointer.LastToken()]; !ok {
		t.Fatalf("%s points at nothing", pointer)
	}
	delete(object, pointer.LastToken())
}

// verdicts runs the check and the schema on doc in its canonical form.
func verdicts(t *rapid.T, info domain.KindInfo, schema *jsonschema.Schema, doc any) (check, published error) {
	data, err := jcs.Canonical(mustMarshal(t, doc))
	if err != nil {
		t.Fatalf("%v: %v", doc, err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return eventlog.CheckData(info.Kind, info.Version, data), schema.Validate(parsed)
}

func publishedSchema(t *testing.T, info domain.KindInfo) *jsonschema.Schema {
	t.Helper()
	text, ok := schemas.Event(string(info.Kind), info.Version)
	if !ok {
		t.Fatalf("%s version %d has no published schema", info.Kind, info.Version)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("payload.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("payload.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func mustMarshal(t *rapid.T, doc any) []byte {
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestCheckAndPublishedSchemaAgreeOnTexts tries every sample text in a member of
// each form; generated documents meet such a pair too seldom.
func TestCheckAndPublishedSchemaAgreeOnTexts(t *testing.T) {
	samples := slices.Concat(goodULIDs, goodTimes, badTexts, []string{"", "lane-" + goodULIDs[0], "host-" + goodULIDs[2]})
	for _, row := range []struct {
		form     string
		kind     domain.Kind
		doc      string // % is replaced by the text
		accepted int    // of the samples, counted by hand
	}{
		{"an event id", "lane.settled", `{"event":%,"reason":"r"}`, len(goodULIDs)},
		{"a lane id", "lane.ownership_bound", `{"lane":%}`, len(goodULIDs)},
		{"an epoch", "lane.started", `{"fences":[{"emitter":"e","epoch":%}]}`, len(goodULIDs)},
		{"a stream", "pinpoint.linked", `{"relation":"related","to":%}`, 3},
		{"a digest", "policy.adopted", `{"digest":%,"text":""}`, 1},
		{"an instant", "approval.expired", `{"expired_at":%}`, len(goodTimes)},
		{"a reason of an instant", "approval.expired", `{"expired_at":{"unknown":%}}`, 0},
		{"a value or a reason", "session.created", `{"agent":"a","purpose":%,"title":"t","workspace":"w"}`, len(samples) - 1},
		{"an enum", "turn.failed", `{"class":%}`, 0},
		{"a text", "message.recorded", `{"role":"user","text":%}`, len(samples)},
	} {
		info, _ := domain.LookupKind(row.kind)
		schema, accepted := publishedSchema(t, info), 0
		for _, text := range samples {
			quoted, _ := jsontext.AppendQuote(nil, text)
			doc := strings.ReplaceAll(row.doc, "%", string(quoted))
			parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
			if err != nil {
				t.Fatal(err)
			}
			check, published := eventlog.CheckData(row.kind, 1, []byte(doc)), schema.Validate(parsed)
			if (check == nil) != (published == nil) {
				t.Errorf("%s %s: check %v, schema %v", row.form, quoted, check, published)
			}
			if check == nil {
				accepted++
			}
		}
		if accepted != row.accepted {
			t.Errorf("%s: %d of %d texts accepted, want %d", row.form, accepted, len(samples), row.accepted)
		}
	}
}
