package esdbapi

import (
	"context"
	"encoding/base64"
	"runtime/debug"
	"strings"

	"github.com/cockroachdb/errors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
)

// open are the methods that clients call before they show a credential. They say nothing of the log.
var open = map[string]bool{
	"/event_store.client.server_features.ServerFeatures/GetSupportedMethods": true,
	"/event_store.client.gossip.Gossip/Read":                                 true,
}

func (s *Server) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
	defer func() { err = s.answered(info.FullMethod, err, recover()) }()
	if ctx, err = s.admit(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	return handle(ctx, req)
}

func (s *Server) stream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) (err error) {
	defer func() { err = s.answered(info.FullMethod, err, recover()) }()
	ctx, err := s.admit(stream.Context(), info.FullMethod)
	if err != nil {
		return err
	}
	return handle(srv, called{stream, ctx})
}

// answered returns the status of a call that returned err or panicked. A panic ends the call, and the
// server continues.
func (s *Server) answered(method string, err error, panicked any) error {
	if panicked != nil {
		err = errors.Newf("panic: %v\n%s", panicked, errors.Safe(string(debug.Stack())))
	}
	told := statusOf(err)
	if status.Code(told) == codes.Internal && s.Failed != nil {
		s.Failed(method, err)
	}
	return told
}

// credential is what the header shows: the token of Bearer, or the password of Basic; "" without one.
func credential(header []string) (string, error) {
	if len(header) == 0 {
		return "", nil
	}
	scheme, value, _ := strings.Cut(header[0], " ")
	switch {
	case len(header) > 1:
	case strings.EqualFold(scheme, "bearer"):
		return value, nil
	case strings.EqualFold(scheme, "basic"):
		text, err := base64.StdEncoding.DecodeString(value)
		_, password, found := strings.Cut(string(text), ":")
		if err == nil && found {
			return password, nil
		}
	}
	return "", &domain.Error{Kind: domain.ErrAuth, Operation: "read the credential", Message: "the header authorization is neither Basic nor Bearer",
		Hint: "put user and password into the connection string: esdb://claw:SECRET@host:port"}
}

// unknown refuses the services of EventStoreDB that a log does not have.
func unknown(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	e := &domain.Error{Kind: domain.ErrUnavailable, Operation: "call", Target: method, Message: "a run log does not have this service",
		Hint: "docs/esdb.md names the methods that are served"}
	if strings.HasPrefix(method, "/event_store.client.persistent_subscriptions.") {
		e.Message, e.Hint = "there are no persistent subscriptions: the log keeps no state of its readers",
			"use a catch-up subscription, and keep the position that was read last"
	}
	return unimplemented(e)
}
