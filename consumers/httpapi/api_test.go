package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/memlog"
)

var update = flag.Bool("update", false, "rewrite golden files")

const (
	host   = "127.0.0.1:4774"
	secret = "the-secret-of-a-test-which-nobody-guesses"
)

// asking answers every question by a function.
type asking func(ctx context.Context, q httpapi.Question, w io.Writer) error

// Answer implements [httpapi.Reader].
func (f asking) Answer(ctx context.Context, q httpapi.Question, w io.Writer) error {
	return f(ctx, q, w)
}

// newAPI is an API of an empty log, and what it logs.
func newAPI(t testing.TB, limits httpapi.Limits, reader asking) (*httpapi.API, *bytes.Buffer) {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	api, err := httpapi.New(httpapi.Config{Reader: reader, Log: log, Hosts: []string{host}, Secret: secret, Version: "test",
		Logger: slog.New(slog.NewTextHandler(&said, nil)), Now: time.Now, Limits: limits, Live: httpapi.DefaultLiveLimits()})
	if err != nil {
		t.Fatal(err)
	}
	return api, &said
}

// get requests a path from the API, with the secret.
func get(t testing.TB, api *httpapi.API, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+path, nil)
	r.Header.Set("Authorization", "Bearer "+secret)
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w
}

func isProblem(t *testing.T, got *httptest.ResponseRecorder, status int, kind string) {
	t.Helper()
	if got.Code != status || !strings.Contains(got.Body.String(), `"kind": "`+kind+`"`) {
		t.Errorf("%d, want %d and kind %s:\n%s", got.Code, status, kind, got.Body)
	}
}

// TestTheOpenAPIDocumentIsThePublishedOne compares the document with the golden file: its diff is a
// change of the interface. Of the components it holds the names: they are the schemas in the folder
// schemas, which have separate tests.
func TestTheOpenAPIDocumentIsThePublishedOne(t *testing.T) {
	api, _ := newAPI(t, httpapi.DefaultLimits(), nil)
	const file = "testdata/openapi.json"
	var document struct {
		OpenAPI, Info, Paths, Security jsontext.Value
		Components                     struct {
			Schemas         map[string]struct{}
			SecuritySchemes jsontext.Value
		}
	}
	if err := json.Unmarshal(api.OpenAPI(), &document, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(document, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := get(t, api, "/openapi.json"); got.Body.String() != string(api.OpenAPI()) {
		t.Errorf("served: %d %s", got.Code, got.Body)
	}
}

// TestMoreRequestsThanTheLimitAreRefused holds one answer back while another is requested.
func TestMoreRequestsThanTheLimitAreRefused(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	api, _ := newAPI(t, httpapi.Limits{Requests: 1, Time: time.Minute}, func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		close(asked)
		<-answer
		_, err := io.WriteString(w, "{}\n")
		return err
	})
	first := make(chan int)
	go func() { first <- get(t, api, "/v1/board").Code }()
	<-asked
	second := get(t, api, "/v1/board")
	isProblem(t, second, http.StatusServiceUnavailable, "unavailable")
	if second.Header().Get("Retry-After") == "" {
		t.Error("the caller is not told when to retry")
	}
	if health := get(t, api, "/healthz"); health.Code != http.StatusOK {
		t.Errorf("health: %d", health.Code)
	}
	close(answer)
	if code := <-first; code != http.StatusOK {
		t.Errorf("the first: %d", code)
	}
}

// TestAnAnswerThatTakesTooLongIsATimeout asks a reader that waits for the end of the request.
func TestAnAnswerThatTakesTooLongIsATimeout(t *testing.T) {
	api, _ := newAPI(t, httpapi.Limits{Requests: 1, Time: time.Nanosecond}, func(ctx context.Context, _ httpapi.Question, _ io.Writer) error {
		<-ctx.Done()
		return ctx.Err()
	})
	isProblem(t, get(t, api, "/v1/events"), http.StatusGatewayTimeout, "timeout")
}

// TestAFaultIsToldShortAndLoggedWhole lets readers panic and fail without a type.
func TestAFaultIsToldShortAndLoggedWhole(t *testing.T) {
	for says, reader := range map[string]asking{
		"a panic": func(context.Context, httpapi.Question, io.Writer) error { panic("the inside of the server") },
		"an error": func(context.Context, httpapi.Question, io.Writer) error {
			return errors.New("the inside of the server")
		},
		"no answer": func(_ context.Context, _ httpapi.Question, w io.Writer) error {
			_, err := io.WriteString(w, "{")
			return err
		},
	} {
		api, said := newAPI(t, httpapi.DefaultLimits(), reader)
		got := get(t, api, "/v1/board?repo=what-was-said-in-a-session")
		isProblem(t, got, http.StatusInternalServerError, "unknown")
		id := got.Header().Get("X-Request-Id")
		if strings.Contains(got.Body.String(), "inside") || !strings.Contains(got.Body.String(), id) {
			t.Errorf("%s: the caller is told %s", says, got.Body)
		}
		if !strings.Contains(said.String(), "level=ERROR") || !strings.Contains(said.String(), id) || strings.Contains(said.String(), "what-was-said") {
			t.Errorf("%s: the log says %s", says, said)
		}
		where := map[string]string{"a panic": "/consumers/httpapi_test/api_test.go:", "an error": "/consumers/httpapi/answer.go:", "no answer": "/consumers/httpapi/answer.go:"}[says]
		if _, stack, _ := strings.Cut(said.String(), " stack="); !strings.Contains(stack, where) || strings.Contains(said.String(), "inside") {
			t.Errorf("%s: the log says not where, or what: %s", says, said)
		}
	}
}

// TestABodyThatBreaksOffIsNoFaultOfTheServer ends the connection of a caller within a body.
func TestABodyThatBreaksOffIsNoFaultOfTheServer(t *testing.T) {
	for _, why := range []error{io.ErrUnexpectedEOF, &net.OpError{Op: "read", Err: syscall.ECONNRESET}} {
		api, _ := newAPI(t, httpapi.DefaultLimits(), nil)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+host+"/v1/events", iotest.ErrReader(why))
		r.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		isProblem(t, w, http.StatusBadRequest, "usage")
	}
}

// TestTheIdOfARequestIsTheCallersWhereItIsOne sends ids.
func TestTheIdOfARequestIsTheCallersWhereItIsOne(t *testing.T) {
	api, said := newAPI(t, httpapi.DefaultLimits(), nil)
	for given, kept := range map[string]bool{"abc-1": true, "": false, "a b": false, strings.Repeat("x", 65): false, "\"level=ERROR": false} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+"/v1/nowhere", nil)
		r.Header.Set("X-Request-Id", given)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		if got := w.Header().Get("X-Request-Id"); got == "" || (got == given) != kept {
			t.Errorf("%q is answered as %q", given, got)
		}
		if given != "" && strings.Contains(said.String(), given) != kept {
			t.Errorf("%q: the log says %s", given, said)
		}
	}
}

// TestAServerThatDrainsIsNotReady asks for health and readiness before and after.
func TestAServerThatDrainsIsNotReady(t *testing.T) {
	api, _ := newAPI(t, httpapi.DefaultLimits(), func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		_, err := io.WriteString(w, "{}\n")
		return err
	})
	if got := get(t, api, "/readyz"); got.Code != http.StatusOK {
		t.Errorf("ready: %d", got.Code)
	}
	api.Drain()
	api.Drain()
	isProblem(t, get(t, api, "/readyz"), http.StatusServiceUnavailable, "unavailable")
	for _, path := range []string{"/healthz", "/v1/board"} {
		if got := get(t, api, path); got.Code != http.StatusOK {
			t.Errorf("%s while draining: %d", path, got.Code)
		}
	}
}

// TestAPageOfEventsIsBounded reads events of which not all fit into a page.
func TestAPageOfEventsIsBounded(t *testing.T) {
	written := 0
	api, _ := newAPI(t, httpapi.DefaultLimits(), func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		for written < 20 {
			written++
			if _, err := fmt.Fprintf(w, `{"position":%d,"data":"%s"}`+"\n", written, strings.Repeat("x", 1<<20)); err != nil {
				return err
			}
		}
		return nil
	})
	got := get(t, api, "/v1/events")
	if n := strings.Count(got.Body.String(), "\n"); n != 8 || written != 8 || !strings.HasSuffix(got.Body.String(), "\n") {
		t.Errorf("a page of %d lines, %d bytes, after %d lines", n, got.Body.Len(), written)
	}
	if link := got.Header().Get("Link"); !strings.Contains(link, "after=8") {
		t.Errorf("link %q", link)
	}
}

// TestAPageThatBreaksOffEndsWithTheError reads events of which one is damaged.
func TestAPageThatBreaksOffEndsWithTheError(t *testing.T) {
	damaged := &domain.Error{Kind: domain.ErrCorrupt, Operation: "read event", Message: "its bytes do not verify"}
	lines := "{\"position\":1}\n"
	api, _ := newAPI(t, httpapi.DefaultLimits(), func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		if _, err := io.WriteString(w, lines); err != nil {
			return err
		}
		return damaged
	})
	got := get(t, api, "/v1/events")
	if want := lines + `{"type":"error","error":{"kind":"corrupt","operation":"read event","message":"its bytes do not verify","retryable":false}}` + "\n"; got.Code != http.StatusOK || got.Body.String() != want {
		t.Errorf("%d (-want +got)\n%s", got.Code, cmp.Diff(want, got.Body.String()))
	}
	lines = ""
	isProblem(t, get(t, api, "/v1/events"), http.StatusInternalServerError, "corrupt")
}

// FuzzRequest sends paths and queries: each is answered by a document or a problem of the caller.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{"/v1/board?limit=1&state=ended", "/v1/lanes/x/outcome", "/v1/events?after=3", "/v1/audit/shipped?of=HEAD", "//v1/../board", "/v1/search?q=%zz", "/%2e%2e/"} {
		f.Add(seed)
	}
	api, said := newAPI(f, httpapi.DefaultLimits(), func(_ context.Context, q httpapi.Question, w io.Writer) error {
		for _, flag := range q.Flags {
			if flag.Name == "" || flag.Value == "" || strings.ContainsAny(flag.Name, "= ") {
				return errors.New("no flag")
			}
		}
		_, err := io.WriteString(w, "{}\n")
		return err
	})
	f.Fuzz(func(t *testing.T, target string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?"); !strings.HasPrefix(r.URL.Path, "/") {
			r.URL.Path = "/" + r.URL.Path
		}
		r.Host = host
		r.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%q: %d %s\n%s", target, w.Code, w.Body, said)
		}
	})
}
