package hookcmd_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/eventlog/engine"
)

// commits counts the transactions of a log while it is open elsewhere: the third word of
// what its readers share.
func commits(t *testing.T, w *clitest.World) uint32 {
	t.Helper()
	shared, err := os.ReadFile(w.Log() + "-shm")
	if err != nil {
		t.Fatal(err)
	}
	return binary.NativeEndian.Uint32(shared[8:])
}

// TestWhatACallSaysAndWhatIsRuledShareACommit counts the commits that agents wait for. A request
// or a use of an approval follows the call that needs it.
func TestWhatACallSaysAndWhatIsRuledShareACommit(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", clitest.Rules)
	w.Must("policy", "adopt", "policy.toml")
	log, err := engine.Open(t.Context(), "sqlite:"+w.Log(), engine.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for _, call := range []struct {
		what, command string
		want          uint32
	}{
		{"what no rule meets", "ls", 1},
		{"what is allowed", "git add x", 1},
		{"what asks", "npm install x", 1},
		{"what is never let through", "git filter-branch x", 1},
		{"what is held back for the first time", "git push", 3},
		{"what is held back again", "git push", 1},
	} {
		before := commits(t, w)
		w.Hook(clitest.Bash("PreToolUse", call.command), "claude-code", "--enforce")
		if got := commits(t, w) - before; got != call.want {
			t.Errorf("%s: %d commits, want %d", call.what, got, call.want)
		}
	}
}

// TestARulingThatTakesLongHoldsNoFactsBack has a ruling that continues once the call is in the
// spool: the call precedes the ruling.
func TestARulingThatTakesLongHoldsNoFactsBack(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File(".claw/policy.toml", clitest.Rules)
	w.Tune = func(p *app.Program) {
		p.Environ = func() []string { // what the ruling binds
			for len(waiting(t, w)) == 0 && t.Context().Err() == nil {
				runtime.Gosched()
			}
			return nil
		}
	}
	got := w.Hook(clitest.Bash("PreToolUse", "git filter-branch x"), "claude-code", "--enforce")
	w.Tune = nil
	if got, reason := clitest.Decision(t, got); got != "deny" {
		t.Errorf("%q: %s", got, reason)
	}
	for len(waiting(t, w)) > 0 { // what the hook gave up may still be about them
		w.Kinds()
	}
	if diff := cmp.Diff([]string{"tool.requested", "policy.evaluated", "policy.action_blocked", "tool.denied"}, w.Kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// waiting are the files in the spool.
func waiting(t *testing.T, w *clitest.World) []string {
	t.Helper()
	files, err := filepath.Glob(w.Path("home/.local/state/claw/spool/*/*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}
