package generation

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Glance is how often a waiting process looks whether another one is done.
const Glance = 5 * time.Millisecond

// Unanswered is how many times as long one waits when there is nothing to answer from.
const Unanswered = 30

// Busy is the error of a process that waited in vain for the lock at a path and has no read
// model to answer from.
func Busy(lock string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "bring the read model to the head", Target: lock, Retryable: true,
		Message: "another process holds the read model, and there is no older one to answer from", Hint: "try again"}
}
