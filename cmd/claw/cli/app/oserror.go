package app

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/clawable/claw/domain"
)

// errnoName is the name of a failure that a person can act on, "" for others.
func errnoName(n syscall.Errno) string {
	return map[syscall.Errno]string{
		syscall.ENOENT: "ENOENT", syscall.EACCES: "EACCES", syscall.EPERM: "EPERM", syscall.ENOSPC: "ENOSPC",
		syscall.EROFS: "EROFS", syscall.EISDIR: "EISDIR", syscall.ENOTDIR: "ENOTDIR", syscall.EEXIST: "EEXIST",
		syscall.EMFILE: "EMFILE", syscall.ENFILE: "ENFILE", syscall.EIO: "EIO", syscall.ENAMETOOLONG: "ENAMETOOLONG", syscall.ELOOP: "ELOOP",
		syscall.EBUSY: "EBUSY", syscall.ETXTBSY: "ETXTBSY", syscall.EXDEV: "EXDEV", syscall.ENOTEMPTY: "ENOTEMPTY", syscall.EFBIG: "EFBIG",
		syscall.EDQUOT: "EDQUOT", syscall.EINVAL: "EINVAL", syscall.EPIPE: "EPIPE", syscall.ESTALE: "ESTALE", syscall.ENOEXEC: "ENOEXEC",
	}[n]
}

// ErrnoOf is the name of the operating system's failure in err, "" for none.
func ErrnoOf(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return ""
	}
	return errnoName(errno)
}

// FilesystemError is the typed error of a failed file operation, nil for another error.
func FilesystemError(err error) *domain.Error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		pathErr = &fs.PathError{Op: linkErr.Op, Path: linkErr.New, Err: linkErr.Err}
	} else if !errors.As(err, &pathErr) {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrFilesystem, Operation: pathErr.Op, Target: pathErr.Path, Message: pathErr.Err.Error(), Errno: ErrnoOf(err)}
	switch {
	case errors.Is(err, fs.ErrPermission):
		e.Hint = "check the permissions of the file and its folder"
	case errors.Is(err, syscall.ENOSPC):
		e.Hint = "make room on the disk"
	case errors.Is(err, syscall.ENOTDIR):
		e.Hint = "a folder of the path is a file"
	case errors.Is(err, syscall.EISDIR):
		e.Hint = "name a file, this is a folder"
	default:
		e.Hint = "check the path"
	}
	return e
}
