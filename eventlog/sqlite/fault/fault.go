package fault

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// ErrTimeout reports that others held a lock for the whole time allowed.
var ErrTimeout = errors.New("sqlite: lock not free in time")

// Translate gives an error the form that callers switch on. A typed error and the
// error of a context are passed on; what SQLite or the operating system says is translated.
func Translate(operation, path string, err error) error {
	var typed *domain.Error
	var file *fs.PathError
	switch {
	case err == nil || errors.As(err, &typed):
		return err
	case errors.As(err, &file):
		return fileFailure(operation, path, err)
	}
	if errors.Is(err, ErrTimeout) {
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
			sentinel, e.Kind, e.Next.Code = eventlog.ErrCorrupt, domain.ErrCorrupt, nextstep.VerifyLog
			break
		}
		e.Kind, e.Errno, e.Hint = domain.ErrFilesystem, "EIO", "look at the disk; retry with the same ids"
	case sqlite.ResultCorrupt, sqlite.ResultNotADB, sqlite.ResultError, sqlite.ResultSchema, sqlite.ResultConstraint,
		sqlite.ResultMismatch, sqlite.ResultTooBig, sqlite.ResultFormat, sqlite.ResultRange, sqlite.ResultInternal:
		// Statements are fixed and values bounded: the layout is not as it was made.
		sentinel, e.Kind, e.Next.Code = eventlog.ErrCorrupt, domain.ErrCorrupt, nextstep.VerifyLog
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
		e.Errno, e.Message = ErrnoName(number), number.Error()
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
		Message: "there is no log", Errno: "ENOENT", Next: domain.Step{Code: nextstep.MakeLog}}).Because(err))
}

func full(operation, path string, err error) error {
	return eventlog.Fail(eventlog.ErrFull, (&domain.Error{Kind: domain.ErrFilesystem, Operation: operation, Target: path,
		Message: "the disk is full", Errno: "ENOSPC", Hint: "free some space and append again; the log can be read meanwhile"}).Because(err))
}

func busy(operation, path string, err error) error {
	return eventlog.Fail(eventlog.ErrBusy, (&domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: path, Retryable: true,
		Message: "other processes held the log for the whole time allowed", Hint: "try again"}).Because(err))
}

// Corrupt is the error of the event at a position.
func Corrupt(position uint64, what string) error {
	return eventlog.Corrupt(domain.PositionAt(position), what)
}

// Missing is the error for positions that should be there: from at until before the position that
// was found instead, so that reading can continue after them.
func Missing(at, found uint64) error {
	if found <= at {
		return Corrupt(at, "another event stands in its place")
	}
	if found-1 == at {
		return Corrupt(at, "the event is missing")
	}
	return CorruptSpan(at, found-1, "are missing")
}

// CorruptSpan is the error of the events from first to last.
func CorruptSpan(first, last uint64, what string) error {
	return eventlog.CorruptSpan(domain.PositionAt(first), domain.PositionAt(last),
		"the events "+strconv.FormatUint(first, 10)+" to "+strconv.FormatUint(last, 10)+" "+what)
}

// Denied reports whether the operating system would not let us write.
func Denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// Refusal completes the error of appends to a log that is open for reading only.
func Refusal(path string, e *domain.Error) error {
	e.Operation, e.Target = "append", path
	return eventlog.Fail(eventlog.ErrReadOnly, e)
}

// NoPermission is the refusal of appends to a log that the operating system will not let us write.
func NoPermission(path string, err error) error {
	e := &domain.Error{Kind: domain.ErrFilesystem, Message: "the log can only be read: " + err.Error(), Hint: hintPermission}
	var number syscall.Errno
	if errors.As(err, &number) {
		e.Errno = ErrnoName(number)
	}
	return Refusal(path, e.Because(err))
}

// IgnoreMissing is err, or nil for that of a file that is not there.
func IgnoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
