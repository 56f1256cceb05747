package esdbapi

import (
	"context"
	"net"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/cockroachdb/errors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Appender appends what clients send: it decides what a client may append, and as what.
type Appender interface {
	// Append appends drafts, at least one, which all name one stream, under want.
	//
	// Errors: those of [eventlog.Log].
	Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error)
}

// Config is what a server needs. Only Transport and Failed may be absent.
type Config struct {
	// Log is gapless, and stays open for as long as the server is used.
	Log eventlog.Log
	// Authorize returns what the caller that presents a credential may do, or why it is rejected; it is
	// safe for concurrent use. The credential is what follows Bearer, or the password of Basic; "" for a
	// request without one. It is called again while a subscription or a batch append continues.
	Authorize func(ctx context.Context, credential string) (Access, error)
	// Address is where clients reach the server: host and port.
	Address net.Addr
	// Transport is the TLS of the server; nil for none.
	Transport credentials.TransportCredentials
	Now       func() time.Time
	// Failed is called with the full text of each fault of the server, and with the method that
	// encountered it: callers receive only INTERNAL. It must be safe for concurrent use; nil reports to
	// no one.
	Failed func(method string, err error)
}

// Server is the protocol over one log. Safe for concurrent use.
type Server struct {
	Config
	grpc *grpc.Server
	// ending is closed when the server stops: requests that do not end themselves are ended then.
	ending context.Context
	end    context.CancelFunc
}

const (
	mostMessage = 16 << 20        // bytes of one message that a client sends
	mostAppend  = 16 << 20        // bytes of data and metadata of one append
	mostStreams = 256             // requests under way on one connection
	leastPing   = 5 * time.Second // between pings of a client: those of EventStoreDB ping every 10 seconds
)

// New makes a server.
//
// Errors: kind usage for a log whose positions have gaps.
func New(c Config) (*Server, error) {
	if !c.Log.Capabilities().Gapless {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "serve the protocol of EventStoreDB",
			Message: "the positions of this log have gaps", Hint: "serve a log that claw keeps in a file, or let clients use the store itself"}
	}
	s := &Server{Config: c}
	s.ending, s.end = context.WithCancel(context.Background())
	options := []grpc.ServerOption{grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: leastPing, PermitWithoutStream: true}),
		grpc.MaxRecvMsgSize(mostMessage), grpc.MaxConcurrentStreams(mostStreams),
		grpc.UnaryInterceptor(s.unary), grpc.StreamInterceptor(s.stream), grpc.UnknownServiceHandler(unknown)}
	if c.Transport != nil {
		options = append(options, grpc.Creds(c.Transport))
	}
	s.grpc = grpc.NewServer(options...)
	streams.RegisterStreamsServer(s.grpc, &streamsService{Server: s})
	serverfeatures.RegisterServerFeaturesServer(s.grpc, featuresService{})
	gossip.RegisterGossipServer(s.grpc, &gossipService{address: c.Address, now: c.Now})
	return s, nil
}

// Serve answers on a listener, which it closes, until [Server.Stop].
func (s *Server) Serve(listener net.Listener) error {
	return errors.Wrap(s.grpc.Serve(listener), "serve the protocol of EventStoreDB")
}

// Stop ends subscriptions and reads, lets appends under way end for as long as patient lasts, and then
// cuts off what is left.
func (s *Server) Stop(patient context.Context) {
	s.end()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.grpc.GracefulStop()
	}()
	select {
	case <-stopped:
	case <-patient.Done():
		s.grpc.Stop()
		<-stopped
	}
}

// until is ctx, ended also when the server stops.
func (s *Server) until(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.ending, func() { cancel(errStopping) })
	return ctx, func() { stop(); cancel(nil) }
}

// errStopping ends requests when the server stops.
var errStopping error = &domain.Error{Kind: domain.ErrUnavailable, Operation: "answer", Message: "the server stops", Retryable: true}
