package serve_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/cmd/projector/serve/answers"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/consumers/web"
	"github.com/clawable/claw/eventlog/engine"
)

const secret = "the-secret-of-a-test-which-nobody-guesses"

// server is the API of a world's log on a separate address.
type server struct {
	t   *testing.T
	url string
	api *httpapi.API
	// access lets browsers in.
	access *web.Access
	end    func()
}

// serving serves the log of a world by the clock of the world, until the test ends.
func serving(t *testing.T, w *clitest.World, limits httpapi.Limits) *server {
	t.Helper()
	return servingWith(t, w, limits, func(*httpapi.Config) {})
}

// servingWith serves with a configuration that the test changes.
func servingWith(t *testing.T, w *clitest.World, limits httpapi.Limits, change func(*httpapi.Config)) *server {
	t.Helper()
	at := app.Setting{Value: "sqlite:" + w.Log(), Source: "default", From: "test"}
	log, err := engine.Open(t.Context(), at.Value, engine.Options{Now: w.Now})
	if err != nil {
		t.Fatal(err)
	}
	reader := answers.NewReader(w.Program(io.Discard, io.Discard), at, log, "")
	streams, err := answers.NewStreams(t.Context(), reader, w.Path("home/.local/state/claw"), live.DefaultLimits(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewUnstartedServer(nil)
	host := listening.Listener.Addr().String()
	access := web.NewAccess(secret, host[strings.LastIndexByte(host, ':')+1:], w.Now)
	writer := answers.NewWriter(reader)
	kept, err := answers.NewKept(w.Path("home/.local/state/claw/answers/test"), w.Now())
	if err != nil {
		t.Fatal(err)
	}
	config := httpapi.Config{Reader: reader, Log: log, Hosts: []string{host, access.Host()}, Secret: secret, Version: "test",
		Browsers: access, Pages: func(d httpapi.Documents) http.Handler { return web.New(d, w.Now, nil) },
		Tokens: &token.Book{Log: log}, Writer: writer, Kept: kept,
		Logger: slog.New(slog.DiscardHandler), Now: w.Now, Limits: limits, Standing: streams.Standing, Streams: streams, Live: httpapi.DefaultLiveLimits()}
	change(&config)
	api, err := httpapi.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening.Config.Handler = api
	listening.Start()
	s := &server{t: t, url: listening.URL, api: api, access: access}
	s.end = sync.OnceFunc(func() {
		api.Drain()
		listening.Close()
		if err := streams.Close(); err != nil {
			t.Error(err)
		}
		if err := writer.Close(); err != nil {
			t.Error(err)
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.end)
	return s
}

// reply is what the server answered.
type reply struct {
	status int
	header http.Header
	body   string
}

// request is a GET of a path with the secret.
func (s *server) request(path string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	return r
}

func (s *server) do(r *http.Request) reply {
	s.t.Helper()
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.Header.Get("Content-Type") == "text/event-stream" { // it stays open
		return reply{status: answer.StatusCode, header: answer.Header}
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{answer.StatusCode, answer.Header, string(body)}
}

func (s *server) get(path string) reply { s.t.Helper(); return s.do(s.request(path)) }

// isProblem holds a reply to be the error document of a kind.
func (s *server) isProblem(says string, got reply, status int, kind string) {
	s.t.Helper()
	if got.status != status || !strings.Contains(got.body, `"type": "error"`) || !strings.Contains(got.body, `"kind": "`+kind+`"`) ||
		!strings.Contains(got.body, `"correlation": "`+got.header.Get("X-Request-Id")+`"`) {
		s.t.Errorf("%s: %d, want %d and kind %s:\n%s", says, got.status, status, kind, got.body)
	}
}
