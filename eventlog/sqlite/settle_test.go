package sqlite_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// A reader that stops between two events holds no transaction: the write-ahead
// log can be emptied, and what comes later in the same read is still right.
func TestAPausedReaderDoesNotKeepTheWriteAheadLogGrowing(t *testing.T) {
	path := sqlitetest.LogPath(t, 300)
	l := sqlitetest.Open(t, path, log.Options{})
	next, stop := iter.Pull2(l.Read(context.Background(), eventlog.Query{}))
	defer stop()
	for n := 1; n <= 5; n++ {
		if e, err, _ := next(); err != nil || e.Position.Number() != uint64(n) {
			t.Fatalf("event %d: position %d, error %v", n, e.Position.Number(), err)
		}
	}
	for n := 1; n <= 50; n++ {
		d := sqlitetest.Message("large", n)
		d.Data = []byte(`{"role":"user","text":"` + strings.Repeat("x", 100_000) + `"}`)
		if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
	if size := walSize(t, path); size == 0 {
		t.Fatal("nothing is in the write-ahead log: this test shows nothing")
	}
	l.Settle()
	if size := walSize(t, path); size != 0 {
		t.Errorf("the write-ahead log has %d bytes after an idle while, want 0", size)
	}
	for n := 6; n <= 301; n++ {
		if e, err, _ := next(); err != nil || e.Position.Number() != uint64(n) {
			t.Fatalf("event %d: position %d, error %v", n, e.Position.Number(), err)
		}
	}
	if e, err, more := next(); more {
		t.Errorf("after what was there: position %d, error %v", e.Position.Number(), err)
	}
}

func TestAClosedLogIsOneFile(t *testing.T) {
	path := sqlitetest.LogPath(t, 10)
	for _, suffix := range []string{"-wal", "-shm", ".claw-new-*"} {
		if left, err := filepath.Glob(path + suffix); err != nil || len(left) > 0 {
			t.Errorf("%v is left, error %v", left, err)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the log's mode is %v, want that nobody else can read it", info.Mode())
	}
}

func walSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
