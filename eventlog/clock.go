package eventlog

import (
	"math"
	"time"

	"github.com/clawable/claw/domain"
)

// The times that a machine's clock may show: ids of events hold none before, and their numbers and the
// nanoseconds of recorded_at none long after. Resets of the log's time add to the second, up to the
// end of what 64 bits of nanoseconds hold.
var (
	earliestClock = time.Unix(1, 0).UTC() // a number by the clock is not 0
	latestClock   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
	latestStamp   = time.Unix(0, math.MaxInt64).UTC().Truncate(time.Microsecond)
)

// WallClock is this machine's clock, as the times and ids of events hold it: one before 1970 shows
// its first second, one after 2199 shows the year 2200, so that a machine whose clock is far off still records.
func WallClock() time.Time { return UsableClock(time.Now()) }

// UsableClock returns now, or the nearest time that a clock may show; see [WallClock].
func UsableClock(now time.Time) time.Time {
	switch {
	case now.Before(earliestClock):
		return earliestClock
	case now.After(latestClock):
		return latestClock
	}
	return now
}

// ClockUsable reports whether now is within the range of times that a clock may show. The times that
// [WallClock] returns for a clock that is far off are outside it.
func ClockUsable(now time.Time) bool { return now.After(earliestClock) && now.Before(latestClock) }

// Stamp returns the log's time for the next event: the later of now and last, in microseconds; behind reports
// that now was more than a second before last. In a log whose clock was reset, now is the wall clock plus
// [ClockAhead]; where that is later than recorded_at can be, the log's time no longer advances.
func Stamp(now, last time.Time) (at time.Time, behind bool) {
	now = now.UTC().Truncate(time.Microsecond)
	switch {
	case now.After(latestStamp):
		return latestStamp, false
	case now.Before(last):
		return last, last.Sub(now) > time.Second
	}
	return now, false
}

// ClockAhead returns how far recorded_at runs ahead of the wall clock in the log whose own stream is given, as
// its last reset records; see [domain.LogClockReset]. held returns the event with an id, nil for none.
// ClockAhead does not check whether an authorized signer signed a reset: the readers of times check that. A
// forged reset does no more harm than a clock that is ahead.
//
// Errors: those of held.
func ClockAhead(own domain.StreamID, held func(domain.EventID) (*domain.Event, error)) (ahead time.Duration, err error) {
	for n := 1; ; n++ {
		e, err := held(domain.ClockResetID(own, n))
		if err != nil || e == nil {
			return ahead, err
		}
		var p domain.LogClockReset
		if e.Stream == own && e.Kind == p.Kind() && Decode(e.Data, &p) == nil && p.Wall.Known() {
			ahead = max(0, e.RecordedAt.Sub(p.Wall.Time()))
		}
	}
}
