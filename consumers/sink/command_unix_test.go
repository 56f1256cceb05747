//go:build unix

package sink_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/domain"
)

// TestACommandThatHangsEndsWithWhatItStarted has the child of a command hold a pipe, which ends with the child.
func TestACommandThatHangsEndsWithWhatItStarted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	const script = `(trap '' TERM; echo begun; exec sleep 1000) > "$0" 2>&1 & wait`
	err = sender(t, &sink.Config{Kind: sink.KindCommand, Argv: []string{"/bin/sh", "-c", script, path}, Timeout: time.Second}).Send(t.Context(), outcome())
	if domain.KindOf(err) != domain.ErrDelivery {
		t.Errorf("%v", err)
	}
	if err := held.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(held); err != nil || string(said) != "begun\n" {
		t.Errorf("the child goes on: %q, %v", said, err)
	}
}
