package record

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	// mostContenders bounds how often a decision is repeated, unless [Operator.Contenders] does.
	// Each conflict means that another writer's event was appended: of up to so many concurrent
	// writers each succeeds.
	mostContenders = 256
	// longestPause bounds the pause before deciding again.
	longestPause = 16 * time.Millisecond
)

// contention paces a decision that others decide concurrently. The zero value has met no conflict.
type contention struct {
	most int // conflicts; 0: mostContenders
	met  int // conflicts
	at   domain.Revision
}

// again reports whether a decision that was made at a revision, and whose append returned err, is
// to be repeated: where others appended to the stream. It pauses before, each time for a random
// duration, so that the same writers do not collide again.
func (c *contention) again(ctx context.Context, at domain.Revision, err error) bool {
	if !errors.Is(err, eventlog.ErrConflict) || c.met == cmp.Or(c.most, mostContenders) {
		return false
	}
	if c.met > 0 && at == c.at { // nothing was appended to the stream: reading again changes nothing
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

// KeptWriting returns the error of a decision about target: kind conflict where every try met a
// conflict, else err as it is.
func KeptWriting(err error, target string) error {
	if !errors.Is(err, eventlog.ErrConflict) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrConflict, Operation: "decide", Target: target, Retryable: true,
		Message: "others kept writing to it; nothing was recorded", Hint: "look at it, then try again"}).Because(err)
}
