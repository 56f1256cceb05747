package view_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
)

// TestValuesAreSaidInWords says for people what is an object or a list in a document. A text that looks like
// JSON stays a text: it is not said to be unknown.
func TestValuesAreSaidInWords(t *testing.T) {
	got, err := view.FieldValues(map[string]any{
		"title": domain.NotKnown[string](domain.UnknownNotYet), "forged": `{"unknown":"not_yet"}`, "age": 7,
		"counts": map[string]int{"events": 3, "tool_calls": 1}, "none": map[string]int{}, "sessions": []string{"a/b", "c/d"},
		"standing": map[string]any{"wrote": map[string]any{"state": "paths", "paths": 3}, "tested": map[string]any{"state": "never"}},
		"evidence": []any{map[string]any{"expects": "writes", "at": domain.NotKnown[string](domain.UnknownNoZone)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]view.FieldValue{
		"title": {Value: `{"unknown":"not_yet"}`, Words: "not known (not yet)"}, "forged": {Value: `{"unknown":"not_yet"}`}, "age": {Value: "7"},
		"counts": {Value: `{"events":3,"tool_calls":1}`, Words: "events 3, tool calls 1"}, "none": {Value: "{}", Words: "none"},
		"sessions": {Value: `["a/b","c/d"]`, Words: "a/b, c/d"},
		"standing": {Value: `{"tested":{"state":"never"},"wrote":{"paths":3,"state":"paths"}}`, Words: "tested state never, wrote (paths 3, state paths)"},
		"evidence": {Value: `[{"at":{"unknown":"no_zone"},"expects":"writes"}]`, Words: "(at not known (no zone), expects writes)"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
