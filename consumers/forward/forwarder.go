package forward

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/cockroachdb/errors"
	"golang.org/x/time/rate"

	"github.com/clawable/claw/consumers/forward/cursor"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/files"
)

// Taken is what the team's server answered to lines.
type Taken struct {
	New     int // appended
	Known   int // held already
	Refused int // held otherwise, or not taken
}

// Team takes lines of a log.
type Team interface {
	// Take sends exported lines, in the order of the log, to a team that had the event held; zero: none.
	// When it returns nil, they are durable there.
	//
	// Errors: kind conflict where the event held is missing, and nothing was taken; another one that is not
	// retryable ends the forwarding.
	Take(ctx context.Context, held domain.EventID, lines []byte) (Taken, error)
}

// Config is what forwarding needs.
type Config struct {
	Log    eventlog.Log
	LogID  string
	Team   Team
	To     string // the name of the team in the cursor
	File   string // of the cursor
	Policy Policy
	Rate   float64 // events a second; 0: any number
	Once   bool    // end when the team has all existing events
	Now    func() time.Time
	// Sleep waits, and returns the error of ctx when that ends first.
	Sleep func(ctx context.Context, d time.Duration) error
	// Random is in [0, 1).
	Random func() float64
	// Tell is called when the team has all existing events, and for each failure.
	Tell func(Status)
}

// Status is the state of the forwarding.
type Status struct {
	cursor.Cursor
	Failures int   // tries in a row that failed
	Err      error // of the last try; nil: the team has all existing events
}

// forwarder forwards one log.
type forwarder struct {
	Config
	cursor *cursor.Cursor
	places *places
	rate   *rate.Limiter
	told   bool // the team has all existing events, and Tell was called
}

// Run forwards until ctx ends, which is no error; or, with Once, until the team has all existing events.
//
// Errors: kind unavailable while another process forwards by the same cursor; kinds parse and conflict for
// a cursor that is not this one's; those of the log; those of the team that a retry does not resolve.
func Run(ctx context.Context, c Config) error {
	if err := os.MkdirAll(filepath.Dir(c.File), 0o700); err != nil {
		return errors.Wrap(err, "keep the cursor")
	}
	lock, err := files.TryLockFile(c.File + ".lock")
	if err != nil {
		return errors.Wrap(err, "lock the cursor")
	}
	if lock == nil {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "forward", Target: c.To, Message: "another process forwards this log to this team",
			Hint: "one is enough: end it before you start another", Retryable: true}
	}
	defer func() { _ = lock.Release() }() // the process keeps nothing by it
	f := &forwarder{Config: c, places: newPlaces(), rate: rate.NewLimiter(rate.Inf, mostEvents)}
	if c.Rate > 0 {
		f.rate.SetLimit(rate.Limit(c.Rate))
	}
	if err := f.begin(ctx); err != nil {
		return err
	}
	err = f.forward(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// begin finds where to continue. A log that was restored from an older copy has another event at the
// cursor's position, or none: it is forwarded from its beginning, and the team recognizes the events that
// it has.
func (f *forwarder) begin(ctx context.Context) (err error) {
	if f.cursor, err = cursor.Begin(f.File, f.LogID, f.To); err != nil {
		return err
	}
	held, err := f.Log.Get(ctx, f.cursor.Event)
	switch {
	case errors.Is(err, eventlog.ErrNotFound), err == nil && held.Position.Number() != f.cursor.Position:
		f.cursor.Position, f.cursor.Event = 0, domain.EventID{}
	case err != nil:
		return errors.Wrap(err, "find where to go on")
	}
	if len(f.Policy.Repos) == 0 {
		return nil
	}
	for e, err := range f.Log.Read(ctx, eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			return errors.Wrap(err, "find the repositories of sessions")
		}
		f.places.learn(&e)
	}
	return nil
}

// forward sends batch after batch.
func (f *forwarder) forward(ctx context.Context) error {
	for {
		looked, err := f.pass(ctx)
		if err != nil {
			return err
		}
		if looked {
			continue
		}
		if !f.told {
			f.told = true
			f.Tell(Status{Cursor: *f.cursor})
		}
		if f.Once {
			return nil
		}
		for _, err := range f.Log.Follow(ctx, eventlog.Query{After: domain.PositionAt(f.cursor.Position), Limit: 1, EnvelopeOnly: true}) {
			if err != nil {
				return errors.Wrap(err, "wait for events")
			}
		}
	}
}

// pass sends all existing events; looked reports that there were some.
func (f *forwarder) pass(ctx context.Context) (looked bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	batches := make(chan *batch)
	go f.read(ctx, batches)
	defer func() {
		cancel()
		for range batches { // until the reading has ended
		}
	}()
	for b := range batches {
		if b.err != nil {
			return looked, b.err
		}
		if err := f.take(ctx, b); err != nil {
			return looked, err
		}
		looked = true
		if f.cursor.Position != b.position { // everything is sent again
			return looked, nil
		}
	}
	return looked, ctx.Err()
}

// take sends a batch and keeps the cursor.
func (f *forwarder) take(ctx context.Context, b *batch) error {
	next := *f.cursor
	next.Position, next.Event = b.position, b.event
	next.Withheld = maps.Clone(f.cursor.Withheld)
	for reason, n := range b.withheld {
		next.Withheld[reason] += n
	}
	if b.events > 0 {
		f.told = false
		taken, err := f.send(ctx, b)
		if domain.KindOf(err) == domain.ErrConflict && !f.cursor.Held.IsZero() {
			return f.again(err)
		}
		if err != nil {
			return err
		}
		if taken.Refused == 0 && !b.last.IsZero() {
			next.Held = b.last
		}
		next.Sent, next.Known, next.Refused = next.Sent+taken.New, next.Known+taken.Known, next.Refused+taken.Refused
	}
	*f.cursor = next
	return f.cursor.Write(f.File)
}

// again goes back to the beginning of the log, because the team lost what it had, and tells why.
func (f *forwarder) again(why error) error {
	f.cursor.Position, f.cursor.Event, f.cursor.Held = 0, domain.EventID{}, domain.EventID{}
	f.Tell(Status{Cursor: *f.cursor, Failures: 1, Err: why})
	return f.cursor.Write(f.File)
}

// send sends the lines of a batch until the team has them.
func (f *forwarder) send(ctx context.Context, b *batch) (Taken, error) {
	if err := f.Sleep(ctx, f.rate.ReserveN(f.Now(), b.events).DelayFrom(f.Now())); err != nil {
		return Taken{}, err
	}
	for failures := 1; ; failures++ {
		taken, err := f.Team.Take(ctx, f.cursor.Held, b.lines)
		if err == nil {
			return taken, nil
		}
		var e *domain.Error
		if ctx.Err() != nil || f.Once || errors.As(err, &e) && !e.Retryable {
			return Taken{}, err
		}
		f.told = false
		f.Tell(Status{Cursor: *f.cursor, Failures: failures, Err: err})
		if err := f.Sleep(ctx, pause(failures, f.Random())); err != nil {
			return Taken{}, err
		}
	}
}

const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
)

// pause is how long to wait after a number of failures in a row: from half to the whole of a time that
// doubles. random is in [0, 1).
func pause(failures int, random float64) time.Duration {
	d := firstPause
	for ; failures > 1 && d < mostPause; failures-- {
		d *= 2
	}
	d = min(d, mostPause)
	return d/2 + time.Duration(random*float64(d/2))
}
