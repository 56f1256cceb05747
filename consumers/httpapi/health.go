package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/clawable/claw/domain"
)

// The paths that are answered without the secret: they say nothing of the log.
const (
	healthPath = "/healthz" // the process answers
	readyPath  = "/readyz"  // and the log can be read
)

// patience is how long the log may take to respond to a health check.
const patience = 2 * time.Second

func (a *API) health(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == readyPath {
		if err := a.Ready(r.Context()); err != nil {
			fail(w, r, &domain.Error{Kind: domain.ErrUnavailable, Operation: "answer", Message: "not ready", Retryable: true})
			noteProblem(r.Context(), &problem{status: http.StatusServiceUnavailable}, err)
			return
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n") // the caller is gone
}

// Ready is why requests are not answered now, nil where they are.
//
// Errors: [http.ErrServerClosed] after [API.Drain]; those of the log.
func (a *API) Ready(ctx context.Context) error {
	select {
	case <-a.draining:
		return http.ErrServerClosed
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := a.Log.Head(ctx)
	return err
}
