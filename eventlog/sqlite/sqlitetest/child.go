package sqlitetest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

// Tests that need several processes start this test binary again; the
// environment says what the process is to do.
const childVariable = "CLAW_SQLITE_TEST_CHILD"

// Task is what a child process does.
type Task struct {
	Do      string // one of the ways that Main was given, append or create
	Path    string
	Name    string // of the session it appends to
	Count   int    // appends; 0: until it is killed
	OneShot bool   // opens and leaves the log for each append
	Hold    bool   // does not end until it is killed
}

// Main runs the tests of a package, or what this process is to do as a child: one of ways, by
// the name in its task, or append or create.
func Main(m *testing.M, ways map[string]func(Task) error) {
	encoded := os.Getenv(childVariable)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var t Task
	err := json.Unmarshal([]byte(encoded), &t)
	if err == nil {
		switch do, ok := ways[t.Do]; {
		case ok:
			err = do(t)
		case t.Do == "append":
			err = appendEvents(t)
		case t.Do == "create":
			err = createLog(t)
		default:
			err = fmt.Errorf("no way of doing %q", t.Do)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Child starts a process for todo; its standard output is in lines.
func Child(t testing.TB, todo Task) (cmd *exec.Cmd, lines *bufio.Scanner) {
	t.Helper()
	cmd = Command(t, todo)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, bufio.NewScanner(out)
}

// Command is the process of Child, not started yet.
func Command(t testing.TB, todo Task) *exec.Cmd {
	t.Helper()
	encoded, err := json.Marshal(todo)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childVariable+"="+string(encoded))
	cmd.Stderr = os.Stderr
	return cmd
}

// appendEvents appends and prints the position of each acknowledged event.
func appendEvents(t Task) error {
	var l *log.Log
	for n := 1; t.Count == 0 || n <= t.Count; n++ {
		if l == nil {
			var err error
			if l, err = log.Open(context.Background(), t.Path, log.Options{Create: true}); err != nil {
				return err
			}
		}
		d := Message(t.Name, n)
		receipts, err := l.Append(context.Background(), d.Stream, eventlog.At(domain.Revision(n-1)), []domain.Draft{d})
		if err != nil {
			return err
		}
		fmt.Println(n, receipts[0].Position.Number())
		if t.OneShot {
			if err := l.Detach(); err != nil {
				return err
			}
			l = nil
		}
	}
	if t.Hold {
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	}
	return nil
}

// createLog opens with Create and prints the log's id.
func createLog(t Task) error {
	l, err := log.Open(context.Background(), t.Path, log.Options{Create: true, Name: t.Name})
	if err != nil {
		return err
	}
	head, err := l.Head(context.Background())
	if err != nil {
		return err
	}
	fmt.Println(head.ID, head.Name)
	return l.Close()
}
