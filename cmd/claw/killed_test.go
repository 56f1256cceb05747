package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// claw is a run of the program, in a separate home folder.
func claw(t *testing.T, home string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("claw")
	if err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{Path: program, Args: append([]string{"claw"}, args...), Dir: home,
		Env: append(os.Environ(), "HOME="+home, "USERPROFILE="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "CLAW_LOG=")}
}

// long is a recording that takes an import many commits.
func long(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, `{"type":"user","uuid":"%08x-1111-4222-8333-94a5b6c7d8e9","parentUuid":null,"sessionId":"9b6f0c1e-2f4d-4a57-9b1a-0c6f1d2e3a40",`+
			`"timestamp":"2026-02-02T02:40:01.500Z","message":{"role":"user","content":"Go on, %d."},"isSidechain":false,"userType":"external",`+
			`"cwd":"/home/dev/tidepool","version":"2.1.19","gitBranch":"main"}`+"\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "long.jsonl")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestAKilledImportIsMadeWholeByTheNext kills imports when the log has reached some
// sizes, and imports again: the log holds what one import makes.
func TestAKilledImportIsMadeWholeByTheNext(t *testing.T) {
	recording := long(t)
	whole := t.TempDir()
	if out, err := claw(t, whole, "import", recording, "--json", "--log", "log.db").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := content(t, whole)
	cut := 0
	for _, size := range []int64{1, 200 << 10, 800 << 10} {
		home := t.TempDir()
		killWhen(t, claw(t, home, "import", recording, "--json", "--log", "log.db"), filepath.Join(home, "log.db-wal"), size)
		if _, err := os.Stat(filepath.Join(home, "log.db")); err == nil {
			if n := len(content(t, home)); n > 0 && n < len(want) {
				cut++
			}
		}
		if out, err := claw(t, home, "import", recording, "--json", "--log", "log.db").CombinedOutput(); err != nil {
			t.Fatalf("killed at %d bytes: %v\n%s", size, err, out)
		}
		if diff := cmp.Diff(want, content(t, home)); diff != "" {
			t.Errorf("killed at %d bytes (-want +got):\n%s", size, diff)
		}
	}
	if cut == 0 {
		t.Error("no import was killed between its first event and its last")
	}
}

// killWhen starts a program and kills it when a file has a size, or it has ended.
func killWhen(t *testing.T, cmd *exec.Cmd, file string, size int64) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	for {
		select {
		case <-ended:
			return
		default:
		}
		if info, err := os.Stat(file); err == nil && info.Size() >= size {
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Logf("it had ended: %v", err)
	}
	<-ended
}

// content is what a log says, without what is of the moment: places, times and salts.
func content(t *testing.T, home string) []string {
	t.Helper()
	out, err := claw(t, home, "log", "export", "--log", "log.db").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var e map[string]any
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e["kind"] == "log.opened" {
			continue // of each log its own
		}
		for _, name := range []string{"position", "revision", "recorded_at", "salt", "data_digest"} {
			delete(e, name)
		}
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(b))
	}
	slices.Sort(all)
	return all
}
