package esdb

import (
	"context"
	"slices"

	"github.com/cockroachdb/errors"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/remote/wireerror"
)

// reasonDomain is the vocabulary of the reasons that a server of claw gives with a status.
const reasonDomain = "claw"

// typed turns the error of a call into a typed one. That of an ended context stays.
func typed(operation, target string, err error) error {
	var already *domain.Error
	if err == nil || errors.As(err, &already) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s := status.Convert(err)
	e, promised := ofClaw(s)
	if e == nil {
		e = &domain.Error{Kind: kindOf(s.Code()), Target: target, Message: s.Message(),
			Detail: map[string]any{"status": s.Code().String()}, Retryable: transient(err)}
	}
	e.Operation = operation
	if s.Code() == codes.Unavailable && e.Hint == "" {
		e.Hint = "check that the server runs, and that the address and tls= of esdb:// are its own"
	}
	if sentinel := sentinelOf(s.Code(), e.Kind); sentinel != nil && len(promised) == 0 {
		promised = []error{sentinel}
	}
	var whole error = e
	for _, sentinel := range promised {
		whole = eventlog.Fail(sentinel, whole)
	}
	return whole
}

// ofClaw is the error that a server of claw sent, and what it promises of the log: whole, or, where that is
// too large or the server is an older one, what every client is told. nil for a status of another server.
func ofClaw(s *status.Status) (*domain.Error, []error) {
	for _, detail := range s.Proto().GetDetails() {
		if e, promised := wireerror.Decode(detail); e != nil {
			return e, promised
		}
	}
	for _, detail := range s.Details() {
		if info, is := detail.(*errdetails.ErrorInfo); is && info.GetDomain() == reasonDomain {
			told := info.GetMetadata()
			return &domain.Error{Kind: domain.ErrorKind(info.GetReason()), Target: told["target"], Message: told["message"], Hint: told["hint"],
				Detail: map[string]any{"status": s.Code().String()}, Retryable: transient(s.Err())}, nil
		}
	}
	return nil, nil
}

// kindOf is the kind of a status that has no reason of claw's.
func kindOf(c codes.Code) domain.ErrorKind {
	switch c {
	case codes.Unauthenticated:
		return domain.ErrAuth
	case codes.PermissionDenied:
		return domain.ErrPolicy
	case codes.InvalidArgument, codes.OutOfRange:
		return domain.ErrUsage
	case codes.NotFound:
		return domain.ErrNotFound
	case codes.AlreadyExists, codes.FailedPrecondition, codes.Aborted:
		return domain.ErrConflict
	case codes.DeadlineExceeded:
		return domain.ErrTimeout
	case codes.Unavailable, codes.Unimplemented, codes.ResourceExhausted, codes.Canceled:
		return domain.ErrUnavailable
	case codes.DataLoss:
		return domain.ErrCorrupt
	case codes.OK, codes.Unknown, codes.Internal:
	}
	return domain.ErrRuntime
}

// sentinelOf is what an error promises of the log, nil for nothing.
func sentinelOf(c codes.Code, kind domain.ErrorKind) error {
	switch {
	case c == codes.DataLoss:
		return eventlog.ErrCorrupt
	case c == codes.ResourceExhausted && kind == domain.ErrFilesystem:
		return eventlog.ErrFull
	case c == codes.InvalidArgument, c == codes.PermissionDenied:
		return eventlog.ErrInvalid
	case c == codes.AlreadyExists:
		return eventlog.ErrConflict
	}
	return nil
}

// transient reports whether the same call may succeed on a node that answers.
func transient(err error) bool {
	return slices.Contains([]codes.Code{codes.Unavailable, codes.Aborted, codes.DeadlineExceeded, codes.Canceled}, status.Code(err))
}

func isConflict(err error) bool { return errors.Is(err, eventlog.ErrConflict) }
