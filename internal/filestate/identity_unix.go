//go:build linux || darwin

package filestate

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// identify returns the identity of a file.
func identify(info fs.FileInfo) identity {
	id := identity{bytes: info.Size(), modified: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		id.known, id.device, id.inode, id.changed = true, uint64(st.Dev), uint64(st.Ino), changedAt(st)
	}
	return id
}

// foreign reports whether this person neither owns a file nor may write it.
func foreign(path string, info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) != os.Geteuid() && unix.Access(path, unix.W_OK) != nil
}
