//go:build unix

package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNobodyReadsTheAnswer closes the pipe that a verb answers into, as head does: the
// verb ends by the signal for that, or says that it cannot write; it does not break.
func TestNobodyReadsTheAnswer(t *testing.T) {
	home, recording := imported(t)
	for _, line := range []string{"import " + recording, "lanes", "lanes --json", "log read", "log export", "board", "nonsense --json", "help"} {
		t.Run(line, func(t *testing.T) {
			cmd := claw(t, home, append(strings.Fields(line), "--log", "log.db")...)
			var says bytes.Buffer
			cmd.Stdout, cmd.Stderr = closedPipe(t), &says
			_ = cmd.Run()
			checkEnd(t, cmd, says.String())
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if status.Signal() != syscall.SIGPIPE && cmd.ProcessState.ExitCode() < 1 {
				t.Errorf("it ended with %v", cmd.ProcessState)
			}
		})
	}
	if n := len(content(t, home)); n == 0 {
		t.Error("the log holds nothing")
	}
}

// TestNobodyHearsTheErrors gives verbs no error stream, and one on a full device. They
// do what they were asked.
func TestNobodyHearsTheErrors(t *testing.T) {
	home, recording := imported(t)
	program := filepath.Join(t.TempDir(), "claw")
	if err := os.Symlink(claw(t, home).Path, program); err != nil {
		t.Fatal(err)
	}
	redirects := []string{"2>&-"}
	if _, err := os.Stat("/dev/full"); err == nil {
		redirects = append(redirects, "2>/dev/full")
	}
	for _, redirect := range redirects {
		for line, code := range map[string]int{"import " + recording: 0, "status": 0, "lane show nowhere": 1, "nonsense": 2} {
			cmd := exec.Command("sh", "-c", program+" --log log.db "+line+" "+redirect)
			cmd.Dir, cmd.Env = home, claw(t, home).Env
			out, _ := cmd.CombinedOutput()
			checkEnd(t, cmd, string(out))
			if got := cmd.ProcessState.ExitCode(); got != code {
				t.Errorf("%s %s: exit %d, want %d\n%s", line, redirect, got, code, out)
			}
		}
	}
}

// TestAnAnswerThatIsLostIsTold gives verbs a full device as standard output. The failure is
// reported on the error stream, also where programs read: there is no other place.
func TestAnAnswerThatIsLostIsTold(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no device is full")
	}
	defer full.Close()
	home, _ := imported(t)
	for _, line := range []string{"lanes", "lanes --json", "log export", "log export --json", "lane show nowhere --json"} {
		t.Run(line, func(t *testing.T) {
			cmd := claw(t, home, append(strings.Fields(line), "--log", "log.db")...)
			var says bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &says
			_ = cmd.Run()
			if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(says.String(), "error: ") {
				t.Errorf("exit %d, error stream %q", cmd.ProcessState.ExitCode(), &says)
			}
		})
	}
}

// imported is a home with a log of one recording.
func imported(t *testing.T) (home, recording string) {
	t.Helper()
	home, recording = t.TempDir(), filepath.Join("..", "..", "fixtures", "claude-code", "session.jsonl")
	recording, err := filepath.Abs(recording)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := claw(t, home, "import", recording, "--log", "log.db").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return home, recording
}

// closedPipe is a pipe without a reader.
func closedPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func checkEnd(t *testing.T, cmd *exec.Cmd, says string) {
	t.Helper()
	for _, broken := range []string{"panic", "goroutine", "fault of claw"} {
		if strings.Contains(says, broken) {
			t.Errorf("%v: %s", cmd.Args, says)
		}
	}
}

// TestASignalEndsAHookAtOnce interrupts a hook while it still reads the payload of its agent:
// there is nothing that it could finish, and the agent gets no exit code.
func TestASignalEndsAHookAtOnce(t *testing.T) {
	cmd := claw(t, t.TempDir(), "hook", "claude-code")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil { // more than a pipe holds: the hook reads
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
		t.Errorf("the hook ended with %v, want by the signal", cmd.ProcessState)
	}
}
