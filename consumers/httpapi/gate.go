package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"github.com/clawable/claw/domain"
)

// leastCompressed is from how many bytes on an answer is compressed. A shorter one is sent in a few packets
// either way, and to compress it costs as much as to answer.
const leastCompressed = 4 << 10

// guarded returns the checks in front of the routes. A caller without the secret receives no other response
// than theirs.
func (a *API) guarded(routes http.Handler) http.Handler {
	compress, _ := gzhttp.NewWrapper(gzhttp.MinSize(leastCompressed), gzhttp.ContentTypes([]string{"application/json", "application/jsonl", "text/html", "text/css", "text/javascript"})) // its options are constants
	inner := admission{a}.admitted(a.limited(compress(visits{a}.split(routes))))
	open := admission{a}.admitted(bounded(wellFormed(routes)))
	return a.identified(a.ownHost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == healthPath || r.URL.Path == readyPath {
			a.health(w, r)
			return
		}
		if a.Browsers != nil && r.URL.Path == entrancePath {
			bounded(a.Browsers).ServeHTTP(w, r)
			return
		}
		if isStream(r.URL.Path) {
			open.ServeHTTP(w, r)
			return
		}
		inner.ServeHTTP(w, r)
	})))
}

// ownHost rejects requests made by a page of another origin: such a page can reach the address, but the
// header Host then contains the page's own name, and it cannot hide that it is another origin.
func (a *API) ownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin, site := r.Header.Values("Origin"), r.Header.Get("Sec-Fetch-Site")
		switch {
		case !a.isHost(r.Host):
			fail(w, r, newProblem(http.StatusMisdirectedRequest, &domain.Error{Kind: domain.ErrPolicy, Operation: "check the host", Target: clipped(r.Host),
				Message: "this server does not answer under this name", Hint: "use the address that projector serve printed"}))
		case len(origin) > 1 || len(origin) == 1 && !a.isOwn(origin[0]), (site == "cross-site" || site == "same-site") && !(a.Browsers != nil && r.URL.Path == entrancePath && r.Header.Get("Sec-Fetch-Mode") == "navigate"):
			fail(w, r, newProblem(http.StatusForbidden, &domain.Error{Kind: domain.ErrPolicy, Operation: "check the origin", Target: clipped(strings.Join(origin, ", ")),
				Message: "pages of other origins are not answered"}))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isOwn reports whether an origin is one of the server.
func (a *API) isOwn(origin string) bool {
	u, err := url.Parse(origin)
	scheme := "http"
	if a.Names != nil {
		scheme = "https"
	}
	return err == nil && u.Scheme == scheme && a.isHost(u.Host)
}

// isHost reports whether a host is a name of the server.
func (a *Config) isHost(host string) bool {
	host = strings.ToLower(host)
	if a.Names == nil {
		return slices.Contains(a.Hosts, host)
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return a.Names(name)
}

// clipped is what a caller sent, short enough to repeat.
func clipped(s string) string { return strings.ToValidUTF8(s[:min(len(s), 200)], "\uFFFD") }

// bounded refuses what is too large.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case len(r.URL.RawQuery) > mostQuery:
			fail(w, r, newProblem(http.StatusRequestURITooLong, usage("", "the query is longer than 8 KiB", "")))
		case r.ContentLength != 0 && reads:
			fail(w, r, newProblem(http.StatusRequestEntityTooLarge, usage("", "a request that reads has no body", "")))
		case r.ContentLength > mostBody:
			fail(w, r, tooLarge())
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// limited refuses what is too large, and what is too much at once, and bounds the time of an answer.
func (a *API) limited(next http.Handler) http.Handler {
	return bounded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), a.Limits.Time)
		defer cancel()
		select {
		case a.slots <- struct{}{}:
			defer func() { <-a.slots }()
			inTime := r.WithContext(ctx)
			defer func() { r.Pattern = inTime.Pattern }() // the log names the route
			next.ServeHTTP(w, inTime)
		default:
			w.Header().Set("Retry-After", "1")
			fail(w, r, &domain.Error{Kind: domain.ErrUnavailable, Operation: "answer", Message: "too many requests are under way", Retryable: true})
		}
	}))
}

// mostBody is how long the body of a command may be, in bytes.
const mostBody = 8 << 20

func tooLarge() *problem {
	return newProblem(http.StatusRequestEntityTooLarge, usage("", "the body is longer than 8 MiB", "send it in parts"))
}

// mostQuery is how long a query may be, in bytes.
const mostQuery = 8 << 10

// wellFormed refuses queries that would be read otherwise than they are meant: a parameter that is
// repeated or empty, or an escape that is none.
func wellFormed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			fail(w, r, usage("", "the query cannot be read: "+err.Error(), ""))
			return
		}
		for name, values := range query {
			if len(values) > 1 || values[0] == "" {
				fail(w, r, usage(clipped(name), "is repeated or empty", "leave it out, or give it one value"))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// nowhere answers requests that no route takes.
func (a *API) nowhere(w http.ResponseWriter, r *http.Request) {
	like := r.Clone(r.Context())
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		like.Method = method
		if _, pattern := a.mux.Handler(like); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 {
		w.Header().Set("Allow", strings.Replace(strings.Join(allowed, ", "), http.MethodGet, "GET, HEAD", 1))
		fail(w, r, newProblem(http.StatusMethodNotAllowed, usage(r.Method+" "+clipped(r.URL.Path), "the route does not take this method", strings.Join(allowed, " or ")+" it")))
		return
	}
	fail(w, r, &domain.Error{Kind: domain.ErrNotFound, Operation: "find route", Target: clipped(r.URL.Path), Message: "there is no such route", Hint: "openapi.json lists them"})
}
