package sqlite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

func init() {
	children["full"] = fillDisk
	children["look"] = func(t sqlitetest.Task) error { return json.NewEncoder(os.Stdout).Encode(look(t.Path, log.Options{})) }
}

// diskStory is what happened on a disk of 2 MiB.
type diskStory struct {
	Refused       string // the append that did not fit
	Acknowledged  int    // events, before it
	Readable      int    // with the disk full
	Reopened      seen   // with the disk full
	CreatedBeside string // another log, with the disk full
	LeftBeside    int    // files of it
	AfterRoom     seen
}

// fillDisk runs in separate namespaces, where any user may mount.
func fillDisk(t sqlitetest.Task) error {
	if err := unix.Mount("tmpfs", t.Path, "tmpfs", 0, "size=2m"); err != nil {
		return fmt.Errorf("mount a small disk: %w", err)
	}
	ballast, path := filepath.Join(t.Path, "ballast"), filepath.Join(t.Path, "log.claw")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	var s diskStory
	l, err := log.Open(context.Background(), path, log.Options{Create: true})
	if err != nil {
		return err
	}
	for n := 1; s.Refused == ""; n++ {
		d := sqlitetest.Message("fill", n)
		d.Data = []byte(`{"role":"user","text":"` + strings.Repeat("x", 3000) + `"}`)
		if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			s.Refused = sqlitetest.Describe(err)
		} else {
			s.Acknowledged++
		}
	}
	for _, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			return err
		}
		s.Readable++
	}
	rest, err := os.Create(filepath.Join(t.Path, "rest")) // not a byte is free
	if err != nil {
		return err
	}
	for err == nil {
		_, err = rest.Write(make([]byte, 512))
	}
	s.CreatedBeside, s.LeftBeside = createBeside(filepath.Join(t.Path, "beside.claw"))
	if err := l.Detach(); err != nil { // as a process that is killed leaves it
		return err
	}
	s.Reopened = look(path, log.Options{})
	if err := errors.Join(os.Remove(ballast), os.Remove(rest.Name())); err != nil {
		return err
	}
	s.AfterRoom = look(path, log.Options{})
	return json.NewEncoder(os.Stdout).Encode(s)
}

func createBeside(path string) (outcome string, files int) {
	_, err := log.Open(context.Background(), path, log.Options{Create: true})
	left, _ := filepath.Glob(path + ".claw-new-*") // the pattern is valid
	if _, err := os.Stat(path); err == nil {
		files++
	}
	return sqlitetest.Describe(err), files + len(left)
}

func TestAFullDiskRefusesBeforeItAcknowledges(t *testing.T) {
	cmd := sqlitetest.Command(t, sqlitetest.Task{Do: "full", Path: t.TempDir()})
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("a process with a small disk of its own: %v", err)
	}
	var got diskStory
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.Acknowledged < 20 {
		t.Fatalf("only %d events fitted", got.Acknowledged)
	}
	all := 1 + got.Acknowledged
	want := diskStory{Refused: "full filesystem ENOSPC", Acknowledged: got.Acknowledged, Readable: all,
		Reopened:      seen{Events: all, Append: "full filesystem ENOSPC"},
		CreatedBeside: "full filesystem ENOSPC",
		AfterRoom:     seen{Events: all}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("on the full disk (-want +got)\n%s", diff)
	}
}

// nobody is a user without rights, for tests that root runs.
const nobody = 65534

func TestMissingPermissionIsNamedWithItsErrno(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for name, test := range map[string]struct {
		file, folder os.FileMode
		killed       bool // a write-ahead log is there
		want         seen
	}{
		"a file that may not be read":                 {0o000, 0o777, false, seen{Open: "unmarked filesystem EACCES"}},
		"a file that may only be read":                {0o444, 0o777, false, seen{Events: 7, Append: "read-only filesystem EACCES"}},
		"a file that may only be read, left unclosed": {0o444, 0o777, true, seen{Events: 7, Append: "read-only filesystem EACCES"}},
		"a folder that may only be read":              {0o666, 0o555, false, seen{Events: 7, Append: "read-only filesystem EACCES"}},
		"a folder that may only be read, unclosed":    {0o666, 0o555, true, seen{Events: 7, Append: "read-only filesystem EACCES"}},
		"a folder that may not be entered":            {0o666, 0o000, false, seen{Open: "unmarked filesystem EACCES"}},
	} {
		t.Run(name, func(t *testing.T) {
			base := openTo(t, t.TempDir())
			dir := filepath.Join(base, "logs")
			makeFolder(t, dir)
			path := permissionLog(t, dir, test.killed)
			for _, suffix := range []string{"", "-wal"} {
				if err := os.Chmod(path+suffix, test.file); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(dir, test.folder); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			if diff := cmp.Diff(test.want, lookAsNobody(t, base, sqlitetest.Task{Do: "look", Path: path})); diff != "" {
				t.Errorf("outcome (-want +got)\n%s", diff)
			}
		})
	}
}

// permissionLog is a log of 7 events in dir.
func permissionLog(t *testing.T, dir string, killed bool) string {
	f := sqlitetest.Snapshot(t, sqlitetest.LogPath(t, 6))
	if killed {
		f = killedLog(t, 6)
	}
	delete(f, "-tick")
	delete(f, "-lock")
	return f.Write(t, dir)
}

// openTo gives all users access to a folder of the test.
func openTo(t *testing.T, dir string) string {
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lookAsNobody looks at the log with as few rights as a user can have.
func lookAsNobody(t *testing.T, base string, todo sqlitetest.Task) (s seen) {
	cmd := sqlitetest.Command(t, todo)
	if os.Geteuid() == 0 {
		content, err := os.ReadFile(cmd.Path)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Path = filepath.Join(base, "test")
		if err := os.WriteFile(cmd.Path, content, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}
