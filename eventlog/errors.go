package eventlog

import (
	"errors"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// The sentinels of [Log], for errors.Is. What an engine returns is a
// *domain.Error marked with one of them.
var (
	// ErrConflict: the stream was not at the expected revision, or the id is held
	// with other content. Nothing was written; read, decide again, append again.
	ErrConflict = errors.New("eventlog: conflict")
	// ErrInvalid: a draft cannot be recorded as it is. Nothing was written.
	ErrInvalid = errors.New("eventlog: invalid draft")
	// ErrNotFound: the log has no such event, or there is no log.
	ErrNotFound = errors.New("eventlog: not found")
	// ErrCorrupt: stored bytes do not verify. What does verify can be read.
	ErrCorrupt = errors.New("eventlog: corrupt")
	// ErrReadOnly: the log cannot be written: a newer version wrote it, it is damaged, or permission is missing.
	ErrReadOnly = errors.New("eventlog: read-only")
	// ErrFull: the disk is full. Nothing was written; the log stays readable.
	ErrFull = errors.New("eventlog: disk full")
	// ErrBusy: other writers held the log for the whole deadline. Nothing was written; retry.
	ErrBusy = errors.New("eventlog: busy")
	// ErrClosed: the log was closed. Nothing was written.
	ErrClosed = errors.New("eventlog: closed")
)

// Fail marks a typed error with a sentinel: it reads as the typed one and is both.
func Fail(sentinel, typed error) error { return failure{typed, sentinel} }

type failure struct{ typed, sentinel error }

func (f failure) Error() string   { return f.typed.Error() }
func (f failure) Unwrap() []error { return []error{f.typed, f.sentinel} }

// Closed is the error of any call after Close.
func Closed(operation string) error {
	return Fail(ErrClosed, &domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Message: "the log is closed"})
}

// NotFound is the error of an id that the log does not hold.
func NotFound(id domain.EventID) error {
	return Fail(ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "get event", Target: id.String(),
		Message: "the log holds no event with this id", Next: domain.Step{Code: nextstep.ListEvents}})
}

// RevisionConflict is the error of an append to a stream that is not as expected.
func RevisionConflict(stream domain.StreamID, want Expect, is domain.Revision) error {
	return Fail(ErrConflict, &domain.Error{Kind: domain.ErrConflict, Operation: "append", Target: stream.String(),
		Message: "expected revision " + want.String() + ", the stream is at " + formatUint(uint64(is)),
		Detail:  map[string]any{"expected": want.String(), "revision": uint64(is)},
		Hint:    "read the stream, decide again, append at its revision"})
}

// IDConflict is the error of an id that the log holds with other content or in another stream.
func IDConflict(held *domain.Event, stream domain.StreamID) error {
	e := &domain.Error{Kind: domain.ErrConflict, Operation: "append", Target: held.ID.String(),
		Message: "the log holds this id with other content",
		Detail:  map[string]any{"position": held.Position.Number(), "stream": held.Stream.String()},
		Hint:    "an id names one fact for ever: give the new fact an id of its own"}
	if held.Stream != stream {
		e.Message = "the log holds this id in another stream"
	}
	return Fail(ErrConflict, e)
}

// PartlyHeld is the error of a batch under an exact expectation of which the log holds a part.
func PartlyHeld(stream domain.StreamID, held, total int) error {
	return Fail(ErrConflict, &domain.Error{Kind: domain.ErrConflict, Operation: "append", Target: stream.String(),
		Message: "the log holds " + strconv.Itoa(held) + " of the " + strconv.Itoa(total) + " events already",
		Detail:  map[string]any{"held": held, "total": total},
		Hint:    "append all of them again as one batch, or the new ones alone"})
}

// Corrupt is the error of stored bytes that do not verify.
func Corrupt(at domain.Position, what string) error { return CorruptSpan(at, at, what) }

// CorruptSpan is the error for all positions from first to last: reading can continue after last, see
// [DamagedAt].
func CorruptSpan(first, last domain.Position, what string) error {
	e := &domain.Error{Kind: domain.ErrCorrupt, Operation: "read", Target: "position " + formatUint(first.Number()),
		Message: what, Detail: map[string]any{"position": last.Number()},
		Next: domain.Step{Code: nextstep.VerifyLog}}
	if first != last {
		e.Target = "positions " + formatUint(first.Number()) + " to " + formatUint(last.Number())
		e.Detail["first"] = first.Number()
	}
	return Fail(ErrCorrupt, e)
}

// CorruptIndex is the error of what an engine keeps beside the events to find them by. The
// events may all be there: a copy of them has its own index.
func CorruptIndex(what string) error {
	return Fail(ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "read", Target: "index", Message: what,
		Next: domain.Step{Code: nextstep.CopyEvents}})
}

func invalid(d *domain.Draft, message, hint string) error {
	target := string(d.Kind)
	if !d.ID.IsZero() {
		target += " " + d.ID.String()
	}
	return Fail(ErrInvalid, &domain.Error{Kind: domain.ErrUsage, Operation: "append", Target: target, Message: message, Hint: hint})
}

func formatUint(n uint64) string { return strconv.FormatUint(n, 10) }
