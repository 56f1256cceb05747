package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Head begins every JSON document.
type Head struct {
	Kind          string    `json:"kind"`
	SchemaVersion int       `json:"schema_version"`
	Warnings      []Warning `json:"warnings"`
}

// Warning is something that went not as asked but did not stop the verb.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// document is the answer of a verb: a struct that embeds [Head] first.
type document interface {
	head() *Head
	// text writes the answer for people.
	text(w *page)
}

func (h *Head) head() *Head { return h }

func headOf(kind string) Head { return Head{Kind: kind, SchemaVersion: 1} }

// write renders doc in the chosen format, once.
func (a *app) write(doc document) error {
	h := doc.head()
	h.Warnings = append([]Warning{}, a.warnings...)
	if a.format == formatJSON {
		return writeJSON(a.Out, doc)
	}
	p := newPage(a.Out, a.Program)
	p.log = a.flags.log
	if at, err := a.readingTime(); err == nil {
		p.now = at.Time()
	}
	doc.text(p)
	if err := p.flush(); err != nil {
		return outputError(err)
	}
	a.tellWarnings()
	return nil
}

// tellWarnings tells people of the warnings; what cannot be told is lost, the answer is not.
func (a *app) tellWarnings() {
	p := a.aside()
	for _, w := range a.warnings {
		p.line("warning: %s", w.Message)
	}
	_ = p.flush()
}

// aside is the page of the error stream, as wide as its terminal.
func (a *app) aside() *page {
	p := newPage(a.Err, a.Program)
	p.color = false
	if !a.ErrTerminal {
		p.width = 0
	}
	return p
}

func writeJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	if err != nil {
		return fmt.Errorf("encode document: %w", err)
	}
	if _, err := w.Write(append(escaped(b), '\n')); err != nil {
		return outputError(err)
	}
	return nil
}

// writeLine writes v as one line of JSON Lines.
func writeLine(w io.Writer, v any) error {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode line: %w", err)
	}
	_, err = w.Write(append(escaped(b), '\n'))
	return err
}

func outputError(err error) error {
	e := &domain.Error{Kind: domain.ErrFilesystem, Operation: "write", Target: "standard output", Message: "cannot be written",
		Hint: "what was recorded stays; only the answer is lost"}
	return typed(e.Because(err))
}

// errorDocument is the typed error of design §6 as a document.
type errorDocument struct {
	Type  string        `json:"type"`
	Error *domain.Error `json:"error"`
	Usage string        `json:"usage,omitzero"`
}

// fail renders err, the one way an error becomes output, and returns the exit code.
func (a *app) fail(err error) int {
	e := a.hinted(typed(err))
	doc := errorDocument{Type: "error", Error: e}
	if e.Kind == domain.ErrUsage {
		doc.Usage = a.usage
	}
	var lost error
	switch {
	case a.stream && (a.format == formatJSON || !a.OutTerminal): // who reads the stream must see that it broke off
		lost = writeLine(a.Out, doc)
	case a.format == formatJSON:
		lost = writeJSON(a.Out, doc)
	}
	if a.format != formatJSON || lost != nil {
		a.tell(e)
	}
	return exitCode(e.Kind)
}

// tell tells people of an error: all that its document says but the details of a program.
func (a *app) tell(e *domain.Error) {
	p := a.aside()
	p.line("error: %s", e.Error())
	if line, ok := e.Detail["line"]; ok {
		p.line("  at: line %v of the input", line)
	}
	if before, ok := e.Detail[detailSoFar]; ok {
		p.line("  before: %v", before)
	}
	for _, c := range e.Cause {
		p.line("  because: %s", c)
	}
	p.line("  kind: %s", kindText(e))
	if e.Hint != "" {
		p.line("  hint: %s", e.Hint)
	}
	_ = p.flush() // there is no other place to tell it
}

// kindText is what sort of error it is, and whether a retry is safe and may help.
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

// typed returns the *domain.Error in err, or makes one. It names the operating system's
// failure where one is below it.
func typed(err error) *domain.Error {
	var e *domain.Error
	switch {
	case errors.As(err, &e):
		e.Errno = firstOf(e.Errno, errnoOf(err))
		return e
	case errors.Is(err, context.Canceled):
		return &domain.Error{Kind: domain.ErrRuntime, Operation: "run", Message: "interrupted",
			Hint: "what was recorded stays; run it again for the rest", Retryable: true}
	case errors.Is(err, eventlog.ErrClosed):
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "use log", Message: "the log is closed"}
	}
	if fs := filesystemError(err); fs != nil {
		return fs
	}
	return &domain.Error{Kind: domain.ErrUnknown, Operation: "run", Message: err.Error(),
		Hint: "this is a fault of claw: please report it with the command line"}
}

// exitCode is the process's answer for an error kind (design §13).
func exitCode(k domain.ErrorKind) int {
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

// detailSoFar is the member of an error's detail that holds [importedSoFar].
const detailSoFar = "so_far"
