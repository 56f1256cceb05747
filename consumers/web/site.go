package web

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Documents answers what the API answers. Its method may be called by several goroutines at once.
type Documents interface {
	// Document is the document of a path of the API, such as /v1/board, with parameters of that route.
	//
	// Errors: the [*domain.Error] of the answer.
	Document(ctx context.Context, path string, query url.Values) ([]byte, error)
}

// site are the pages over one API.
type site struct {
	documents Documents
	now       func() time.Time
}

// New makes the pages of a server; now is the time of ages. The handler answers GET and HEAD of requests
// that were admitted.
func New(d Documents, now func() time.Time) http.Handler {
	s := site{d, now}
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", http.FileServerFS(files))
	for pattern, page := range map[string]func(*request) error{
		"GET /{$}":                  s.board,
		"GET /board/rows/{lane}":    s.boardRow,
		"GET /lanes/{lane}":         s.lane,
		"GET /search":               s.search,
		"GET /usage":                s.usage,
		"GET /approvals":            s.approvals,
		"GET /approvals/{approval}": s.approval,
		"GET /ships":                s.ships,
		"GET /ships/{ship}":         s.ship,
		"GET /reports":              s.reports,
		"GET /reports/{report}":     s.report,
		"GET /":                     s.nowhere,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, page) })
	}
	return mux
}

//go:embed assets templates
var files embed.FS

// pages are the templates.
var pages = template.Must(template.New("").Funcs(functions).ParseFS(files, "templates/*.html"))

// request is one that is being answered, and what its page shows.
type request struct {
	*http.Request
	site   site
	name   string // of the template
	Path   string
	Title  string
	Query  url.Values // without what is empty
	Now    time.Time
	Status int
	Body   any
}

// answer writes a page, or why there is none.
func (s site) answer(w http.ResponseWriter, r *http.Request, page func(*request) error) {
	secure(w.Header())
	query := r.URL.Query()
	for name := range query {
		if query.Get(name) == "" { // a field of a form that was left empty
			query.Del(name)
		}
	}
	q := &request{Request: r, site: s, Path: r.URL.Path, Query: query, Now: s.now(), Status: http.StatusOK}
	if err := page(q); err != nil {
		q.fail(err)
	}
	write(w, q.Status, q.name, q)
}

// fail makes the page of an error.
func (q *request) fail(err error) {
	e := &domain.Error{Kind: domain.ErrUnknown, Message: "this is a fault of the server; its log has the rest"}
	errors.As(err, &e)
	q.name, q.Title, q.Body, q.Status = "error", "Not shown", e, http.StatusInternalServerError
	if status, known := statuses[e.Kind]; known {
		q.Status = status
	}
}

// statuses are those of pages that are not shown through no fault of the server.
var statuses = map[domain.ErrorKind]int{domain.ErrNotFound: http.StatusNotFound, domain.ErrUsage: http.StatusBadRequest, domain.ErrParse: http.StatusBadRequest,
	domain.ErrPolicy: http.StatusForbidden, domain.ErrUnavailable: http.StatusServiceUnavailable, domain.ErrTimeout: http.StatusServiceUnavailable}

// read reads a document into v.
func (q *request) read(path string, query url.Values, v any) error {
	document, err := q.site.documents.Document(q.Context(), path, query)
	if err != nil {
		return err
	}
	return json.Unmarshal(document, v)
}

// chosen are those of some parameters that the request has.
func (q *request) chosen(names ...string) url.Values {
	some := url.Values{}
	for _, name := range names {
		if v := q.Query.Get(name); v != "" {
			some.Set(name, v)
		}
	}
	return some
}

func (s site) nowhere(q *request) error {
	return &domain.Error{Kind: domain.ErrNotFound, Operation: "find page", Target: q.Path, Message: "there is no such page"}
}

// write writes a template whole, or a line where it cannot be made.
func write(w http.ResponseWriter, status int, name string, data any) {
	var body bytes.Buffer
	if err := pages.ExecuteTemplate(&body, name, data); err != nil {
		http.Error(w, "this page cannot be made: a fault of the server", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // the caller is gone
}
