package entire_test

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/entire"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/entire"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, entire.New(), fixtures, *update) }

// join is a row of what ties a session to its checkpoints, without the day that the
// first versions wrote before a session's id.
type join struct{ Checkpoint, Session string }

// joins returns what the reader reports about a document.
func joins(t *testing.T, content []byte) (out []join) {
	t.Helper()
	for _, r := range readertest.Read(t, entire.New(), content) {
		for _, d := range r.Drafts {
			var p domain.SessionIdentityEnriched
			if d.Kind != p.Kind() {
				continue
			}
			if err := json.Unmarshal(d.Data, &p); err != nil {
				t.Fatal(err)
			}
			_, session := d.Session().Split()
			out = append(out, join{strings.TrimPrefix(string(p.Checkpoint.ID), "entire/"), session})
		}
	}
	return out
}

// hold checks every document: the session that it names is recorded with its checkpoint,
// and nothing else is.
func hold(t *testing.T, content []byte) {
	t.Helper()
	var m struct {
		Checkpoint_id, Session_id string
	}
	if err := json.Unmarshal(content, &m); err != nil {
		t.Fatal(err)
	}
	got := joins(t, content)
	if m.Session_id == "" {
		if len(got) > 0 {
			t.Errorf("tells %v of no session", got)
		}
	} else if len(got) != 1 || got[0].Checkpoint != m.Checkpoint_id || !strings.HasSuffix(m.Session_id, got[0].Session) {
		t.Errorf("tells %v of %v", got, m)
	}
	readertest.Again(t, entire.New(), content)
	readertest.Cuts(t, entire.New(), content, 40)
}

func TestTheFixturesTieSessionsToCheckpoints(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.json") {
		t.Run(name, func(t *testing.T) {
			hold(t, content)
			readertest.Slowly(t, entire.New(), content)
			readertest.Doubled(t, entire.New(), content)
		})
	}
}

func TestEveryRecordingTiesSessionsToCheckpoints(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "entire-checkpoint", "TestTheFixturesTieSessionsToCheckpoints") {
		if is := strings.HasSuffix(name, "metadata.json"); is != readertest.Sniffed(entire.New(), content) {
			t.Errorf("%s: claimed %t", name, !is)
		} else if is {
			t.Run(name, func(t *testing.T) { hold(t, content) })
		}
	}
}

// TestTheAnswerKeysAgree reads which commits name which checkpoints: each of these
// checkpoints is recorded with a session that it saved.
func TestTheAnswerKeysAgree(t *testing.T) {
	files := readertest.Shared(t, shared, "entire-checkpoint", "TestTheFixturesTieSessionsToCheckpoints")
	told, named := map[string]bool{}, map[string]bool{}
	for name, content := range files {
		if strings.HasSuffix(name, "metadata.json") {
			for _, j := range joins(t, content) {
				told[j.Checkpoint] = true
			}
		}
		if rows, is := strings.CutPrefix(string(content), "checkpoint\t"); is && strings.HasSuffix(name, ".tsv") {
			for _, row := range strings.Split(strings.TrimSpace(rows), "\n")[1:] {
				checkpoint, _, _ := strings.Cut(row, "\t")
				named[checkpoint] = true
			}
		}
	}
	if diff := cmp.Diff(named, told); diff != "" || len(named) != 28 {
		t.Errorf("%d checkpoints are named by commits, want 28 (-named by commits +told):\n%s", len(named), diff)
	}
}

func TestSessionsAreThoseOfTheirAgents(t *testing.T) {
	for _, row := range []struct {
		name, agent, own string
		want             domain.SessionID
	}{
		{"an agent's own id", "Claude Code", "a318ad73-17a2-4575-845d-8952a1e5958b", "claude-code/a318ad73-17a2-4575-845d-8952a1e5958b"},
		{"a day before it", "Claude Code", "2026-01-06-488c5296-fc78-4fdf-8cfd-f1cae9454bd0", "claude-code/488c5296-fc78-4fdf-8cfd-f1cae9454bd0"},
		{"no day before an id as long", "OpenCode", strings.Repeat("x", 47), domain.SessionID("opencode/" + strings.Repeat("x", 47))},
		{"no agent", "", "2026-01-06-488c5296-fc78-4fdf-8cfd-f1cae9454bd0", "entire/2026-01-06-488c5296-fc78-4fdf-8cfd-f1cae9454bd0"},
		{"an agent that is not known", "Oracle", "s", "entire/s"},
	} {
		t.Run(row.name, func(t *testing.T) {
			doc, err := json.Marshal(map[string]string{"checkpoint_id": "c", "strategy": "s", "agent": row.agent, "session_id": row.own})
			if err != nil {
				t.Fatal(err)
			}
			if got := readertest.Read(t, entire.New(), doc)[0].Drafts[0].Session(); got != row.want {
				t.Errorf("session %s, want %s", got, row.want)
			}
		})
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a session's document", "{\n  \"checkpoint_id\": \"c\",\n  \"session_id\": \"s\",\n  \"strategy\": \"manual-commit\"", true},
		{"a checkpoint's", `{"checkpoint_id":"c","strategy":"manual-commit","sessions":[]}`, true},
		{"another tool's checkpoint", `{"checkpoint_id":"c","step":1}`, false},
		{"a session of claw-code", `{"type":"session_meta","session_id":"s","created_at_ms":1,"version":1}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(entire.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.json") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, entire.New(), content) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, entire.New(), fixtures+"/*.json", readertest.Apart{})
}
