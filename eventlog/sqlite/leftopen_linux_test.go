package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// openWithin are the files in dir, also removed ones, that this process has open.
func openWithin(t *testing.T, dir string) (open []string) {
	t.Helper()
	numbers, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		// The folder that was read has its own number, which is closed by now.
		if file, err := os.Readlink(filepath.Join("/proc/self/fd", n.Name())); err == nil && strings.HasPrefix(file, dir) {
			open = append(open, file)
		}
	}
	return open
}

// A connection that stays open to a file, or to a private copy that shares its content,
// would be found by the next log that is opened in its place, with what it remembers.
func TestALogThatCannotBeReadLeavesNothingOpenAndNoCopy(t *testing.T) {
	logs := map[string]sqlitetest.Files{"closed": sqlitetest.Snapshot(t, smallPages(t)), "killed": killedAt(t, smallPages(t), 4)}
	dir := sqlitetest.MemoryDir(t)
	copies := filepath.Join(dir, "copies")
	t.Setenv("TMPDIR", copies)
	if err := os.Mkdir(copies, 0o700); err != nil {
		t.Fatal(err)
	}
	const page = 512
	refused := 0
	for name, whole := range logs {
		for at := page; at < len(whole[""]); at += page {
			spoiled := sqlitetest.Files{"-wal": whole["-wal"], "-tick": whole["-tick"], "-lock": whole["-lock"]}
			content := append([]byte(nil), whole[""]...)
			clear(content[at : at+page])
			spoiled[""] = content
			if lines, err := sqlitetest.Export(spoiled.Write(t, dir)); err != nil && len(lines) == 0 {
				refused++
			}
			if open := openWithin(t, dir); len(open) > 0 {
				t.Errorf("%s, without page %d: %q", name, at/page+1, open)
			}
			if stay, err := os.ReadDir(copies); err != nil || len(stay) > 0 {
				t.Errorf("%s, without page %d: %d copies stay: %v", name, at/page+1, len(stay), err)
			}
		}
	}
	if refused == 0 {
		t.Error("each of the logs could be read in part")
	}
}
