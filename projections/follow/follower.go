package follow

import (
	"context"
	"errors"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/claim"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/query"
)

// Log is what a follower needs of the log that it projects.
type Log interface {
	origin.Log
	// Await returns when the log holds an event after a position.
	//
	// Errors: ctx's; those of the log.
	Await(ctx context.Context, after domain.Position) error
}

// Options configure a follower. The zero Options are usable.
type Options struct {
	PID   int
	Store store.Options
	Now   func() time.Time // nil: time.Now
	// Sleep waits, or returns earlier with ctx; nil: by the clock.
	Sleep func(ctx context.Context, d time.Duration)
	// Tell is called with each change: that the follower reached the head for the first
	// time, that an error stops it, that it continues; nil: nothing is reported.
	Tell func(Turn) error
	// Render puts the next step of an error into words, before the note and Tell have the
	// error; nil: it stays a code, which the note does not hold.
	Render func(*domain.Error) *domain.Error
}

// Turn is a change in the state of a follower.
type Turn struct {
	State   State
	Status  store.Status
	Trouble *claim.Trouble // while retrying
}

// State is the state of a follower.
type State string

// The states.
const (
	Current  State = "current"  // it reached the head
	Retrying State = "retrying" // an error stops it at a position; it tries again
)

// Enum lists the values.
func (State) Enum() []string { return []string{string(Current), string(Retrying)} }

// Follower is the projector of one read model. It is not safe for use by several
// goroutines at once.
type Follower struct {
	log     Log
	store   *store.Store
	claim   *claim.Claim
	options Options
	note    claim.Note
	told    State // last, "" before the first
}

// Start claims the read model whose files are named after path and holds its lock
// until Close.
//
// Errors: kind unavailable when another projector keeps it, or a verb does not give
// it back; kind policy for a symbolic link; those of the operating system and of ctx.
func Start(ctx context.Context, path string, log Log, o Options) (*Follower, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Tell == nil {
		o.Tell = func(Turn) error { return nil }
	}
	if o.Render == nil {
		o.Render = func(e *domain.Error) *domain.Error { return e }
	}
	right, err := claim.New(path)
	if err != nil {
		return nil, err
	}
	f := &Follower{log: log, store: store.New(path, log, o.Store), claim: right, options: o,
		note: claim.Note{PID: o.PID, Since: o.Now().UTC()}}
	if err = f.claim.Say(f.note); err == nil {
		err = f.store.Hold(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close gives the lock and the claim back.
func (f *Follower) Close() error { return errors.Join(f.store.Close(), f.claim.Release()) }

// Once brings the read model to the head as it is at the call.
//
// Errors: those of [store.Store.CatchUp].
func (f *Follower) Once(ctx context.Context) (store.Status, error) { return f.store.CatchUp(ctx) }

// Rebuild is [store.Store.Rebuild].
func (f *Follower) Rebuild(ctx context.Context) (store.Status, error) { return f.store.Rebuild(ctx) }

// Parked counts the events that were set aside.
//
// Errors: those of [query.CountParked].
func (f *Follower) Parked() (int, error) { return query.CountParked(f.store) }

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
