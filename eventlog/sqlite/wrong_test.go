package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// seen is what can be done with a log.
type seen struct {
	Open, Append string // describe of the errors
	Events       int
	Read         string
}

// look does with a log what can be done.
func look(path string, o log.Options) (s seen) {
	ctx := context.Background()
	l, err := log.Open(ctx, path, o)
	if s.Open = sqlitetest.Describe(err); err != nil {
		return s
	}
	for _, err := range l.Read(ctx, eventlog.Query{}) {
		if s.Read = sqlitetest.Describe(err); err == nil {
			s.Events++
		}
	}
	d := sqlitetest.Message("looked", 1)
	_, err = l.Append(ctx, d.Stream, eventlog.Any, []domain.Draft{d})
	s.Append = sqlitetest.Describe(err)
	if err := l.Close(); err != nil {
		s.Open = sqlitetest.Describe(err)
	}
	return s
}

func TestWhatIsNoLogIsNamedAndLeftAlone(t *testing.T) {
	text := bytes.Repeat([]byte("All work and no play.\n"), 100)
	for name, test := range map[string]struct {
		make func(t *testing.T, path string)
		o    log.Options
		want seen
	}{
		"no file":                       {func(*testing.T, string) {}, log.Options{}, seen{Open: "not found not_found ENOENT"}},
		"no file, for reading":          {func(*testing.T, string) {}, log.Options{ReadOnly: true, Create: true}, seen{Open: "not found not_found ENOENT"}},
		"a folder":                      {makeFolder, log.Options{}, seen{Open: "unmarked filesystem EISDIR"}},
		"a folder, to create a log in":  {makeFolder, log.Options{Create: true}, seen{Open: "unmarked filesystem EISDIR"}},
		"a text file":                   {sqlitetest.File(text), log.Options{}, seen{Open: "corrupt corrupt"}},
		"a text file, to create a log":  {sqlitetest.File(text), log.Options{Create: true}, seen{Open: "corrupt corrupt"}},
		"a short text file":             {sqlitetest.File(text[:10]), log.Options{}, seen{Open: "corrupt corrupt"}},
		"an empty file":                 {sqlitetest.File(nil), log.Options{Create: true}, seen{Open: "corrupt corrupt"}},
		"another application's SQLite":  {otherDatabase, log.Options{}, seen{Open: "corrupt corrupt"}},
		"another's SQLite, to create a": {otherDatabase, log.Options{Create: true}, seen{Open: "corrupt corrupt"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "log.claw")
			test.make(t, path)
			before := sqlitetest.Folder(t, dir)
			if diff := cmp.Diff(test.want, look(path, test.o)); diff != "" {
				t.Errorf("outcome (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(before, sqlitetest.Folder(t, dir)); diff != "" {
				t.Errorf("the folder changed (-before +after)\n%s", diff)
			}
		})
	}
}

func TestALogInAFolderThatIsNotThereNamesTheFolder(t *testing.T) {
	got := look(filepath.Join(t.TempDir(), "missing", "log.claw"), log.Options{Create: true})
	if diff := cmp.Diff(seen{Open: "not found filesystem ENOENT"}, got); diff != "" {
		t.Errorf("outcome (-want +got)\n%s", diff)
	}
}

func TestALogThatMayOnlyBeRead(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, path string)
		o      log.Options
		want   seen
	}{
		"opened for reading":        {func(*testing.T, string) {}, log.Options{ReadOnly: true}, seen{Events: 4, Append: "read-only usage"}},
		"written by a newer claw":   {newerVersion, log.Options{}, seen{Events: 4, Append: "read-only unavailable"}},
		"a newer one, for creating": {newerVersion, log.Options{Create: true}, seen{Events: 4, Append: "read-only unavailable"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 3)
			test.change(t, path)
			before := sqlitetest.Snapshot(t, path)[""]
			if diff := cmp.Diff(test.want, look(path, test.o)); diff != "" {
				t.Errorf("outcome (-want +got)\n%s", diff)
			}
			if !bytes.Equal(before, sqlitetest.Snapshot(t, path)[""]) {
				t.Error("the file changed")
			}
		})
	}
}

func TestADamagedWriteAheadLogIsReadAndKept(t *testing.T) {
	killed := killedLog(t, 20)
	dir := t.TempDir()
	whole, err := sqlitetest.Export(killed.Write(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	wal := bytes.Clone(killed["-wal"])
	wal[len(wal)/2] ^= 4
	path := sqlitetest.Files{"": killed[""], "-wal": wal, "-tick": killed["-tick"]}.Write(t, dir)
	for range 3 {
		got := look(path, log.Options{})
		if got.Append != "read-only corrupt" || got.Read != "corrupt corrupt" || got.Events < 10 {
			t.Errorf("outcome %+v, want most events, then corrupt", got)
		}
		if after := sqlitetest.Snapshot(t, path); !bytes.Equal(after["-wal"], wal) || !bytes.Equal(after[""], killed[""]) {
			t.Fatal("the files changed")
		}
	}
	lines, err := sqlitetest.Export(path)
	if err == nil || !bytes.HasPrefix(whole, lines) {
		t.Errorf("export of %d bytes, error %v", len(lines), err)
	}
}

func TestAppendsToADamagedLogSayWhatIsWrong(t *testing.T) {
	killed := killedLog(t, 6)
	killed["-wal"][5000] ^= 1
	l := sqlitetest.Open(t, killed.Write(t, t.TempDir()), log.Options{})
	d := sqlitetest.Message("late", 1)
	_, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
	if !errors.Is(err, eventlog.ErrReadOnly) || !errors.Is(err, eventlog.ErrCorrupt) {
		t.Errorf("error %v, want read-only because corrupt", err)
	}
}

func makeFolder(t *testing.T, path string) {
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func otherDatabase(t *testing.T, path string) {
	sqlitetest.Change(t, path, "CREATE TABLE notes (text TEXT)", "INSERT INTO notes VALUES ('keep me')")
}

func newerVersion(t *testing.T, path string) { sqlitetest.Change(t, path, "PRAGMA user_version = 9") }
