package cli_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// withoutModel are the verbs of a log that need no read model.
var withoutModel = []string{"claw approval request", "claw audit tokens", "claw import", "claw log append", "claw log compare", "claw log copy", "claw log backup", "claw log clock reset", "claw log export", "claw log import",
	"claw log read", "claw log restore", "claw log scrub", "claw log stat", "claw log tail", "claw log verify", "claw policy adopt", "claw policy check",
	"claw policy explain", "claw policy init", "claw policy lint", "claw policy show", "claw conformance list", "claw conformance run", "claw report ack", "claw report advertise", "claw report amend", "claw report diff", "claw report list", "claw report verify", "claw report view", "claw ship prepare", "claw signers add", "claw signers list",
	"claw signers remove", "claw state read", "claw trust", "claw token create", "claw token list", "claw token revoke", "claw pinpoint attach", "claw pinpoint file", "claw pinpoint link", "claw pinpoint list", "claw pinpoint move",
	"claw pinpoint rank", "claw pinpoint show", "claw nudge ack", "claw nudge list", "claw nudge send", "claw report status expire", "claw report status list", "claw report status post"}

// withoutLog begin the verbs that read no log, or make their own.
var withoutLog = []string{"claw audit verify", "claw completion", "claw fixtures", "claw help", "claw hooks", "claw init", "claw man", "claw prices", "claw redact", "claw schema", "claw ship hooks", "claw version"}

// TestNoVerbReplacesTheReadModelOfANewerClaw raises the versions of a read model, and runs
// each verb: it refuses by name and appends nothing, or does without.
func TestNoVerbReplacesTheReadModelOfANewerClaw(t *testing.T) {
	w := worldFor(t, "claw pinpoint file")
	w.Must("board")
	newest := raiseModel(w)
	want := modelFiles(w)
	for _, verb := range slices.Sorted(maps.Keys(good)) {
		if slices.ContainsFunc(withoutLog, func(begin string) bool { return strings.HasPrefix(verb, begin) }) {
			continue
		}
		before := len(w.Kinds())
		a := w.Run(commandLine(verb, "--json")...)
		refused := strings.Contains(a.Out, "a newer claw made this read model")
		switch {
		case verb == "claw doctor":
			if a.Code != 1 || !refused || !strings.Contains(a.Out, "update claw") {
				t.Errorf("%s: exit %d\n%s", verb, a.Code, a.Out)
			}
		case slices.Contains(withoutModel, verb):
			if refused || a.Code != 0 {
				t.Errorf("%s: exit %d\n%s", verb, a.Code, a.Out)
			}
		default:
			e, _ := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)
			if a.Code != 6 || e["kind"] != "unavailable" || e["target"] != newest || e["retryable"] != false || !strings.Contains(fmt.Sprint(e["hint"]), "update claw") {
				t.Errorf("%s: exit %d\n%s", verb, a.Code, a.Out)
			}
			if n := len(w.Kinds()); n != before {
				t.Errorf("%s appended %d events", verb, n-before)
			}
		}
		if got := modelFiles(w); !maps.Equal(want, got) {
			t.Fatalf("%s changed the read model", verb)
		}
	}
}

// raiseModel makes the read model one of a newer claw, and returns its file.
func raiseModel(w *clitest.World) string {
	w.T.Helper()
	found, err := filepath.Glob(w.Log() + ".views-????????")
	if err != nil || len(found) == 0 {
		w.T.Fatalf("no read model beside the log: %v", err)
	}
	newest := slices.Max(found)
	conn, err := sqlite.OpenConn(newest, sqlite.OpenReadWrite)
	if err == nil {
		err = sqlitex.ExecuteTransient(conn, "UPDATE meta SET value = '999' || value WHERE name = 'format'", nil)
	}
	if err == nil {
		err = conn.Close()
	}
	if err != nil {
		w.T.Fatal(err)
	}
	return newest
}

// modelFiles are the files of the read model that hold something, by name.
func modelFiles(w *clitest.World) map[string]string {
	w.T.Helper()
	found, err := filepath.Glob(w.Log() + ".views-*")
	if err != nil {
		w.T.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range found {
		if strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-wal") {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			w.T.Fatal(err)
		}
		out[filepath.Base(name)] = string(b[:min(len(b), 1<<20)])
	}
	return out
}
