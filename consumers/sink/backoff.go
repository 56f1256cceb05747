package sink

import (
	"time"

	"github.com/cockroachdb/errors"
)

const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
)

// pause is how long to wait after a number of failures in a row: from half to the whole of a time that
// doubles, or what the receiver asks for. random is in [0, 1).
func pause(failures int, err error, random float64) time.Duration {
	d := firstPause
	for ; failures > 1 && d < mostPause; failures-- {
		d *= 2
	}
	d = min(d, mostPause)
	d = d/2 + time.Duration(random*float64(d/2))
	var asked *patient
	if errors.As(err, &asked) {
		d = max(d, asked.wait)
	}
	return d
}
