package httpapi

import (
	"context"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/coalesce"
)

// heads looks at the head of the log. Callers that come at once share one look. Safe for concurrent use.
type heads struct {
	of    *Config
	group coalesce.Group[eventlog.Head]
}

// now is the head of the log as it was when now was called, or later.
//
// Errors: those of the log.
func (h *heads) now(ctx context.Context) (eventlog.Head, error) {
	return h.group.Do(func() (eventlog.Head, error) {
		patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.of.Limits.Time) // others wait for it when this caller is gone
		defer cancel()
		head, err := h.of.Log.Head(patient)
		return head, errors.Wrap(err, "read the head of the log")
	})
}
