package schemas_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/schemas"
)

func TestEnvelopeSchemaTakesExportedLines(t *testing.T) {
	schema := compile(t, "envelope.v1.json", schemas.Envelope())
	full, least := fullEvent(), leastEvent()
	erased := full
	erased.Data, erased.Salt, erased.Erased = nil, nil, true
	for name, e := range map[string]domain.Event{"with every field": full, "with the least": least, "erased": erased} {
		line := seal.Line(&e, nil)
		if err := schema.Validate(parse(t, line)); err != nil {
			t.Errorf("the line of an event %s:\n%s\n%v", name, line, err)
		}
	}
	for name, line := range map[string]string{
		"not an object":            `[]`,
		"without its id":           without(t, full, "id"),
		"without its position":     without(t, full, "position"),
		"with an unknown reason":   with(t, full, "observed_at", map[string]any{"unknown": "because"}),
		"with a bare unknown lane": with(t, full, "subject", map[string]any{"lane": ""}),
		"with a class of its own":  with(t, full, "sensitivity", map[string]any{"/text": "hush"}),
		"with data that are text":  with(t, full, "data", "text"),
	} {
		if schema.Validate(parse(t, []byte(line))) == nil {
			t.Errorf("the schema takes a line %s: %s", name, line)
		}
	}
}

// TestEnvelopeSchemaNamesWhatALineHas holds the schema's members to those that domain writes.
func TestEnvelopeSchemaNamesWhatALineHas(t *testing.T) {
	var schema struct {
		Properties map[string]any `json:"properties"`
		Required   []string       `json:"required"`
	}
	if err := json.Unmarshal(schemas.Envelope(), &schema); err != nil {
		t.Fatal(err)
	}
	full, least := fullEvent(), leastEvent()
	least.Data, least.Salt, least.Erased = nil, nil, true
	if diff := cmp.Diff(slices.Sorted(maps.Keys(members(t, full))), slices.Sorted(maps.Keys(schema.Properties))); diff != "" {
		t.Errorf("members (-line +schema):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(members(t, least))), slices.Sorted(slices.Values(schema.Required))); diff != "" {
		t.Errorf("required members (-line +schema):\n%s", diff)
	}
}

func TestEventIsTheSchemaOfOneKindAndVersion(t *testing.T) {
	for _, info := range domain.Kinds() {
		text, ok := schemas.Event(string(info.Kind), info.Version)
		if !ok {
			t.Errorf("%s has no schema", info.Kind)
			continue
		}
		compile(t, schemas.EventFile(string(info.Kind), info.Version), text)
	}
	for kind, version := range map[string]int{"lane.finished": 2, "lane.exploded": 1, "": 1, "../envelope": 1} {
		if _, ok := schemas.Event(kind, version); ok {
			t.Errorf("Event(%q, %d) has a schema", kind, version)
		}
	}
}

func fullEvent() domain.Event {
	id := domain.EventID(domain.Derive(time.UnixMilli(1), "a"))
	stream, _ := domain.ParseStreamID("session-" + id.String())
	known := domain.Subject{
		Lane: domain.Known(domain.LaneID(id.String())), Session: domain.Known(domain.SessionID("codex/1")),
		Turn: domain.NotKnown[domain.TurnID](domain.UnknownNotYet), Item: domain.Known(domain.ItemID("i")),
	}
	return domain.Event{
		Draft: domain.Draft{ID: id, Kind: "message.recorded", Version: 1, Stream: stream, ObservedAt: domain.At(time.UnixMilli(2)),
			Emitter: "import/codex/1", Epoch: domain.Epoch(id), Seq: 7, SeqKind: domain.SeqOrdinal, Causes: []domain.EventID{id},
			Correlation: "run", Subject: known, Source: domain.Source{Kind: domain.SourceLive, Environment: "dev",
				Channel: "import:codex", Trust: domain.TrustMedium},
			Scope:       domain.Scope{Owner: "o", Workflow: "w", Watcher: domain.WatcherObserve},
			Sensitivity: []domain.Label{{Pointer: "/text", Class: domain.SensitivityOperatorOnly}}, ConflictsWith: id, Replaces: domain.EventID(domain.Derive(time.UnixMilli(1), "b")), Edition: 2,
			Data: []byte(`{"role":"user"}`), Salt: &domain.Salt{1}},
		Position: domain.PositionAt(3), Revision: 2, RecordedAt: time.UnixMicro(1_700_000_000_000_001), ClockBehind: true,
		DataDigest: domain.Digest{1},
	}
}

func leastEvent() domain.Event {
	full := fullEvent()
	return domain.Event{
		Draft: domain.Draft{ID: full.ID, Kind: "lane.ready", Version: 1, Stream: full.Stream, Emitter: "e",
			Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: []byte(`{}`), Salt: &domain.Salt{}},
		Position: domain.PositionAt(1), Revision: 1, RecordedAt: full.RecordedAt, DataDigest: full.DataDigest,
	}
}

func compile(t *testing.T, file string, text []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemas.ID(file), parse(t, text)); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(schemas.ID(file))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc
}

func members(t *testing.T, e domain.Event) map[string]any {
	t.Helper()
	return parse(t, seal.Line(&e, nil)).(map[string]any)
}

func with(t *testing.T, e domain.Event, name string, value any) string {
	t.Helper()
	m := members(t, e)
	if m[name] = value; value == nil {
		delete(m, name)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func without(t *testing.T, e domain.Event, name string) string { return with(t, e, name, nil) }
