package record

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	// mostContenders bounds how often a decision is made again. Each time somebody else's
	// event came into the stream: of as many who decide at once each one is served.
	mostContenders = 256
	// longestPause bounds how long one waits before deciding again.
	longestPause = 16 * time.Millisecond
)

// contention paces a decision that others decide beside. The zero one has met nobody.
type contention struct {
	met int // conflicts
	at  domain.Revision
}

// again reports whether a decision is to be made again that was made at a revision and whose
// append gave err: when others appended to the stream meanwhile. It waits a little before that,
// each time for another time, so that those who met do not meet again.
func (c *contention) again(ctx context.Context, at domain.Revision, err error) bool {
	if !errors.Is(err, eventlog.ErrConflict) || c.met == mostContenders {
		return false
	}
	if c.met > 0 && at == c.at { // nobody appended to the stream: looking again changes nothing
		return false
	}
	c.met, c.at = c.met+1, at
	pause := min(time.Millisecond<<min(c.met-1, 10), longestPause)
	select {
	case <-ctx.Done():
		return false
	case <-time.After(rand.N(pause)):
		return true
	}
}

// KeptWriting returns the error of a decision about target: a conflict that all tries met is
// told as kind conflict, any other err is returned as it is.
func KeptWriting(err error, target string) error {
	if !errors.Is(err, eventlog.ErrConflict) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrConflict, Operation: "decide", Target: target, Retryable: true,
		Message: "others kept writing to it; nothing was recorded", Hint: "look at it, then try again"}).Because(err)
}
