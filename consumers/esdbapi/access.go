package esdbapi

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/clawable/claw/domain"
)

// Access is what one caller may do.
type Access struct {
	// Appender appends what the caller sends; nil for a caller that only reads.
	Appender Appender
	// Readable is why the caller may not read an event, nil where it may; a nil function lets it read all.
	Readable func(e *domain.Event) error
}

// reads is why the caller may not read an event, nil where it may.
func (a Access) reads(e *domain.Event) error {
	if a.Readable == nil {
		return nil
	}
	return a.Readable(e)
}

// caller is the sender of a request.
type caller struct {
	credential string
	Access
}

type callerKey struct{}

// callerOf returns the sender of the request of a context.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// admit returns the context of a request with its caller, and refuses requests whose credential is not
// accepted.
func (s *Server) admit(ctx context.Context, method string) (context.Context, error) {
	if open[method] {
		return ctx, nil
	}
	given, err := credential(metadata.ValueFromIncomingContext(ctx, "authorization"))
	if err != nil {
		return ctx, err
	}
	access, err := s.Authorize(ctx, given)
	return context.WithValue(ctx, callerKey{}, caller{given, access}), err
}

// again returns what the caller of a continuing request may do now.
//
// Errors: why its credential is not accepted any more.
func (s *Server) again(ctx context.Context) (Access, error) {
	return s.Authorize(ctx, callerOf(ctx).credential)
}

// called is a stream with the context that [Server.admit] derived from the stream's own.
type called struct {
	grpc.ServerStream
	ctx context.Context
}

// Context implements [grpc.ServerStream].
func (c called) Context() context.Context { return c.ctx }
