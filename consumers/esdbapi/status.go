package esdbapi

import (
	"context"
	"strings"

	"github.com/cockroachdb/errors"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/remote/wireerror"
)

// ErrorDomain names the vocabulary of the reasons of statuses: the kinds of [domain.Error].
const ErrorDomain = "claw"

// statusOf turns an error into a gRPC status with the typed error as details: for clients in any language an
// ErrorInfo with the kind as reason, for those of claw the error whole ([wireerror]). It is the only function
// that does. A status stays as it is.
func statusOf(err error) error {
	if err == nil {
		return nil
	}
	if _, is := err.(interface{ GRPCStatus() *status.Status }); is {
		return err
	}
	var e *domain.Error
	if !errors.As(err, &e) {
		switch {
		case errors.Is(err, context.Canceled):
			return status.Error(codes.Canceled, "the request was canceled")
		case errors.Is(err, context.DeadlineExceeded):
			return status.Error(codes.DeadlineExceeded, "the time of the request is over")
		}
		e = &domain.Error{Kind: domain.ErrUnknown, Operation: "answer", Message: "this is a fault of the server"}
	}
	return withReason(codeOf(err, e.Kind), err, e)
}

// unimplemented is the status of what the server does not have.
func unimplemented(e *domain.Error) error { return withReason(codes.Unimplemented, e, e) }

// withReason is the status of err, which is e to its callers.
func withReason(code codes.Code, err error, e *domain.Error) error {
	text := e.Error()
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	info := &errdetails.ErrorInfo{Reason: string(e.Kind), Domain: ErrorDomain, Metadata: map[string]string{
		"operation": clean(e.Operation), "target": clean(e.Target), "message": clean(e.Message), "hint": clean(e.Hint)}}
	plain := status.New(code, clean(text))
	detailed, fault := plain.WithDetails(info)
	if fault != nil {
		return plain.Err()
	}
	of := detailed.Proto()
	if whole := wireerror.Encode(err, e); whole != nil {
		of.Details = append(of.Details, whole)
	}
	return status.FromProto(of).Err()
}

// mostText bounds each text of a status, which travels in headers.
const mostText = 1 << 10

// clean is text as protocol buffers hold it.
func clean(s string) string { return strings.ToValidUTF8(s[:min(len(s), mostText)], "\uFFFD") }

// codeOf returns the code by which clients decide how to handle an error.
func codeOf(err error, k domain.ErrorKind) codes.Code {
	if errors.Is(err, eventlog.ErrFull) {
		return codes.ResourceExhausted
	}
	switch k {
	case domain.ErrUsage, domain.ErrParse, domain.ErrSession:
		return codes.InvalidArgument
	case domain.ErrAuth:
		return codes.Unauthenticated
	case domain.ErrPolicy:
		return codes.PermissionDenied
	case domain.ErrNotFound:
		return codes.NotFound
	case domain.ErrConflict:
		return codes.AlreadyExists
	case domain.ErrUnavailable:
		return codes.Unavailable
	case domain.ErrTimeout:
		return codes.DeadlineExceeded
	case domain.ErrCorrupt:
		return codes.DataLoss
	case domain.ErrFilesystem, domain.ErrRuntime, domain.ErrMCP, domain.ErrDelivery, domain.ErrUnknown:
	}
	return codes.Internal
}

// usage is the error of a request that cannot be read.
func usage(operation, target, message, hint string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: target, Message: message, Hint: hint}
}
