package httpapi

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
)

// request is what the server keeps of one request until it is answered.
type request struct {
	id      domain.CorrelationID
	url     *url.URL
	problem error        // why it was not answered, where that is a fault of the server
	by      *token.Token // whose holder makes it, nil for a caller that presented the secret of the server
	secret  string       // of the token
}

type requestKey struct{}

// requestOf is the request of a context; an empty one where there is none.
func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{url: &url.URL{}}
}

// noteProblem stores the full error, of which the caller sees a part, for the log.
func noteProblem(ctx context.Context, p *problem, err error) {
	if p.status >= http.StatusInternalServerError {
		requestOf(ctx).problem = errors.WithStack(err) // one of a package without stacks has this one
	}
}

// failed returns the error of a handler, as reported to the caller.
func (a *API) failed(ctx context.Context, err error) error {
	p := problemOf(err)
	noteProblem(ctx, p, err)
	told := *p.Err
	told.Correlation = requestOf(ctx).id
	return newProblem(p.status, &told)
}

// namedID is the form of an id that a caller may give a request.
var namedID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// identified gives each request an id, answers for handlers that panic, and logs one
// line. The line holds no query, because that may quote text of a session.
func (a *API) identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := a.Now()
		own := &request{id: a.idOf(r), url: r.URL}
		ctx := context.WithValue(r.Context(), requestKey{}, own)
		counted := &countedWriter{ResponseWriter: w}
		r = r.WithContext(ctx)
		header := w.Header()
		header.Set("X-Request-Id", string(own.id))
		secure(header)
		if a.Names != nil {
			header.Set("Strict-Transport-Security", "max-age=31536000")
		}
		func() {
			defer a.recovered(counted, r)
			next.ServeHTTP(counted, r)
		}()
		took := a.Now().Sub(begun)
		a.metrics.observe(r, counted.status, took)
		a.logged(r, own, counted, took)
	})
}

// idOf is the id that the caller gave the request, else a new one.
func (a *API) idOf(r *http.Request) domain.CorrelationID {
	if given := r.Header.Get("X-Request-Id"); namedID.MatchString(given) {
		return domain.CorrelationID(given)
	}
	return domain.CorrelationID(ulid.MustNew(ulid.Timestamp(a.Now()), rand.Reader).String())
}

// recovered answers for a handler that panicked. The panic of a handler that aborts on purpose is
// passed on.
func (a *API) recovered(w *countedWriter, r *http.Request) {
	switch v := recover(); v {
	case nil:
	case http.ErrAbortHandler:
		panic(v)
	default:
		err := errors.Newf("panic: %v", v)
		if w.status > 0 { // a part is sent: the caller must see that the rest is missing
			requestOf(r.Context()).problem = err
			a.logged(r, requestOf(r.Context()), w, 0)
			panic(http.ErrAbortHandler)
		}
		fail(w, r, err)
	}
}

func (a *API) logged(r *http.Request, own *request, w *countedWriter, took time.Duration) {
	fields := []any{"method", r.Method, "route", routeOf(r), "status", w.status, "bytes", w.bytes, "took", took.Round(time.Microsecond), "request", own.id}
	if own.by != nil {
		fields = append(fields, "token", own.by.Name)
	}
	if err := own.problem; err != nil {
		var typed *domain.Error
		if errors.As(err, &typed) { // its words are the program's, and its target is left out
			fields = append(fields, "kind", typed.Kind, "operation", typed.Operation, "message", typed.Message)
		}
		a.Logger.Error("request", FaultOf(err, fields...)...)
		return
	}
	a.Logger.Log(r.Context(), slog.LevelInfo, "request", fields...)
}

// routeOf is the route that answered, "" for none.
func routeOf(r *http.Request) string {
	if r.Pattern == "/" {
		return ""
	}
	return r.Pattern
}

// secure sets what keeps browsers from doing anything with an answer but to give it to its own origin.
func secure(h http.Header) {
	for name, value := range map[string]string{
		"Cache-Control":                "private, no-cache",
		"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Referrer-Policy":              "no-referrer",
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
	} {
		h.Set(name, value)
	}
}

// countedWriter counts what a handler sends.
type countedWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader implements [http.ResponseWriter].
func (w *countedWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *countedWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] find what the writer wraps.
func (w *countedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
