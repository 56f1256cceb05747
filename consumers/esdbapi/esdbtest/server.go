// Package esdbtest serves logs by the protocol of EventStoreDB for tests: on loopback, and as they are. It is
// no part of any program.
package esdbtest

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/credentials"

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

// Serve serves a log on a separate address, without TLS and to every caller.
func Serve(t testing.TB, log eventlog.Log) *Server {
	t.Helper()
	return ServeAt(t, log, "127.0.0.1:0")
}

// ServeAt is [Serve] on a given address, on which no other server listens.
func ServeAt(t testing.TB, log eventlog.Log, address string) *Server {
	t.Helper()
	return serve(t, address, esdbapi.Config{Log: log, Authorize: func(context.Context, string) (esdbapi.Access, error) { return esdbapi.Access{Appender: raw{log}}, nil }})
}

// ServeSecurely serves a log with TLS on a separate address, to callers that present a password.
func ServeSecurely(t testing.TB, log eventlog.Log, pair *tls.Certificate, password string) *Server {
	t.Helper()
	return serve(t, "127.0.0.1:0", esdbapi.Config{Log: log, Transport: credentials.NewServerTLSFromCert(pair), Authorize: func(_ context.Context, shown string) (esdbapi.Access, error) {
		if shown != password {
			return esdbapi.Access{}, &domain.Error{Kind: domain.ErrAuth, Operation: "answer", Message: "it is another password"}
		}
		return esdbapi.Access{Appender: raw{log}}, nil
	}})
}

func serve(t testing.TB, address string, c esdbapi.Config) *Server {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c.Address, c.Now = listener.Addr(), time.Now
	api, err := esdbapi.New(c)
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
