package origin

import (
	"errors"

	"github.com/clawable/claw/domain"
)

// failure is what went wrong with the log, not with the read model.
type failure struct{ error }

// Unwrap returns the error of the log.
func (f failure) Unwrap() error { return f.error }

// Failed marks an error as one of the log.
func Failed(err error) error { return failure{err} }

// IsFailure reports whether err came from the log.
func IsFailure(err error) bool { return errors.As(err, new(failure)) }

// CorruptAt reports whether err is a log's damage, and where.
func CorruptAt(err error) (bool, domain.Position) {
	var typed *domain.Error
	if !IsFailure(err) || !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt {
		return false, domain.Position{}
	}
	n, ok := typed.Detail["position"].(uint64)
	return ok, domain.PositionAt(n)
}

// IsLost reports whether an error of [Log.Get] says that the log has the event no longer,
// or no longer whole.
func IsLost(err error) bool {
	var typed *domain.Error
	return errors.As(err, &typed) && (typed.Kind == domain.ErrNotFound || typed.Kind == domain.ErrCorrupt)
}
