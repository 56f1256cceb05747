package lookcmd_test

import (
	"fmt"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestWhatOnlyNamesALaneOrASessionMakesNone appends events that name a session or a lane without
// other events: no list has a row of it, and no decision about it is possible.
func TestWhatOnlyNamesALaneOrASessionMakesNone(t *testing.T) {
	const stream = "01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	const oid = "1111111111111111111111111111111111111111"
	commit := `{"kind":"commit.observed","stream":"repo-` + stream + `","subject":{"session":"codex/none"},"data":{"commit":"` + oid + `","tree":"` + oid +
		`","parents":[],"author":{"name":"a","email":"a@b"},"committer":{"name":"a","email":"a@b"},"session":"codex/none"}}`
	for name, draft := range map[string]string{
		"a binding":                      `{"kind":"lane.ownership_bound","stream":"lane-` + stream + `","subject":{"session":"codex/none"},"data":{"lane":"` + stream + `","session":"codex/none"}}`,
		"a binding in its payload alone": `{"kind":"lane.ownership_bound","stream":"lane-` + stream + `","data":{"lane":"` + stream + `","session":"codex/none"}}`,
		"a commit":                       commit,
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.Must("init", "--user")
			w.File("draft.jsonl", draft+"\n")
			w.Must("log", "append", "draft.jsonl")
			for _, verb := range []string{"sessions", "lanes", "board"} {
				if total := clitest.Documents(t, w.Must(verb, "--json").Out)[0]["total"]; total != 0.0 {
					t.Errorf("claw %s lists %v", verb, total)
				}
			}
			before := fmt.Sprint(w.Kinds())
			for _, line := range [][]string{{"lane", "close", stream}, {"lane", "show", stream}, {"lane", "bind", stream, "codex/none"}, {"lane", "settle", stream, "--event", stream, "--reason", "x"}} {
				a := w.Run(append(line, "--json")...)
				if kind := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)["kind"]; a.Code != 1 || kind != "not_found" {
					t.Errorf("claw %v: exit %d, %v", line, a.Code, kind)
				}
			}
			if after := fmt.Sprint(w.Kinds()); after != before {
				t.Errorf("the log holds %s, held %s", after, before)
			}
		})
	}
}

// TestABoundSessionIsInItsLaneWhereverTheLaneIsNew binds a session of the log to a new lane.
func TestABoundSessionIsInItsLaneWhereverTheLaneIsNew(t *testing.T) {
	w := clitest.New(t)
	const fresh = "01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	w.Must("lane", "bind", fresh, clitest.BoundSession)
	lane := clitest.Documents(t, w.Must("lane", "outcome", fresh, "--json").Out)[0]
	if sessions := fmt.Sprint(clitest.Members(lane["sessions"], "session")); sessions != "["+clitest.BoundSession+"]" {
		t.Errorf("the lane holds %s", sessions)
	}
}
