package sqlite_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

func init() {
	children["look only"] = func(t sqlitetest.Task) error {
		return json.NewEncoder(os.Stdout).Encode(look(t.Path, log.Options{ReadOnly: true}))
	}
}

// A verb that only reads opens the log for reading: that must need no right to write.
func TestALogThatMayNotBeWrittenIsReadAndItsFolderLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for name, test := range map[string]struct {
		file, folder os.FileMode
		killed, used bool // a write-ahead log is there; our own side files are
	}{
		"a folder that may only be read":                     {0o644, 0o555, false, false},
		"a folder that may only be read, with a log in use":  {0o644, 0o555, true, true},
		"a folder that may only be read, with a closed log":  {0o644, 0o555, false, true},
		"a folder that may only be read, left unclosed":      {0o644, 0o555, true, false},
		"a log of another user in a folder of theirs":        {0o644, 0o755, false, true},
		"a log of another user in a folder open to everyone": {0o444, 0o777, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			base := openTo(t, t.TempDir())
			dir := filepath.Join(base, "logs")
			makeFolder(t, dir)
			path := permissionLog(t, dir, test.killed)
			if test.used {
				for _, suffix := range []string{"-tick", "-lock"} {
					if err := os.WriteFile(path+suffix, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, suffix := range []string{"", "-wal", "-tick", "-lock"} {
				if err := os.Chmod(path+suffix, test.file); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			before := sqlitetest.Folder(t, dir)
			if err := os.Chmod(dir, test.folder); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			want := seen{Events: 7, Append: "read-only filesystem EACCES"}
			if diff := cmp.Diff(want, lookAsNobody(t, base, sqlitetest.Task{Do: "look only", Path: path})); diff != "" {
				t.Errorf("outcome (-want +got)\n%s", diff)
			}
			if test.folder&0o002 != 0 {
				return // the shared files of SQLite may be there
			}
			if diff := cmp.Diff(before, sqlitetest.Folder(t, dir)); diff != "" {
				t.Errorf("the folder changed (-before +after)\n%s", diff)
			}
		})
	}
}
