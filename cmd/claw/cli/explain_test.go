package cli_test

import (
	"strings"
	"testing"
)

// given are members that nothing derived: names, and what others explain.
var given = map[string]bool{"lane": true, "session": true, "because": true, "kind": true, "schema_version": true,
	"warnings": true, "as_of": true, "as_of_position": true, "stale": true}

// counted are members of a session that are sizes of sets which name no events.
var counted = map[string]bool{"messages": true, "compactions": true, "resumes": true, "clears": true, "recorded": true,
	"models": true}

// TestEveryDerivedFieldIsExplained asks about each member of what the board, lane
// outcome and sessions print, and wants a rule and events that the log holds.
func TestEveryDerivedFieldIsExplained(t *testing.T) {
	w := newWorld(t)
	rows := documents(t, w.must("board", "--json").Out)[0]["lanes"].([]any)
	for _, row := range rows {
		row := row.(map[string]any)
		id := row["lane"].(string)
		explained(t, w, id, row)
		explained(t, w, id, documents(t, w.must("lane", "outcome", id, "--json").Out)[0])
	}
	sessions := documents(t, w.must("sessions", "--json").Out)[0]["sessions"].([]any)
	for _, row := range sessions {
		row := row.(map[string]any)
		explained(t, w, row["session"].(string), row)
	}
	if len(rows) < 5 || len(sessions) < 5 {
		t.Fatalf("%d lanes and %d sessions were looked at", len(rows), len(sessions))
	}
}

func explained(t *testing.T, w *world, id string, document map[string]any) {
	t.Helper()
	reasons := map[string]map[string]any{}
	for _, f := range documents(t, w.must("lane", "explain", id, "--json").Out)[0]["fields"].([]any) {
		f := f.(map[string]any)
		reasons[f["field"].(string)] = f
	}
	for member := range document {
		f, ok := reasons[member]
		switch {
		case given[member] || counted[member] && strings.Contains(id, "/"):
			continue
		case !ok:
			t.Errorf("%s: %s is not explained", id, member)
			continue
		case f["rule"] == "" || f["rule_says"] == "":
			t.Errorf("%s: %s has the rule %q, which says %q", id, member, f["rule"], f["rule_says"])
		}
		named := map[any]bool{}
		for _, e := range f["events"].([]any) {
			e := e.(map[string]any)
			if e["missing"] == true {
				t.Errorf("%s: %s names an event that the log does not hold: %v", id, member, e)
			}
			if named[e["id"]] {
				t.Errorf("%s: %s names an event twice: %v", id, member, e)
			}
			named[e["id"]] = true
		}
	}
	if document["actionable"] == true && len(reasons["actionable"]["events"].([]any)) == 0 {
		t.Errorf("%s: that it is actionable rests on no event", id)
	}
	for _, must := range []string{"turns", "first_observed"} {
		if len(reasons[must]["events"].([]any)) == 0 {
			t.Errorf("%s: %s rests on no event", id, must)
		}
	}
}
