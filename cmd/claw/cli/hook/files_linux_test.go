package hookcmd_test

import (
	"fmt"
	"os"
	"testing"
)

// TestAHookReadsNoFileWithoutARule counts the bytes that the process reads, of a script that
// holds many: only a call that a rule holds back is looked at.
func TestAHookReadsNoFileWithoutARule(t *testing.T) {
	const many = 64 << 20
	w := scripted(t, deploys)
	if err := os.Truncate(w.Path("x.sh"), many); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		command string
		reads   bool
	}{{"sh x.sh", false}, {"cat x.sh", false}, {"bash x.sh", true}, {"bash x.sh", false}} { // and what waits for a grant is not looked at again
		before := bytesRead(t)
		decided, _ := w.Call("PreToolUse", ".", row.command)
		if read := bytesRead(t) - before; (read > many/2) != row.reads {
			t.Errorf("%s: %q after %d bytes", row.command, decided, read)
		}
	}
}

func bytesRead(t *testing.T) (n int) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}
