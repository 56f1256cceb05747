package httpapi

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/singleflight"
)

// Config is what an API serves, to whom, and within which limits.
type Config struct {
	Reader Reader
	Log    Log
	// Hosts are the values of the header Host that are answered, with their port. Requests of a page of
	// another origin that reaches the address by its own name are not answered.
	Hosts []string
	// Names reports whether a host, without a port, is a name of a server with TLS; it replaces Hosts.
	// nil: the server has no TLS.
	Names func(host string) bool
	// Secret is what a caller of this machine shows as Authorization: Bearer; "": no secret is taken.
	Secret string
	// Tokens are what other callers show; nil: no token is taken.
	Tokens Tokens
	// Writer does what callers command; nil: nothing is written.
	Writer Writer
	// Kept keeps the answers of commands with a key; nil: keys are not honoured.
	Kept Kept
	// Browsers lets browsers in, and Pages makes what they are shown; nil: browsers are shown nothing.
	Browsers Browsers
	Pages    func(Documents) http.Handler
	// Version is the version of the program, for the OpenAPI document.
	Version string
	Logger  *slog.Logger
	Now     func() time.Time
	Limits  Limits
	// Begin is the position of the log when the server began.
	Begin uint64
	// Standing returns the state of the server, for the metrics; nil: they do not report it.
	Standing func(context.Context) (Standing, error)
	// Streams are the feeds of what stays open.
	Streams Streams
	Live    LiveLimits
	// Ticks makes what beats the hearts of streams, and its end; nil: tickers of the clock.
	Ticks func(time.Duration) (beats <-chan time.Time, stop func())
}

// Limits bound what one caller can take of the server.
type Limits struct {
	Requests int           // answered at once, from 1; further ones are refused with unavailable
	Time     time.Duration // of one answer
	Rate     float64       // requests a second of one token; 0: any
	Burst    int           // of them at once
}

// DefaultLimits are the limits of a server for one machine.
func DefaultLimits() Limits {
	return Limits{Requests: 64, Time: 30 * time.Second, Rate: 100, Burst: 200}
}

// API answers HTTP requests about one log. It is safe for concurrent use.
type API struct {
	Config
	huma     huma.API
	mux      *http.ServeMux
	handler  http.Handler
	document []byte // OpenAPI
	metrics  *metrics
	rates    *rates
	labels   labels
	memo     memo
	heads    heads
	asking   singleflight.Group // questions that are being answered
	underWay sync.Map           // keys of commands that are being done
	slots    chan struct{}
	readers  chan struct{} // of streams
	draining chan struct{} // closed when the server stops
	drain    func()
}

// New makes an API.
//
// Errors: a schema that the program carries cannot be read.
func New(c Config) (*API, error) {
	a := &API{Config: c, mux: http.NewServeMux(), slots: make(chan struct{}, c.Limits.Requests), rates: newRates(c.Limits),
		readers: make(chan struct{}, c.Live.Readers), draining: make(chan struct{})}
	a.heads.of = &a.Config
	if a.Ticks == nil {
		a.Ticks = ticks
	}
	a.metrics = newMetrics(a)
	a.drain = sync.OnceFunc(func() { close(a.draining) })
	components, err := published()
	if err != nil {
		return nil, errors.Wrap(err, "read the published schemas")
	}
	registry := huma.NewMapRegistry(componentPrefix, huma.DefaultSchemaNamer)
	for name, schema := range components {
		registry.Map()[name] = schema
	}
	a.huma = humago.New(a.mux, configOf(c.Version, registry))
	a.routes()
	commands(commander{a})
	a.streams()
	keepReachable(a.huma.OpenAPI())
	if a.document, err = json.Marshal(a.huma.OpenAPI(), json.Deterministic(true), jsontext.WithIndent("  ")); err != nil {
		return nil, errors.Wrap(err, "encode the OpenAPI document")
	}
	a.mux.HandleFunc("GET /openapi.json", a.openAPI)
	a.mux.Handle("GET "+metricsPath, internal(metricsHandler(a)))
	a.mux.HandleFunc("/", a.nowhere)
	a.handler = a.guarded(a.mux)
	return a, nil
}

// ticks are those of the clock.
func ticks(every time.Duration) (<-chan time.Time, func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}

// configOf is the configuration of huma: JSON alone, no pages, and no route that is not listed here.
func configOf(version string, registry huma.Registry) huma.Config {
	humaErrors()
	format := huma.Format{Marshal: writeJSON, Unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) }}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{Title: "claw", Version: version,
				Description: "The documents, events and receipts of a run log. docs/json.md says what programs can rely on."},
			Servers: []*huma.Server{{URL: "/", Description: "the address that projector serve printed"}},
			Components: &huma.Components{Schemas: registry, SecuritySchemes: map[string]*huma.SecurityScheme{secretScheme: {Type: "http", Scheme: "bearer",
				Description: "the secret in the file that projector serve names, or that of a token of the log"}}},
			Security: []map[string][]string{{secretScheme: {}}},
		},
		Formats:                      map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
	}
}

// secretScheme names, in the OpenAPI document, how a caller identifies itself.
const secretScheme = "secret"

// humaErrors makes huma report errors as the error document. Its hook belongs to the whole process.
var humaErrors = sync.OnceFunc(func() {
	huma.NewErrorWithContext = refused
	huma.NewError = func(status int, message string, causes ...error) huma.StatusError {
		return refused(nil, status, message, causes...)
	}
})

// ServeHTTP implements [http.Handler].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Drain makes the server unready. Requests under way are answered, and streams end.
func (a *API) Drain() { a.drain() }

// OpenAPI is the OpenAPI document, JSON.
func (a *API) OpenAPI() []byte { return bytes.Clone(a.document) }

func (a *API) openAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(a.document) // the caller is gone
}
