package page

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
)

// Documents answers what the API of the server answers. Its method may be called by several goroutines
// at once.
type Documents interface {
	// Document is the document of a path of the API, such as /v1/board, with parameters of that route.
	//
	// Errors: the [*domain.Error] of the answer.
	Document(ctx context.Context, path string, query url.Values) ([]byte, error)
}

// Held are documents by their path, which are the same for all parameters.
type Held map[string][]byte

// Document implements [Documents].
func (h Held) Document(_ context.Context, path string, _ url.Values) ([]byte, error) {
	if document, ok := h[path]; ok {
		return document, nil
	}
	return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "read document", Target: path, Message: "there is no such document"}
}

// Name names a page.
type Name string

// The pages. BoardRow is one row of the board, which takes the place of the one that it was.
const (
	Board     Name = "board"
	BoardRow  Name = "row-alone"
	Lane      Name = "lane"
	Session   Name = "session"
	Search    Name = "search"
	Usage     Name = "usage"
	Approvals Name = "approvals"
	Approval  Name = "approval"
	Ships     Name = "ships"
	Ship      Name = "ship"
	Reports   Name = "reports"
	Report    Name = "report"
)

// makers read what each page shows, and return its title.
var makers = table.Table[Name, func(*maker) (string, error)]{
	{Board, (*maker).board}, {BoardRow, (*maker).boardRow}, {Lane, (*maker).lane}, {Session, (*maker).session}, {Search, (*maker).search}, {Usage, (*maker).usage},
	{Approvals, (*maker).approvals}, {Approval, (*maker).approval}, {Ships, (*maker).ships}, {Ship, (*maker).ship}, {Reports, (*maker).reports}, {Report, (*maker).report},
}

// Request asks for a page.
type Request struct {
	Name Name
	// ID is that of what the page is about, "" for a list.
	ID string
	// Path is where the server has the page.
	Path string
	// Query are the parameters of the page; one that is empty counts as absent.
	Query url.Values
	// Now is the time of ages.
	Now time.Time
	// File asks for a file to send instead of a page of the server.
	File bool
	// Next completes a command line that the reader is to run, such as with the log that it is about; nil
	// leaves it as it is.
	Next func(line string) string
}

// maker makes one page; its exported members are for its template.
type maker struct {
	Request
	Title     string
	Body      any
	Warnings  []string // of the documents that the page shows, each once
	ctx       context.Context
	documents Documents
}

// At is the time of the page.
func (m *maker) At() moment { return moment{m.Now} }

// Run is a command line that the reader is to run.
func (m *maker) Run(line string) string {
	if m.Next == nil {
		return line
	}
	return m.Next(line)
}

// Make makes a page, whole.
//
// Errors: those of the documents, and of kind parse for a document that cannot be read.
func Make(ctx context.Context, d Documents, r Request) (html []byte, err error) {
	r.Query = withoutEmpty(r.Query)
	m := &maker{Request: r, ctx: ctx, documents: d}
	if m.Title, err = makers.At(r.Name)(m); err != nil {
		return nil, err
	}
	return execute(r.File, string(r.Name), m)
}

// Failed makes the page that states why the requested one is missing.
func Failed(r Request, e *domain.Error) ([]byte, error) {
	r.Query = withoutEmpty(r.Query)
	return execute(r.File, "error", &maker{Request: r, Title: "Not shown", Body: e})
}

// withoutEmpty leaves out fields of a form that were left empty.
func withoutEmpty(query url.Values) url.Values {
	rest := url.Values{}
	for name, values := range query {
		if query.Get(name) != "" {
			rest[name] = values
		}
	}
	return rest
}

// execute fills a template.
func execute(file bool, name string, data any) ([]byte, error) {
	templates := &served
	if file {
		templates = &sent
	}
	var html bytes.Buffer
	if err := templates.Get().ExecuteTemplate(&html, name, data); err != nil {
		return nil, fmt.Errorf("make page %s: %w", name, err)
	}
	return html.Bytes(), nil
}

// read reads a document into v.
func (m *maker) read(path string, query url.Values, v any) error {
	document, err := m.documents.Document(m.ctx, path, query)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(document, v); err != nil {
		return unreadable(path, err)
	}
	var of warned
	if err := json.Unmarshal(document, &of); err != nil {
		return unreadable(path, err)
	}
	m.warn(of)
	return nil
}

// unreadable is the error of a document that has another form than it should.
func unreadable(path string, err error) error {
	e := &domain.Error{Kind: domain.ErrParse, Operation: "make page", Target: path, Message: "the document is not what its schema says"}
	return e.Because(err)
}

// chosen are those of some parameters that the request has.
func (m *maker) chosen(names ...string) url.Values {
	some := url.Values{}
	for _, name := range names {
		if v := m.Query.Get(name); v != "" {
			some.Set(name, v)
		}
	}
	return some
}
