package httpapi

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/danielgtaylor/huma/v2"

	"github.com/clawable/claw/domain"
)

// problem is an error as the API reports it: the typed error document, and its HTTP
// status.
type problem struct {
	status int
	Type   string        `json:"type"`
	Err    *domain.Error `json:"error"`
}

// Error implements error.
func (p *problem) Error() string { return p.Err.Error() }

// GetStatus implements [huma.StatusError].
func (p *problem) GetStatus() int { return p.status }

// Schema implements [huma.SchemaProvider]: it is the published schema of errors.
func (*problem) Schema(huma.Registry) *huma.Schema { return documentSchema("error") }

// problemOf turns an error into the error document. It is the only function that does.
func problemOf(err error) *problem {
	var p *problem
	var e *domain.Error
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &e) && e.Kind != domain.ErrUnknown && !errors.Is(err, context.DeadlineExceeded):
		return newProblem(statusOf(e.Kind), e)
	case errors.Is(err, context.DeadlineExceeded):
		return newProblem(http.StatusGatewayTimeout, &domain.Error{Kind: domain.ErrTimeout, Operation: "answer", Message: "the answer took too long",
			Hint: "ask for less: a smaller limit, a later since", Retryable: true})
	case errors.Is(err, context.Canceled):
		return newProblem(http.StatusServiceUnavailable, &domain.Error{Kind: domain.ErrUnavailable, Operation: "answer", Message: "interrupted", Retryable: true})
	}
	return newProblem(http.StatusInternalServerError, &domain.Error{Kind: domain.ErrUnknown, Operation: "answer", Message: "this is a fault of the server; its log has the rest"})
}

func newProblem(status int, e *domain.Error) *problem {
	return &problem{status: status, Type: "error", Err: e}
}

// statusOf is the HTTP status of an error kind.
func statusOf(k domain.ErrorKind) int {
	switch k {
	case domain.ErrUsage, domain.ErrParse, domain.ErrSession:
		return http.StatusBadRequest
	case domain.ErrAuth:
		return http.StatusUnauthorized
	case domain.ErrPolicy:
		return http.StatusForbidden
	case domain.ErrNotFound:
		return http.StatusNotFound
	case domain.ErrConflict:
		return http.StatusConflict
	case domain.ErrUnavailable:
		return http.StatusServiceUnavailable
	case domain.ErrTimeout:
		return http.StatusGatewayTimeout
	case domain.ErrMCP, domain.ErrDelivery:
		return http.StatusBadGateway
	case domain.ErrFilesystem, domain.ErrCorrupt, domain.ErrRuntime, domain.ErrUnknown:
	}
	return http.StatusInternalServerError
}

// usage is the error of a request that cannot be read.
func usage(target, message, hint string) *domain.Error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: "read the request", Target: target, Message: message, Hint: hint}
}

// refused turns what huma found in a request, or what a handler returned, into a problem.
func refused(ctx huma.Context, status int, message string, causes ...error) huma.StatusError {
	for _, err := range causes {
		var p *problem
		if errors.As(err, &p) {
			return p
		}
	}
	if status == http.StatusInternalServerError {
		err := errors.Join(causes...)
		if broken := net.Error(nil); errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &broken) {
			return newProblem(http.StatusBadRequest, usage("", "the body broke off", "send it again"))
		}
		return problemOf(err)
	}
	e := usage("", message, "openapi.json names each parameter and its values")
	if ctx != nil { // nil: huma asks for an example
		e.Correlation = requestOf(ctx.Context()).id
	}
	for _, err := range causes {
		if detailed, ok := err.(huma.ErrorDetailer); ok {
			d := detailed.ErrorDetail()
			e.Cause = append(e.Cause, d.Location+": "+d.Message)
			e.Target, e.Message = strings.TrimPrefix(strings.TrimPrefix(d.Location, "query."), "path."), d.Message
		}
	}
	if len(e.Cause) == 1 {
		e.Cause = nil // the message contains it
	}
	switch status {
	case http.StatusUnprocessableEntity:
		status = http.StatusBadRequest
	case http.StatusRequestTimeout:
		e.Kind, e.Hint, e.Retryable = domain.ErrTimeout, "send the body faster, or in parts", true
	}
	return newProblem(status, e)
}
