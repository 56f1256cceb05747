package cli_test

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/schemas/schematest"
)

// TestGoldenErrorsFitTheirSchema validates every error document under fixtures/errors.
func TestGoldenErrorsFitTheirSchema(t *testing.T) {
	for _, file := range globbed(t, "errors/*.json") {
		var refusal struct{ Document json.RawMessage }
		decode(t, file, &refusal)
		checkGolden(t, file, refusal.Document)
	}
	for _, file := range globbed(t, "errors/verbs/*.json") {
		var refusals map[string]struct{ Document json.RawMessage }
		decode(t, file, &refusals)
		for _, r := range refusals {
			checkGolden(t, file, r.Document)
		}
	}
}

// TestGoldenDocumentsOfRunsFitTheirSchemas validates the expected documents of each named run,
// with the members that the verb of the document adds.
func TestGoldenDocumentsOfRunsFitTheirSchemas(t *testing.T) {
	around := map[string]any{"schema_version": 1, "warnings": []any{}, "as_of": "2026-01-01T00:00:00Z", "as_of_position": 1, "stale": false}
	check := func(file, kind string, document map[string]any) {
		maps.Copy(document, around)
		document["kind"] = kind
		checkGolden(t, file, encoded(t, document))
	}
	for _, kind := range []string{"sessions", "tools", "errors", "usage"} {
		for _, file := range globbed(t, "runs/*/want/"+kind+".json") {
			var document map[string]any
			decode(t, file, &document)
			check(file, kind, document)
		}
	}
	for _, file := range globbed(t, "runs/*/want/lanes.json") {
		var all struct{ Lanes []map[string]any }
		decode(t, file, &all)
		for _, outcome := range all.Lanes {
			outcome["freshness"], outcome["age_ms"] = "unknown", 0
			check(file, "lane_outcome", outcome)
		}
	}
}

func checkGolden(t *testing.T, file string, document []byte) {
	t.Helper()
	if err := schematest.Check(document); err != nil {
		t.Errorf("%s: %v", file, err)
	}
}

// globbed are the fixtures of a pattern; there must be some.
func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(clitest.InRepository("fixtures/" + pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	return files
}

func decode(t *testing.T, file string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(clitest.Read(t, file)), to); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
