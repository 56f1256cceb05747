//go:build !windows

package place

import (
	"os"

	"golang.org/x/sys/unix"
)

// MayRead asks whether a file may be read, without opening it: closing a file that a connection
// of this process has open would end the connection's locks.
func MayRead(path string) error { return access(path, unix.R_OK) }

// MayWrite asks whether a file may be written, as MayRead does.
func MayWrite(path string) error { return access(path, unix.W_OK) }

// mayMake asks whether a file may be made in a folder.
func mayMake(dir string) error { return access(dir, unix.W_OK|unix.X_OK) }

func access(path string, mode uint32) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &os.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}
