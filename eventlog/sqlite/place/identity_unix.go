//go:build !windows

package place

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/clawable/claw/internal/files"
)

// namesOf is how many names a file has.
func namesOf(_ string, info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// InodeOf is the number of a file in its file system; 0 where there is none.
func InodeOf(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// What SQLite locks of its files: the bytes of a database of which each connection holds a
// shared lock as long as it is open, and the byte of the index of the write-ahead log that
// marks the index as in use. See os_unix.c, SHARED_FIRST and UNIX_SHM_DMS.
const (
	sharedAt, sharedSize = 0x40000002, 510
	indexUsedAt          = 128
)

// usedElsewhere returns a process that has the file open by another name than path, 0 for none:
// such a process holds SQLite's lock of the file, and no process holds that of the index beside
// this name. No connection of this process may have the file open.
func usedElsewhere(path string) (pid int, err error) {
	pid, err = holder(path, sharedAt, sharedSize)
	if pid == 0 || err != nil {
		return 0, err
	}
	user, err := holder(path+"-shm", indexUsedAt, 1)
	if user != 0 || err != nil {
		return 0, err
	}
	return pid, nil
}

// holder returns a process that holds a lock of some bytes of a file, 0 for none.
func holder(path string, at, size int64) (pid int, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|files.NoFollow, 0)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }() // it was only asked
	lock := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: at, Len: size}
	if err := unix.FcntlFlock(f.Fd(), unix.F_GETLK, &lock); err != nil || lock.Type == unix.F_UNLCK {
		return 0, nil // a file system without such locks gives no answer
	}
	return int(lock.Pid), nil
}
