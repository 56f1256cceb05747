package clitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// Log is the path of the default log.
func (w *World) Log() string { return w.Path("home/.local/share/claw/log.db") }

// LogBytes are the bytes of the log, its write-ahead log, the read model and the
// search index.
func (w *World) LogBytes() string {
	w.T.Helper()
	files, err := filepath.Glob(w.Log() + "*")
	if err != nil || len(files) < 3 {
		w.T.Fatalf("files of the log: %v, %v", files, err)
	}
	var all strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			w.T.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

// Hold locks the log as another program would, until letGo or the end of the test. The program
// waits a millisecond for it.
func (w *World) Hold() (letGo func()) {
	letGo = w.HoldFile(w.Log())
	w.Env["CLAW_LOG"] = w.Log() // init would make its own
	w.Tune = func(p *app.Program) { p.Patience = time.Millisecond }
	return letGo
}

// HoldFile locks the log in a file as another program would, until letGo or the end of the test.
func (w *World) HoldFile(file string) (letGo func()) {
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		w.T.Fatal(err)
	}
	letGo = func() { _ = conn.Close() }
	w.T.Cleanup(letGo)
	for _, q := range []string{"PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE"} {
		if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
			w.T.Fatal(err)
		}
	}
	return letGo
}

// MarkNewer marks the log as written by a later version of the program.
func (w *World) MarkNewer() {
	conn, err := sqlite.OpenConn(w.Log(), sqlite.OpenReadWrite)
	if err != nil {
		w.T.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA user_version = 1000", nil); err != nil {
		w.T.Fatal(err)
	}
}

// Stream is the stream of a valid id.
func Stream(t *testing.T, s string) domain.StreamID {
	id, err := domain.ParseStreamID(s)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
