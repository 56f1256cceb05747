package lookcmd_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// given are members that nothing derived: names, and what others explain.
var given = map[string]bool{"because": true, "kind": true, "schema_version": true,
	"warnings": true, "as_of": true, "as_of_position": true, "stale": true}

// TestEveryDerivedFieldIsExplained explains each member of what the board, lane
// outcome and sessions print, and wants a rule and events that the log holds.
func TestEveryDerivedFieldIsExplained(t *testing.T) {
	w := clitest.New(t)
	w.In = `{"kind":"turn.started","stream":"session-01KJSESXM0FXE8CX6BVXYZ3Z7R","subject":{"session":"claude-code/begun-before","turn":"t"},"data":{}}` + "\n"
	w.Must("log", "append") // a session whose creation is not recorded
	laneFields := append(fieldsOf(t, w, "board", "store.BoardRow"), fieldsOf(t, w, "lane_outcome", "")...)
	sessionFields := fieldsOf(t, w, "sessions", "store.SessionRow")
	rows := clitest.Documents(t, w.Must("board", "--json").Out)[0]["lanes"].([]any)
	for _, row := range rows {
		row := row.(map[string]any)
		id := row["lane"].(string)
		of := explained(t, w, "lane", id, row)
		explained(t, w, "lane", id, clitest.Documents(t, w.Must("lane", "outcome", id, "--json").Out)[0])
		for field := range of {
			if !slices.Contains(laneFields, field) && field != "settled" { // an outcome shows that only by its reason
				t.Errorf("%s: %s is explained, and no document has it", id, field)
			}
		}
	}
	sessions := clitest.Documents(t, w.Must("sessions", "--json").Out)[0]["sessions"].([]any)
	for _, row := range sessions {
		row := row.(map[string]any)
		for field := range explained(t, w, "session", row["session"].(string), row) {
			if !slices.Contains(sessionFields, field) {
				t.Errorf("%v: %s is explained, and no document has it", row["session"], field)
			}
		}
	}
	if len(rows) < 5 || len(sessions) < 5 {
		t.Fatalf("%d lanes and %d sessions were looked at", len(rows), len(sessions))
	}
}

// fieldsOf are the members that the schema of a document gives to it, or to a part of it.
func fieldsOf(t *testing.T, w *clitest.World, document, part string) []string {
	t.Helper()
	of := clitest.Documents(t, w.Must("schema", "show", document, "--json").Out)[0]["schema"].(map[string]any)
	if part != "" {
		of = of["$defs"].(map[string]any)[part].(map[string]any)
	}
	return slices.Collect(maps.Keys(of["properties"].(map[string]any)))
}

// explained holds the members of a document to the reasons for them, by field, which it returns.
func explained(t *testing.T, w *clitest.World, what, id string, document map[string]any) map[string]map[string]any {
	t.Helper()
	reasons := map[string]map[string]any{}
	for _, f := range clitest.Documents(t, w.Must("lane", "explain", id, "--json").Out)[0]["fields"].([]any) {
		f := f.(map[string]any)
		reasons[f["field"].(string)] = f
	}
	for member := range document {
		f, ok := reasons[member]
		switch {
		case given[member] || member == what:
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
	belongs := map[string]string{"lane": "sessions", "session": "lane"}[what]
	for _, must := range []string{"turns", "first_observed", "agent", belongs} {
		if len(reasons[must]["events"].([]any)) == 0 {
			t.Errorf("%s: %s rests on no event", id, must)
		}
	}
	return reasons
}

// TestAFieldWithoutAValueIsExplained asks about fields that nothing decides, and about one that no
// document has.
func TestAFieldWithoutAValueIsExplained(t *testing.T) {
	w := clitest.New(t)
	unended := ""
	for _, row := range clitest.Documents(t, w.Must("lanes", "--json").Out)[0]["lanes"].([]any) {
		id := row.(map[string]any)["lane"].(string)
		if clitest.Documents(t, w.Must("lane", "outcome", id, "--json").Out)[0]["trust"] == nil {
			unended = id
		}
	}
	for field, want := range map[string][2]string{
		"trust":       {"not_found", "there is no recorded ending of this lane that could be trusted"},
		"disposition": {"not_found", "nothing that is recorded of this lane decides it"},
		"trusts":      {"usage", "there is no such derived field here"},
	} {
		refused := clitest.Documents(t, w.Run("lane", "explain", unended, field, "--json").Out)[0]["error"].(map[string]any)
		if refused["kind"] != want[0] || refused["message"] != want[1] {
			t.Errorf("%s: %v", field, refused)
		}
	}
	for _, f := range clitest.Documents(t, w.Must("lane", "explain", clitest.SettledLane, "--json").Out)[0]["fields"].([]any) {
		if f := f.(map[string]any); (f["field"] == "cost" || f["field"] == "proof") && f["value"] == "" {
			t.Errorf("%s has no value", f["field"])
		}
	}
}

// TestAnUnknownTimeZoneIsAWarning names time zones, where the machine's is UTC.
func TestAnUnknownTimeZoneIsAWarning(t *testing.T) {
	w := clitest.New(t)
	for zone, warned := range map[string]bool{"": false, "UTC": false, ":UTC": false, "Nowhere/Else": true} {
		w.Env["TZ"] = zone
		for _, line := range []string{"sessions", "usage --by day", "timeline " + clitest.BoundSession} {
			said := w.Must(strings.Fields(line)...).Err
			if times := strings.Count(said, "knows no such time zone"); times > 1 || (times == 1) != warned {
				t.Errorf("TZ=%s claw %s says %q", zone, line, said)
			}
		}
	}
}
