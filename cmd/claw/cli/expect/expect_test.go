package expectcmd_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// lane is that of the session of work.
const (
	lane    = "01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	session = `"subject":{"session":"claude-code/s1"},"stream":"session-01KT1GW6G0FXE8CX6BVXYZ3Z7R"`
)

// strict and lax are profiles.
const (
	strict = "version = 1\nname = \"strict\"\nrevision = 3\ncommitted = [\"writes\"]\nwrote = [\"writes\"]\ntested = [\"green:workspace\"]\n"
	lax    = "version = 1\nname = \"lax\"\nrevision = 1\ncommitted = [\"writes\"]\n"
)

// worked is a log with a lane whose session wrote, ran green tests of a package, and committed nothing.
func worked(t *testing.T) *clitest.World {
	t.Helper()
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("strict.toml", strict)
	w.File("lax.toml", lax)
	w.Must("lane", "start", lane, "--json")
	w.Must("lane", "finish", lane, "--json")
	return w
}

func document(w *clitest.World, args ...string) map[string]any {
	return clitest.Documents(w.T, w.Must(append(args, "--json")...).Out)[0]
}

func TestAProfileIsAdoptedAndTakenBack(t *testing.T) {
	w := worked(t)
	if got := w.Must("expect", "show").Out; !strings.Contains(got, "undertaken/2, built in") || !strings.Contains(got, "expects green") {
		t.Errorf("without an adoption: %s", got)
	}
	first := document(w, "expect", "adopt", "strict.toml", "--reason", "we want all of it")
	if first["holds"] != true || len(first["replaces"].([]any)) != 0 {
		t.Errorf("adopted: %v", first)
	}
	second := document(w, "expect", "adopt", "lax.toml", "--reason", "too slow")
	if diff := cmp.Diff([]any{first["event"]}, second["replaces"]); diff != "" {
		t.Errorf("it replaces: -want +got\n%s", diff)
	}
	shown := document(w, "expect", "show")
	last := shown["adoptions"].([]any)[0].(map[string]any)
	got := []any{shown["profile"], shown["built_in"], last["trust"], last["reason"], len(shown["adoptions"].([]any))}
	if diff := cmp.Diff([]any{"lax/1", false, "medium", "too slow", 1}, got); diff != "" {
		t.Errorf("shown: -want +got\n%s", diff)
	}
	document(w, "expect", "adopt", "--built-in", "--reason", "as before")
	if now := document(w, "expect", "show"); now["profile"] != "undertaken/2" || now["built_in"] != true || now["why"] != nil {
		t.Errorf("taken back: %v", now)
	}
}

func TestWhoIsNoPersonAdoptsNothing(t *testing.T) {
	for name, set := range map[string]func(*clitest.World){
		"an agent":                 func(w *clitest.World) { w.Env["CLAUDECODE"] = "1" },
		"a program, without a tty": func(w *clitest.World) { w.Person.Away = true },
	} {
		t.Run(name, func(t *testing.T) {
			w := worked(t)
			before := len(w.Kinds())
			set(w)
			if a := w.Run("expect", "adopt", "lax.toml", "--reason", "easier"); a.Code != 3 || !strings.Contains(a.Err, "a person adopts a profile") {
				t.Errorf("code %d: %s", a.Code, a.Err)
			}
			if after := len(w.Kinds()); after != before {
				t.Errorf("%d events were appended", after-before)
			}
		})
	}
}

// TestTwoLogsThatMeetComeToTheSame adopts a profile in each of two logs, and copies each into the other.
func TestTwoLogsThatMeetComeToTheSame(t *testing.T) {
	a, b := worked(t), worked(t)
	a.Must("expect", "adopt", "strict.toml", "--reason", "a")
	b.Must("expect", "adopt", "lax.toml", "--reason", "b")
	of := func(w *clitest.World) string { return w.Must("log", "export").Out }
	fromA, fromB := of(a), of(b)
	a.File("other.jsonl", fromB)
	b.File("other.jsonl", fromA)
	for name, w := range map[string]*clitest.World{"a": a, "b": b} {
		w.Must("log", "import", "other.jsonl")
		if d := document(w, "expect", "show"); d["profile"] != "undertaken/2" || d["why"] != "contested" || len(d["adoptions"].([]any)) != 2 {
			t.Errorf("log %s: %v", name, d)
		}
		if got := w.Must("board").Err; !strings.Contains(got, "claw expect adopt settles it") {
			t.Errorf("the board of log %s says %q", name, got)
		}
		if got := w.Run("doctor").Out; !strings.Contains(got, "claw expect show names the adoptions") {
			t.Errorf("the doctor of log %s says %q", name, got)
		}
		if d := document(w, "expect", "adopt", "lax.toml", "--reason", "agreed"); d["holds"] != true {
			t.Errorf("log %s: %v", name, d)
		}
	}
}

// TestARawAppendAdoptsNothing appends the event of an adoption as a draft.
func TestARawAppendAdoptsNothing(t *testing.T) {
	w := worked(t)
	w.File("draft.jsonl", `{"kind":"expects.adopted","stream":"log-01KT1GW6G0FXE8CX6BVXYZ3Z7R","data":{"reason":"x"}}`+"\n")
	if a := w.Run("log", "append", "draft.jsonl"); a.Code != 3 {
		t.Errorf("code %d: %s%s", a.Code, a.Out, a.Err)
	}
}
