package place_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

func init() { children["mounted"] = openMounted }

// openMounted runs in separate namespaces, where any user may mount: it opens a log by a folder
// that is mounted elsewhere, and by its file alone.
func openMounted(t sqlitetest.Task) error {
	folder, single := filepath.Join(t.Name, "folder"), filepath.Join(t.Name, "single.db")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(single, nil, 0o600); err != nil {
		return err
	}
	for from, to := range map[string]string{filepath.Dir(t.Path): folder, t.Path: single} {
		if err := unix.Mount(from, to, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("mount %s: %w", from, err)
		}
	}
	opened := map[string]string{}
	for name, path := range map[string]string{"folder": filepath.Join(folder, filepath.Base(t.Path)), "file": single} {
		l, err := log.Open(context.Background(), path, log.Options{})
		if opened[name] = sqlitetest.Describe(err); err == nil {
			if err := l.Close(); err != nil {
				return err
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(opened)
}

// TestALogWhoseFileAloneIsMountedIsRefused: what SQLite puts beside it would stay outside of its folder.
func TestALogWhoseFileAloneIsMountedIsRefused(t *testing.T) {
	cmd := sqlitetest.Command(t, sqlitetest.Task{Do: "mounted", Path: sqlitetest.LogPath(t, 3), Name: t.TempDir()})
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("a process with mounts of its own: %v", err)
	}
	var got map[string]string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"folder": "", "file": "unmarked policy"}, got); diff != "" {
		t.Errorf("opened (-want +got)\n%s", diff)
	}
}
