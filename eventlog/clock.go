package eventlog

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Stamp returns the log's time for the next event: the later of now and last, in
// microseconds; behind says that now had stepped back by over a second. In a log whose clock
// was reset now is the wall clock and [ClockAhead].
func Stamp(now, last time.Time) (at time.Time, behind bool) {
	now = now.UTC().Truncate(time.Microsecond)
	if now.Before(last) {
		return last, last.Sub(now) > time.Second
	}
	return now, false
}

// ClockAhead returns how far recorded_at runs ahead of the wall clock in the log whose own stream
// is given, as its last reset says; see [domain.LogClockReset]. held returns the event with an id,
// nil for none. Whether a reset is signed by somebody who may is judged by those who read times,
// not here: a forged one does no more than a clock that is ahead.
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
