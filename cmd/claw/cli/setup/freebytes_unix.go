//go:build linux || darwin

package setupcmd

import "golang.org/x/sys/unix"

// freeBytes is how many bytes the person can still write on the disk of folder.
func freeBytes(folder string) (free uint64, known bool, err error) {
	var s unix.Statfs_t
	err = unix.Statfs(folder, &s)
	return s.Bavail * uint64(s.Bsize), true, err
}
