package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Head begins every JSON document.
type Head struct {
	Kind          string    `json:"kind"`
	SchemaVersion int       `json:"schema_version"`
	Warnings      []Warning `json:"warnings"`
}

// Warning is a problem that did not stop the verb.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Document is the answer of a verb: a struct that embeds [Head] first.
type Document interface {
	head() *Head
	// Text writes the answer for people.
	Text(w *term.Page)
}

func (h *Head) head() *Head { return h }

// HeadOf is the head of a document of version 1.
func HeadOf(kind string) Head { return Head{Kind: kind, SchemaVersion: 1} }

// Write renders doc in the chosen format, once.
func (a *App) Write(doc Document) error {
	warned(a, doc)
	if a.Format == FormatJSON {
		return writeJSON(a.Out, doc)
	}
	p := a.Page(a.Out)
	p.Log = a.Flags.Log
	if at, err := ReadingTime(a); err == nil {
		p.Now = at.Time()
	}
	doc.Text(p)
	if err := p.Flush(); err != nil {
		return OutputError(err)
	}
	PrintWarnings(a)
	return nil
}

// PrintWarnings writes the warnings to the error stream. A failed write is ignored: the answer is
// written already.
func PrintWarnings(a *App) {
	p := a.aside()
	for _, w := range a.warnings {
		p.Line("warning: %s", w.Message)
	}
	_ = p.Flush()
}

// aside is a page on the error stream, as wide as its terminal.
func (a *App) aside() *term.Page {
	p := a.Page(a.Err)
	p.Color = false
	if !a.ErrTerminal {
		p.Width = 0
	}
	return p
}

func writeJSON(w io.Writer, v any) error {
	text, err := Encoded(v)
	if err != nil {
		return err
	}
	if _, err := w.Write(append(text, '\n')); err != nil {
		return OutputError(err)
	}
	return nil
}

// warned gives doc the warnings of the run so far.
func warned(a *App, doc Document) { doc.head().Warnings = append([]Warning{}, a.warnings...) }

// EncodedWarned is the answer of a verb as JSON, with the warnings of the run so far.
func EncodedWarned(a *App, doc Document) ([]byte, error) {
	warned(a, doc)
	return Encoded(doc)
}

// Encoded is a document as JSON, as it is printed.
func Encoded(v any) ([]byte, error) {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	if err != nil {
		return nil, fmt.Errorf("encode document: %w", err)
	}
	return term.Escaped(b), nil
}

// WriteLine writes v as one line of JSON Lines.
func WriteLine(w io.Writer, v any) error {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode line: %w", err)
	}
	_, err = w.Write(append(term.Escaped(b), '\n'))
	return err
}

// OutputError is the error of a write to the output.
func OutputError(err error) error {
	e := &domain.Error{Kind: domain.ErrFilesystem, Operation: "write", Target: "standard output", Message: "cannot be written",
		Hint: "what was recorded stays; only the answer is lost"}
	return Typed(e.Because(err))
}

// ErrorDocument is the typed error of design §6 as a document.
type ErrorDocument struct {
	Type  string        `json:"type"`
	Error *domain.Error `json:"error"`
	Usage string        `json:"usage,omitzero"`
}

// Told returns err as this run reports it: typed, and with hints that can be run unchanged.
func (a *App) Told(err error) *domain.Error { return hinted(a, Typed(err)) }

// Fail renders err and returns the exit code. It is the only way that an error becomes output.
func (a *App) Fail(err error) int {
	e := a.Told(err)
	doc := ErrorDocument{Type: "error", Error: e}
	if e.Kind == domain.ErrUsage {
		doc.Usage = a.Usage
	}
	var lost error
	switch {
	case a.Stream && (a.Format == FormatJSON || !a.OutTerminal): // the reader of the stream must see that it is incomplete
		lost = WriteLine(a.Out, doc)
	case a.Format == FormatJSON:
		lost = writeJSON(a.Out, doc)
	}
	if a.Format != FormatJSON || lost != nil {
		a.PrintError(e)
	}
	return ExitCode(e.Kind)
}

// PrintError writes an error to the error stream, for people: all of its document but details for
// programs.
func (a *App) PrintError(e *domain.Error) {
	p := a.aside()
	p.Line("error: %s", e.Error())
	if line, ok := e.Detail["line"]; ok {
		p.Line("  at: line %v of the input", line)
	}
	if before, ok := e.Detail[DetailSoFar]; ok {
		p.Line("  before: %v", before)
	}
	for _, c := range e.Cause {
		p.Line("  because: %s", c)
	}
	p.Line("  kind: %s", kindText(e))
	if e.Hint != "" {
		p.Line("  hint: %s", e.Hint)
	}
	_ = p.Flush() // a failed write to the error stream cannot be reported
}

// kindText is the kind of an error, and whether the run can be retried.
func kindText(e *domain.Error) string {
	text := string(e.Kind)
	if e.Errno != "" {
		text += " (" + e.Errno + ")"
	}
	if e.Retryable {
		return text + ", retryable"
	}
	return text + ", not retryable"
}

// Typed returns the *domain.Error in err, or makes one. It adds the name of the operating system's
// failure where one is its cause.
func Typed(err error) *domain.Error {
	var e *domain.Error
	switch {
	case errors.As(err, &e):
		e = Rendered(e)
		e.Errno = FirstOf(e.Errno, ErrnoOf(err))
		return e
	case errors.Is(err, context.Canceled):
		return &domain.Error{Kind: domain.ErrRuntime, Operation: "run", Message: "interrupted",
			Hint: "what was recorded stays; run it again for the rest", Retryable: true}
	case errors.Is(err, eventlog.ErrClosed):
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "use log", Message: "the log is closed"}
	}
	if fs := FilesystemError(err); fs != nil {
		return fs
	}
	return &domain.Error{Kind: domain.ErrUnknown, Operation: "run", Message: err.Error(),
		Hint: "this is a fault of claw: please report it with the command line"}
}

// ExitCode is the process's answer for an error kind (design §13).
func ExitCode(k domain.ErrorKind) int {
	switch k {
	case domain.ErrUsage:
		return 2
	case domain.ErrPolicy, domain.ErrAuth:
		return 3
	case domain.ErrConflict:
		return 4
	case domain.ErrCorrupt:
		return 5
	case domain.ErrUnavailable, domain.ErrTimeout:
		return 6
	case domain.ErrFilesystem, domain.ErrSession, domain.ErrParse, domain.ErrRuntime, domain.ErrMCP,
		domain.ErrDelivery, domain.ErrNotFound, domain.ErrUnknown:
	}
	return 1
}

// DetailSoFar is the member of an error's detail that holds what was imported before the error.
const DetailSoFar = "so_far"
