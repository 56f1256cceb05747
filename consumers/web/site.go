package web

import (
	"net/http"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/web/page"
	"github.com/clawable/claw/domain"
)

// site are the pages over one API.
type site struct {
	documents page.Documents
	now       func() time.Time
	next      func(line string) string
}

// routes are where the pages are, and the part of the path that names the subject of a page.
var routes = []struct {
	pattern string
	page    page.Name
	about   string
}{
	{"GET /{$}", page.Board, ""},
	{"GET /board/rows/{lane}", page.BoardRow, "lane"},
	{"GET /lanes/{lane}", page.Lane, "lane"},
	{"GET /sessions", page.Session, ""},
	{"GET /search", page.Search, ""},
	{"GET /usage", page.Usage, ""},
	{"GET /approvals", page.Approvals, ""},
	{"GET /approvals/{approval}", page.Approval, "approval"},
	{"GET /ships", page.Ships, ""},
	{"GET /ships/{ship}", page.Ship, "ship"},
	{"GET /reports", page.Reports, ""},
	{"GET /reports/{report}", page.Report, "report"},
}

// New makes the pages of a server; now is the time of ages, and next completes the command lines that a page
// shows. The handler answers GET and HEAD of requests that were admitted.
func New(d page.Documents, now func() time.Time, next func(line string) string) http.Handler {
	s := site{d, now, next}
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", http.FileServerFS(page.Assets()))
	for _, at := range routes {
		mux.HandleFunc(at.pattern, func(w http.ResponseWriter, r *http.Request) {
			q := s.request(r)
			q.Name, q.ID = at.page, r.PathValue(at.about)
			html, err := page.Make(r.Context(), s.documents, q)
			if err != nil {
				fail(w, q, err)
				return
			}
			write(w, http.StatusOK, html, nil)
		})
	}
	mux.HandleFunc("GET /reports/{report}/whole", s.wholeReport)
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		fail(w, s.request(r), &domain.Error{Kind: domain.ErrNotFound, Operation: "find page", Target: r.URL.Path, Message: "there is no such page"})
	})
	return mux
}

// wholeReport answers with a report as one file of HTML, which a browser keeps apart from the pages.
func (s site) wholeReport(w http.ResponseWriter, r *http.Request) {
	q := s.request(r)
	q.Name, q.ID = page.Report, r.PathValue("report")
	html, err := page.WholeReport(r.Context(), s.documents, q)
	if err != nil {
		fail(w, q, err)
		return
	}
	keepApart(w.Header())
	_, _ = w.Write(html) // the caller is gone
}

func (s site) request(r *http.Request) page.Request {
	return page.Request{Path: r.URL.Path, Query: r.URL.Query(), Now: s.now(), Next: s.next}
}

// fail answers with the page of an error.
func fail(w http.ResponseWriter, q page.Request, err error) {
	e := &domain.Error{Kind: domain.ErrUnknown, Message: "this is a fault of the server; its log has the rest"}
	errors.As(err, &e)
	status, known := statuses[e.Kind]
	if !known {
		status = http.StatusInternalServerError
	}
	html, err := page.Failed(q, e)
	write(w, status, html, err)
}

// statuses are those of pages that are not shown through no fault of the server.
var statuses = map[domain.ErrorKind]int{domain.ErrNotFound: http.StatusNotFound, domain.ErrUsage: http.StatusBadRequest, domain.ErrParse: http.StatusBadRequest,
	domain.ErrPolicy: http.StatusForbidden, domain.ErrUnavailable: http.StatusServiceUnavailable, domain.ErrTimeout: http.StatusServiceUnavailable}

// write writes a page whole, or a line where it could not be made.
func write(w http.ResponseWriter, status int, html []byte, err error) {
	secure(w.Header())
	if err != nil {
		http.Error(w, "this page cannot be made: a fault of the server", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(html) // the caller is gone
}
