package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Browsers lets browsers in. Its methods may be called by several goroutines at once.
type Browsers interface {
	// Admits reports whether a request that reads is one of a browser that was let in.
	Admits(r *http.Request) bool
	// ServeHTTP answers a browser that was not let in: one that presents a link is let in, any other gets
	// instructions.
	http.Handler
}

// Documents are what pages read: the documents of the API. Safe for concurrent use.
type Documents struct{ api *API }

// entrancePath takes what lets a browser in. A page of another origin may lead to it: a link in a mail or
// a file on the disk. It is answered with nothing of the log.
const entrancePath = "/enter"

// Document is the document of a path of the API for the caller of the request in ctx, whose limits count.
//
// Errors: the [*domain.Error] of the answer.
func (d Documents) Document(ctx context.Context, path string, query url.Values) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path+"?"+query.Encode(), nil)
	if err != nil {
		return nil, usage(clipped(path), "is no path", "")
	}
	w := &heldWriter{header: http.Header{}}
	wellFormed(d.api.mux).ServeHTTP(w, r)
	if w.status == http.StatusOK {
		return w.body, nil
	}
	var p problem
	if err := json.Unmarshal(w.body, &p); err != nil || p.Err == nil {
		return nil, &domain.Error{Kind: domain.ErrUnknown, Operation: "answer", Target: path, Message: "the answer cannot be read"}
	}
	return nil, p.Err
}

// heldWriter holds an answer of this process.
type heldWriter struct {
	header http.Header
	status int
	body   []byte
}

// Header implements [http.ResponseWriter].
func (w *heldWriter) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *heldWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements [http.ResponseWriter].
func (w *heldWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}

// visits recognizes requests by a browser.
type visits struct{ *API }

// forPeople reports whether a request is one for a page: a browser's, outside of the API.
func (a visits) forPeople(r *http.Request) bool {
	if a.Pages == nil || r.Method != http.MethodGet && r.Method != http.MethodHead || isAPI(r.URL.Path) {
		return false
	}
	return strings.HasPrefix(r.URL.Path, "/assets/") || strings.Contains(r.Header.Get("Accept"), "text/html") || strings.HasPrefix(r.URL.Path, "/board/rows/")
}

func isAPI(path string) bool {
	return strings.HasPrefix(path, "/v1/") || slices.Contains([]string{"/openapi.json", metricsPath, healthPath, readyPath}, path)
}

// split gives requests for pages to the pages, and each other to the routes. Queries of pages come from
// forms, which send fields that are empty.
func (a visits) split(routes http.Handler) http.Handler {
	routes = wellFormed(routes)
	if a.Pages == nil {
		return routes
	}
	pages := a.Pages(Documents{a.API})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.forPeople(r) {
			pages.ServeHTTP(w, r)
			return
		}
		routes.ServeHTTP(w, r)
	})
}
