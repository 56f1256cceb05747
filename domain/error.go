package domain

import (
	"errors"
	"strings"
)

// ErrorKind is the closed list of error kinds; additions only.
type ErrorKind string

// The error kinds.
const (
	ErrFilesystem  ErrorKind = "filesystem"
	ErrAuth        ErrorKind = "auth"
	ErrSession     ErrorKind = "session"
	ErrParse       ErrorKind = "parse"
	ErrRuntime     ErrorKind = "runtime"
	ErrMCP         ErrorKind = "mcp"
	ErrDelivery    ErrorKind = "delivery"
	ErrUsage       ErrorKind = "usage"
	ErrPolicy      ErrorKind = "policy"
	ErrConflict    ErrorKind = "conflict"
	ErrCorrupt     ErrorKind = "corrupt"
	ErrNotFound    ErrorKind = "not_found"
	ErrUnavailable ErrorKind = "unavailable"
	ErrTimeout     ErrorKind = "timeout"
	ErrUnknown     ErrorKind = "unknown"
)

// Error is the one typed error of the project, in Go code, in documents and on the wire.
type Error struct {
	Kind      ErrorKind `json:"kind"`
	Operation string    `json:"operation"`
	Target    string    `json:"target,omitzero"`
	Message   string    `json:"message"`
	// Errno is the operating system's name of the failure, such as ENOENT.
	Errno string `json:"errno,omitzero"`
	// Detail holds values a program may want, by stable names.
	Detail map[string]any `json:"detail,omitzero"`
	// Hint is one next step for a person.
	Hint string `json:"hint,omitzero"`
	// Next is the next step in place of a Hint that would name verbs of one front door: each
	// front door puts it into its own words.
	Next Step `json:"-"`
	// Retryable means: repeating the same call unchanged, now, is safe and may succeed.
	Retryable bool `json:"retryable"`
	// Cause lists the errors below, outermost first.
	Cause       []string      `json:"cause,omitzero"`
	Correlation CorrelationID `json:"correlation,omitzero"`

	wrapped error
}

// Error returns "operation target: message".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Operation)
	if e.Target != "" {
		b.WriteString(" " + e.Target)
	}
	b.WriteString(": " + e.Message)
	return b.String()
}

// Unwrap returns the error below, if any.
func (e *Error) Unwrap() error { return e.wrapped }

// Because returns e with err below it; err's text joins Cause.
func (e *Error) Because(err error) *Error {
	e.wrapped = err
	if err != nil {
		e.Cause = append(e.Cause, err.Error())
	}
	return e
}

// KindOf is the kind of an error, or of the first below it that has one; "" for none.
func KindOf(err error) ErrorKind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// Usage is an error of kind usage with a hint.
func Usage(operation, target, hint string) *Error {
	return &Error{Kind: ErrUsage, Operation: operation, Target: target, Message: "not accepted", Hint: hint}
}

// Step is a next step after an error: a stable code with arguments. Each front door renders
// it in its own words; package domain/step holds the codes, what each means and which
// arguments it has. The zero Step is none.
type Step struct {
	Code     StepCode
	Lane     LaneID
	Approval StreamID
	Kind     Kind
	List     List
	// Near is the known name that a mistyped one most likely was meant to be; "" for none.
	Near string
	// Files are paths, as they were named.
	Files  []string
	Remote Remote // by the name that a clone gives it
	Commit CommitID
}

// IsZero reports whether there is no step.
func (s *Step) IsZero() bool { return s.Code == "" }

// StepCode names a next step. A code is never renamed, reused or given another meaning.
type StepCode string

// List is what a person can list to find an id.
type List string

// The lists.
const (
	ListApprovals List = "approvals"
	ListLanes     List = "lanes"
	ListSessions  List = "sessions"
	ListPinpoints List = "pinpoints"
	ListNudges    List = "nudges"
	ListShips     List = "ships"
)
