package place

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

// ForNew returns why no log can be made at path, where none exists; nil when one can, as far
// as a check without writing shows. Folders of the path that do not exist may be made.
//
// Errors: kind filesystem with the errno; kind policy for a symbolic link in the place of the
// log. Each is [eventlog.ErrNotFound] as well: there is no log.
func ForNew(path string) error {
	if err := RefuseDangling("open log", path); err != nil {
		return eventlog.Fail(eventlog.ErrNotFound, err)
	}
	dir := filepath.Dir(path)
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			err = &os.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
		case err == nil:
			err = mayMake(dir)
		case errors.Is(err, fs.ErrNotExist) && !leadsNowhere(dir) && filepath.Dir(dir) != dir:
			dir = filepath.Dir(dir)
			continue
		}
		return noPlace(path, err)
	}
}

// leadsNowhere reports whether a path whose file is not there is a symbolic link.
func leadsNowhere(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// noPlace reports that no log can be made at path because of err; nil for nil.
func noPlace(path string, err error) error {
	if err == nil {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrFilesystem, Operation: "open log", Target: path, Message: err.Error(), Next: domain.Step{Code: nextstep.NameWritablePlace}}
	var file *fs.PathError
	if errors.As(err, &file) {
		e.Message = file.Path + ": " + file.Err.Error()
	}
	e.Message = "there is no log, and none can be made: " + e.Message
	var number syscall.Errno
	if errors.As(err, &number) {
		e.Errno = fault.ErrnoName(number)
	}
	return eventlog.Fail(eventlog.ErrNotFound, e.Because(err))
}

// OrNoPlace is err of creating a log, or why it has no place: where an operating system takes
// no files it may say that the file is not there.
func OrNoPlace(path string, err error) error {
	var typed *domain.Error
	if errors.As(err, &typed) {
		return err
	}
	return noPlace(path, err)
}
