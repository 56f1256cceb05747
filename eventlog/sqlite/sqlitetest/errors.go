package sqlitetest

import (
	"errors"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Describe names an error by its sentinel, kind and errno; "" for none.
func Describe(err error) string {
	if err == nil {
		return ""
	}
	sentinel := "unmarked"
	for name, s := range map[string]error{"conflict": eventlog.ErrConflict, "invalid": eventlog.ErrInvalid, "not found": eventlog.ErrNotFound,
		"read-only": eventlog.ErrReadOnly, "full": eventlog.ErrFull, "busy": eventlog.ErrBusy, "closed": eventlog.ErrClosed} {
		if errors.Is(err, s) {
			sentinel = name
		}
	}
	if sentinel == "unmarked" && errors.Is(err, eventlog.ErrCorrupt) {
		sentinel = "corrupt"
	}
	var e *domain.Error
	if !errors.As(err, &e) {
		return "untyped: " + err.Error()
	}
	if (e.Hint == "") == e.Next.IsZero() {
		return "no hint, or both a hint and a next step: " + err.Error()
	}
	text := sentinel + " " + string(e.Kind)
	if e.Errno != "" {
		text += " " + e.Errno
	}
	return text
}

// WantError wants a typed error of a kind that says something and names a way out: hint is
// part of its hint, or of the code of its next step.
func WantError(t *testing.T, err error, kind domain.ErrorKind, says, hint string) {
	t.Helper()
	var e *domain.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a typed one", err)
	}
	if e.Kind != kind || !strings.Contains(e.Message, says) || !strings.Contains(e.Hint+string(e.Next.Code), hint) {
		t.Errorf("%s: %s\nhint: %s\nnext: %s\nwant kind %s, %q, hint %q", e.Kind, e.Message, e.Hint, e.Next.Code, kind, says, hint)
	}
}
