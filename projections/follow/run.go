package follow

import (
	"context"
	"errors"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/claim"
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
func (f *Follower) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		status, err := f.store.CatchUp(ctx)
		if err == nil {
			err = f.await(ctx, status)
		} else if ctx.Err() == nil {
			err = f.retry(ctx, err)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// await reports that the follower is current, if it was not before, and waits for an
// event or the next look.
func (f *Follower) await(ctx context.Context, status store.Status) error {
	if f.told != Current {
		f.note.Trouble = nil
		if err := f.tell(Turn{State: Current, Status: status}); err != nil {
			return err
		}
	}
	patient, stop := context.WithTimeout(ctx, lookEvery)
	defer stop()
	if err := f.log.Await(patient, domain.PositionAt(status.Position)); err != nil {
		f.options.Sleep(patient, lookEvery) // it reports by itself when it cannot be read
	}
	return nil
}

// retry reports an error and pauses.
func (f *Follower) retry(ctx context.Context, err error) error {
	t := claim.Trouble{Since: f.options.Now().UTC()}
	if f.note.Trouble != nil {
		t = *f.note.Trouble
	}
	t.Tries++
	at := f.store.Status()
	t.Position, t.Error = at.Position, f.options.Render(typed(err))
	f.note.Trouble = &t
	if err := f.tell(Turn{State: Retrying, Status: at, Trouble: &t}); err != nil {
		return err
	}
	f.options.Sleep(ctx, pause(t.Tries))
	return nil
}

// tell writes a note and reports the change. A note that cannot be written does not stop
// the follower: what prevents the write is most likely the trouble itself.
func (f *Follower) tell(t Turn) error {
	f.told = t.State
	_ = f.claim.Say(f.note)
	return f.options.Tell(t)
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
