package follow

import (
	"context"
	"errors"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

const (
	// lookEvery bounds how long a read model stays unmended that a verb gave up while
	// nothing is appended.
	lookEvery = time.Second
	// firstPause is what follows the first error; each later one doubles it.
	firstPause = 100 * time.Millisecond
	lastPause  = 30 * time.Second
)

// Run keeps the read model at the head of the log until ctx ends, which is no error.
// An error stops it at the position it came to, and it tries again: what can be
// parked, because it replays the same, package store has parked.
//
// Errors: that of Tell.
func (k *Keeper) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		status, err := k.store.CatchUp(ctx)
		if err == nil {
			err = k.await(ctx, status)
		} else if ctx.Err() == nil {
			err = k.retry(ctx, err)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// await tells that all is well, if that is news, and waits for an event or the next look.
func (k *Keeper) await(ctx context.Context, status store.Status) error {
	if k.told != Current {
		k.note.Trouble = nil
		if err := k.tell(Turn{State: Current, Status: status}); err != nil {
			return err
		}
	}
	patient, stop := context.WithTimeout(ctx, lookEvery)
	defer stop()
	if err := k.log.Await(patient, domain.PositionAt(status.Position)); err != nil {
		k.options.Sleep(patient, lookEvery) // it says by itself when it cannot be read
	}
	return nil
}

// retry tells of an error and pauses.
func (k *Keeper) retry(ctx context.Context, err error) error {
	t := store.Trouble{Since: k.options.Now().UTC()}
	if k.note.Trouble != nil {
		t = *k.note.Trouble
	}
	t.Tries++
	at := k.store.Status()
	t.Position, t.Error = at.Position, k.options.Render(typed(err))
	k.note.Trouble = &t
	if err := k.tell(Turn{State: Retrying, Status: at, Trouble: &t}); err != nil {
		return err
	}
	k.options.Sleep(ctx, pause(t.Tries))
	return nil
}

// tell leaves a note and tells. A note that cannot be written is not worth stopping for:
// what keeps it from being written is the trouble, as like as not.
func (k *Keeper) tell(t Turn) error {
	k.told = t.State
	_ = k.claim.Say(k.note)
	return k.options.Tell(t)
}

func pause(tries int) time.Duration {
	d := firstPause
	for ; tries > 1 && d < lastPause; tries-- {
		d *= 2
	}
	return min(d, lastPause)
}

// typed is the *domain.Error in err, or one that says it.
func typed(err error) *domain.Error {
	var e *domain.Error
	if errors.As(err, &e) {
		return e
	}
	return (&domain.Error{Kind: domain.ErrRuntime, Operation: "keep the read model", Message: err.Error(), Retryable: true,
		Hint: "it is tried again"}).Because(err)
}
