// Package esdbtest serves logs by the protocol of EventStoreDB for tests: on loopback, without TLS, to
// everybody, and as they are. It is no part of any program.
package esdbtest

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// patience is how long requests under way may take when a server stops.
const patience = 2 * time.Second

// Server serves one log until its test ends.
type Server struct {
	Address string // host:port
	URL     string // the connection string
	// Stop stops the server. The log stays open.
	Stop func()
}

// Serve serves a log on an address of its own.
func Serve(t testing.TB, log eventlog.Log) *Server {
	t.Helper()
	return ServeAt(t, log, "127.0.0.1:0")
}

// ServeAt serves a log on an address, which nobody else listens on.
func ServeAt(t testing.TB, log eventlog.Log, address string) *Server {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	api, err := esdbapi.New(esdbapi.Config{Log: log, Authorize: func(context.Context, string) (esdbapi.Access, error) { return esdbapi.Access{Appender: raw{log}}, nil },
		Address: listener.Addr(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- api.Serve(listener) }()
	s := &Server{Address: listener.Addr().String(), URL: "esdb://" + listener.Addr().String() + "?tls=false"}
	s.Stop = sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		api.Stop(ctx)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.Stop)
	return s
}

// raw appends what clients send as it is.
type raw struct{ log eventlog.Log }

// Append implements [esdbapi.Appender].
func (r raw) Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	return r.log.Append(ctx, drafts[0].Stream, want, drafts)
}
