package fault

import "syscall"

// ErrnoName returns the name of the failures that a log's file can give, "" for others.
func ErrnoName(n syscall.Errno) string {
	switch n {
	case syscall.ENOENT:
		return "ENOENT"
	case syscall.EACCES:
		return "EACCES"
	case syscall.EPERM:
		return "EPERM"
	case syscall.EISDIR:
		return "EISDIR"
	case syscall.ENOTDIR:
		return "ENOTDIR"
	case syscall.EROFS:
		return "EROFS"
	case syscall.ENOSPC:
		return "ENOSPC"
	case syscall.EIO:
		return "EIO"
	case syscall.EMFILE:
		return "EMFILE"
	case syscall.ENAMETOOLONG:
		return "ENAMETOOLONG"
	case syscall.ELOOP:
		return "ELOOP"
	}
	return ""
}
