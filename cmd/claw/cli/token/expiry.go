package tokencmd

import (
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
)

// expiry returns the time that a person names: a time, a day, or a duration from
// now.
//
// Errors: kind usage for what is none of these.
func expiry(text string, now time.Time) (domain.Instant, error) {
	at, err := view.ParseSince(text, now)
	if err != nil {
		return domain.Instant{}, app.UsageError("parse arguments", "--expires "+text, "is neither a time nor a duration", "2027-01-02, 2027-01-02T03:04:05Z, 36h or 7d")
	}
	expires := time.Unix(0, int64(at))
	if !isTime(text) { // an age: the same length, into the future
		expires = now.Add(now.Sub(expires))
	}
	return domain.At(expires.Truncate(time.Second)), nil
}

func isTime(text string) bool {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}
