package place

import "golang.org/x/sys/unix"

// mounted reports whether a file was mounted by itself, without the folder it is in.
func mounted(path string) bool {
	var s unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_STATX_SYNC_AS_STAT, 0, &s)
	return err == nil && s.Attributes&s.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT != 0
}
