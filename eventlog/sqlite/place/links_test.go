package place_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// A folder from a stranger may hold links in the places of the files that a log
// makes beside itself: nothing outside may be written, made or read.
func TestALinkBesideALogIsRefused(t *testing.T) {
	for _, suffix := range []string{"-tick", "-lock", "-wal", "-shm", "-journal"} {
		for name, test := range map[string]struct {
			there bool // what the link leads to
			new   bool // the log is yet to be made
			o     log.Options
		}{
			"to a file, for writing":       {there: true},
			"to a file, for reading":       {there: true, o: log.Options{ReadOnly: true}},
			"to a file, beside a new log":  {there: true, new: true, o: log.Options{Create: true}},
			"to nothing, for writing":      {},
			"to nothing, beside a new log": {new: true, o: log.Options{Create: true}},
		} {
			t.Run(suffix+" "+name, func(t *testing.T) {
				path, outside := filepath.Join(t.TempDir(), "new.claw"), t.TempDir()
				if !test.new {
					path = sqlitetest.LogPath(t, 3)
				}
				if test.there {
					sqlitetest.File([]byte("not yours"))(t, filepath.Join(outside, "target"))
				}
				link(t, filepath.Join(outside, "target"), path+suffix)
				refusedLink(t, path, path+suffix, outside, test.o)
			})
		}
	}
}

// SQLite puts its files beside the file that a link leads to.
func TestALinkBesideWhatALogsNameLeadsToIsRefused(t *testing.T) {
	path, outside := sqlitetest.LogPath(t, 3), t.TempDir()
	sqlitetest.File([]byte("not yours"))(t, filepath.Join(outside, "target"))
	link(t, filepath.Join(outside, "target"), path+"-wal")
	name := filepath.Join(t.TempDir(), "log.db")
	link(t, path, name)
	led, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	refusedLink(t, name, led+"-wal", outside, log.Options{})
}

// refusedLink wants that opening path names the link, and that outside stays as it is.
func refusedLink(t *testing.T, path, link, outside string, o log.Options) {
	t.Helper()
	before := sqlitetest.Folder(t, outside)
	l, err := log.Open(context.Background(), path, o)
	if err == nil {
		_ = l.Close() // it should not be open
	}
	var e *domain.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a typed one", err)
	}
	got := domain.Error{Kind: e.Kind, Operation: e.Operation, Target: e.Target, Hint: e.Hint}
	want := domain.Error{Kind: domain.ErrPolicy, Operation: "open log", Target: link, Hint: "remove the link"}
	if diff := cmp.Diff(want.Error()+want.Hint+string(want.Kind), got.Error()+got.Hint+string(got.Kind)); diff != "" {
		t.Errorf("error (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(before, sqlitetest.Folder(t, outside)); diff != "" {
		t.Errorf("outside changed (-before +after)\n%s", diff)
	}
}

// link puts a link in the place of a file.
func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Remove(at); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}
