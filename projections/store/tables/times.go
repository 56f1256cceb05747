package tables

import (
	"math"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/values"
)

// Known is a time as columns hold it, 0 when not known.
func Known(at domain.Instant) int64 {
	if !at.Known() {
		return 0
	}
	return at.UnixNano()
}

// Earlier takes a time that is before the one that is held.
func Earlier(span *values.Time, t values.Time) {
	if t.Before(*span) {
		*span = t
	}
}

// OldestFirst is the column of a list whose unknown times come last.
func OldestFirst(t values.Time) int64 {
	if !t.Known() {
		return math.MaxInt64
	}
	return int64(t)
}

// TimeOfOldest reads what OldestFirst writes.
func TimeOfOldest(column int64) values.Time {
	if column == math.MaxInt64 {
		return 0
	}
	return values.Time(column)
}
