package sqlite_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

// Tests that need several processes start this test binary again; the
// environment says what the process is to do.
const childVariable = "CLAW_SQLITE_TEST_CHILD"

// task is what a child process does.
type task struct {
	Do      string // a name in children
	Path    string
	Name    string // of the session it appends to
	Count   int    // appends; 0: until it is killed
	OneShot bool   // opens and leaves the log for each append
	Hold    bool   // does not end until it is killed
}

var children = map[string]func(task) error{
	"append": appendEvents,
	"create": createLog,
	"erase":  eraseEvents,
	"write":  writeHalf,
}

func TestMain(m *testing.M) {
	encoded := os.Getenv(childVariable)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var t task
	err := json.Unmarshal([]byte(encoded), &t)
	if err == nil {
		err = children[t.Do](t)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child starts a process for t; its standard output is in lines.
func child(t testing.TB, todo task) (cmd *exec.Cmd, lines *bufio.Scanner) {
	t.Helper()
	encoded, err := json.Marshal(todo)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(exe)
	cmd.Env = append(os.Environ(), childVariable+"="+string(encoded))
	cmd.Stderr = os.Stderr
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

// message is the n-th message of a session: the same arguments give the same draft.
func message(session string, n int) domain.Draft {
	id, key := domain.MakeSessionID("test", session), strconv.Itoa(n)
	data, err := eventlog.Encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf("message " + key)})
	if err != nil {
		panic(err)
	}
	return domain.Draft{
		ID: domain.RecordEventID(time.Time{}, "test", session, key, ""), Kind: "message.recorded", Version: 1,
		Stream: id.Stream(), Emitter: domain.EmitterID("import/test/" + session), Epoch: id.Epoch(),
		Seq: uint64(n), SeqKind: domain.SeqOrdinal, Subject: domain.Subject{Session: domain.Known(id)},
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}, Data: data,
	}
}

// appendEvents appends and prints the position of each acknowledged event.
func appendEvents(t task) error {
	var l *log.Log
	for n := 1; t.Count == 0 || n <= t.Count; n++ {
		if l == nil {
			var err error
			if l, err = log.Open(context.Background(), t.Path, log.Options{Create: true}); err != nil {
				return err
			}
		}
		d := message(t.Name, n)
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
func createLog(t task) error {
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
