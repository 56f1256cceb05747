package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"strconv"
	"syscall"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// fail gives an error the form that callers switch on. A typed error and the
// error of a context are passed on; what SQLite says is translated.
func (l *Log) fail(operation string, err error) error {
	err = failure(operation, l.path, err)
	if errors.Is(err, eventlog.ErrCorrupt) && !errors.Is(err, eventlog.ErrReadOnly) {
		l.keepMet(err)
	}
	return err
}

func failure(operation, path string, err error) error {
	var typed *domain.Error
	var file *fs.PathError
	switch {
	case err == nil || errors.As(err, &typed):
		return err
	case errors.As(err, &file):
		return fileFailure(operation, path, err)
	}
	if errors.Is(err, errTimeout) {
		return busy(operation, path, err)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	code := sqlite.ErrCode(err)
	e := &domain.Error{Kind: domain.ErrUnknown, Operation: operation, Target: path, Message: code.Message()}
	sentinel := error(nil)
	switch code.ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultProtocol:
		return busy(operation, path, err)
	case sqlite.ResultFull:
		return full(operation, path, err)
	case sqlite.ResultIOErr:
		if code == sqlite.ResultIOErrSHMSize {
			return full(operation, path, err)
		}
		if code == sqlite.ResultIOErrShortRead { // the file ends where a page should be
			sentinel, e.Kind, e.Next.Code = eventlog.ErrCorrupt, domain.ErrCorrupt, domain.StepVerifyLog
			break
		}
		e.Kind, e.Errno, e.Hint = domain.ErrFilesystem, "EIO", "look at the disk; retry with the same ids"
	case sqlite.ResultCorrupt, sqlite.ResultNotADB, sqlite.ResultError, sqlite.ResultSchema, sqlite.ResultConstraint,
		sqlite.ResultMismatch, sqlite.ResultTooBig, sqlite.ResultFormat, sqlite.ResultRange, sqlite.ResultInternal:
		// Statements are fixed and values bounded: the layout is not as it was made.
		sentinel, e.Kind, e.Next.Code = eventlog.ErrCorrupt, domain.ErrCorrupt, domain.StepVerifyLog
	case sqlite.ResultReadOnly, sqlite.ResultPerm:
		sentinel, e.Kind, e.Errno, e.Hint = eventlog.ErrReadOnly, domain.ErrFilesystem, "EACCES", hintPermission
	case sqlite.ResultCantOpen:
		e.Kind, e.Hint = domain.ErrFilesystem, hintPermission
	}
	return mark(sentinel, e.Because(err))
}

const hintPermission = "the file and its folder must be writable by you"

// mark is Fail, but without a sentinel it leaves the error unmarked.
func mark(sentinel error, e *domain.Error) error {
	if sentinel == nil {
		return e
	}
	return eventlog.Fail(sentinel, e)
}

// fileFailure translates an error of the operating system.
func fileFailure(operation, path string, err error) error {
	e := &domain.Error{Kind: domain.ErrFilesystem, Operation: operation, Target: path, Message: err.Error(), Hint: hintPermission}
	var number syscall.Errno
	if errors.As(err, &number) {
		e.Errno, e.Message = errnoName(number), number.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return notThere(operation, path, err)
	case errors.Is(err, syscall.ENOSPC):
		return full(operation, path, err)
	case errors.Is(err, syscall.EISDIR):
		e.Hint = "name the log's file, not its folder"
	case errors.Is(err, syscall.ENOTDIR):
		e.Hint = "a folder of the path is a file: name another place"
	case errors.Is(err, syscall.ELOOP):
		e.Hint = "symbolic links of the path lead to each other: name another place"
	}
	return e.Because(err)
}

func notThere(operation, path string, err error) error {
	return eventlog.Fail(eventlog.ErrNotFound, (&domain.Error{Kind: domain.ErrNotFound, Operation: operation, Target: path,
		Message: "there is no log", Errno: "ENOENT", Next: domain.Step{Code: domain.StepMakeLog}}).Because(err))
}

func full(operation, path string, err error) error {
	return eventlog.Fail(eventlog.ErrFull, (&domain.Error{Kind: domain.ErrFilesystem, Operation: operation, Target: path,
		Message: "the disk is full", Errno: "ENOSPC", Hint: "free some space and append again; the log can be read meanwhile"}).Because(err))
}

func busy(operation, path string, err error) error {
	return eventlog.Fail(eventlog.ErrBusy, (&domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: path, Retryable: true,
		Message: "other processes held the log for the whole time allowed", Hint: "try again"}).Because(err))
}

func corrupt(position uint64, what string) error {
	return eventlog.Corrupt(domain.PositionAt(position), what)
}

// missing is the error of positions that should be there: from at until before
// the one that was found instead, so that reading can go on after them.
func missing(at, found uint64) error {
	if found <= at {
		return corrupt(at, "another event stands in its place")
	}
	if found-1 == at {
		return corrupt(at, "the event is missing")
	}
	return corruptSpan(at, found-1, "are missing")
}

// corruptSpan is the error of the events from first to last.
func corruptSpan(first, last uint64, what string) error {
	return eventlog.CorruptSpan(domain.PositionAt(first), domain.PositionAt(last),
		"the events "+strconv.FormatUint(first, 10)+" to "+strconv.FormatUint(last, 10)+" "+what)
}

// isCorruptRow reports whether err is about one row that does not verify.
func isCorruptRow(err error) bool {
	return errors.Is(err, eventlog.ErrCorrupt)
}

// isDenied reports whether the operating system would not let us write.
func isDenied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
