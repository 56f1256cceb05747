package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

func init() { tasks["full"] = fillDisks }

// answer is how a store got its answers on a full disk.
type answer struct {
	Memory   bool
	Warnings int
	Right    bool // what the folds say
}

// fullDisks are the ways in which a disk can be full; free is what is left of it
// when the log comes to ask again, beside the read model if that fits.
var fullDisks = map[string]struct {
	mount         string // options
	before, after func() *storetest.Log
	free          int64 // bytes
	fits          bool
	want          answer
}{
	"nothing is there, and no byte is free": {mount: "size=8m", after: long("a"), want: answer{Memory: true, Warnings: 1, Right: true}},
	"nothing is there, and no file more":    {mount: "size=8m,nr_inodes=2", after: long("a"), want: answer{Memory: true, Warnings: 1, Right: true}},
	"nothing is there, and a part fits": {mount: "size=8m", after: long("a"), free: 200 << 10,
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"nothing is there, and all fits but what SQLite has beside it": {mount: "size=8m", after: long("a"), free: 16 << 10, fits: true,
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"a beginning is there, and no byte is free": {mount: "size=8m", before: short("a"), after: long("a"),
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"a beginning is there, and a part fits": {mount: "size=8m", before: short("a"), after: long("a"), free: 200 << 10,
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"all is there, and no byte is free": {mount: "size=8m", before: long("a"), after: long("a"),
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"another log's is there, and a part fits": {mount: "size=8m", before: short("b"), after: long("a"), free: 200 << 10,
		want: answer{Memory: true, Warnings: 1, Right: true}},
	"nothing is there, and there is room": {mount: "size=32m", after: long("a"), free: 24 << 20, want: answer{Right: true}},
}

func short(id string) func() *storetest.Log {
	return func() *storetest.Log { return storetest.NewLog(id, storetest.Drafts(300, 5)...) }
}
func long(id string) func() *storetest.Log {
	return func() *storetest.Log { return storetest.NewLog(id, storetest.Drafts(3000, 5)...) }
}

// fillDisks runs in separate namespaces, where any user may mount.
func fillDisks(path string) error {
	got := map[string][2]answer{}
	for name, disk := range fullDisks {
		if err := unix.Mount("tmpfs", path, "tmpfs", 0, disk.mount); err != nil {
			return fmt.Errorf("mount a small disk: %w", err)
		}
		views, ballast := filepath.Join(path, "run.views"), filepath.Join(path, "ballast")
		if disk.before != nil {
			if _, err := ask(views, disk.before()); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if disk.fits {
			size, err := sizeOf(views, disk.after())
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			disk.free += size
		}
		if err := fill(ballast, disk.free); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		full, err := ask(views, disk.after())
		if err == nil {
			err = os.Truncate(ballast, 0)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		room, err := ask(views, disk.after())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		got[name] = [2]answer{full, room}
		if err := unix.Unmount(path, 0); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// sizeOf is how many bytes the read model of log takes; it is removed again.
func sizeOf(path string, log *storetest.Log) (int64, error) {
	if _, err := ask(path, log); err != nil {
		return 0, err
	}
	info, err := os.Stat(path + "-00000001")
	if err != nil {
		return 0, err
	}
	files, err := filepath.Glob(path + "*")
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	return info.Size(), err
}

// ask brings a store to the head of log.
func ask(path string, log *storetest.Log) (a answer, err error) {
	s := store.New(path, log, store.Options{})
	st, err := s.CatchUp(storetest.Background)
	if err != nil {
		return a, err
	}
	got, err := query.Digests(s)
	if err != nil {
		return a, err
	}
	m, err := projections.Replay(storetest.Background, log, projections.Options{})
	if err != nil {
		return a, err
	}
	want, err := m.Digests()
	if err != nil {
		return a, err
	}
	return answer{Memory: st.Memory, Warnings: len(st.Warnings), Right: cmp.Equal(want, got)}, s.Close()
}

// fill leaves free bytes of a disk.
func fill(ballast string, free int64) error {
	f, err := os.Create(ballast)
	if err != nil {
		return err
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, unix.ENOSPC) {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(info.Size()-free), f.Close())
}

func TestAFullDiskIsAnsweredFromMemoryUntilThereIsRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), roleVariable+"="+t.TempDir(), taskVariable+"=full")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("a process with small disks of its own: %v", err)
	}
	var got map[string][2]answer
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string][2]answer{}
	for name, disk := range fullDisks {
		room := answer{Right: true}
		if disk.mount == "size=8m,nr_inodes=2" {
			room = disk.want // no file more, still
		}
		want[name] = [2]answer{disk.want, room}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("full, then with room (-want +got)\n%s", diff)
	}
}
