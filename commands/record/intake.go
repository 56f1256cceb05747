package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/internal/fault"
	"github.com/clawable/claw/internal/stack"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// Intake records facts for callers with a deadline: in the log, or in its spool when the log is not
// available in time.
type Intake struct {
	// Open opens the log for appending. An intake may stop waiting for it: the log is then closed
	// as soon as it is open.
	Open  func(context.Context) (eventlog.Log, error)
	Close func(eventlog.Log) error
	Spool spool.Spool
	Scrub *scrub.Scrubber
	Trust domain.Trust
	// Content is how much is stored of what conversations say; "" is all of it.
	Content producers.Content
	// Late is closed at the deadline.
	Late <-chan struct{}
}

// Taken reports where facts are stored.
type Taken struct {
	Log     eventlog.Log // open, nil when they are in the spool
	Spooled error        // why they are in the spool
}

// Take records drafts, which are changed: scrubbed and given trust. What the spool holds is
// appended before them. When it returns nil the drafts are durable; a draft that no log would
// accept is set aside in the spool. In the log all parts share a commit; in the spool each part is
// a separate file, so that a rejected part does not block the others.
//
// Errors: neither log nor spool accepted them.
func (k *Intake) Take(ctx context.Context, at time.Time, parts ...[]domain.Draft) (Taken, error) {
	for _, drafts := range parts {
		if err := k.admit(drafts); err != nil {
			return Taken{}, err
		}
	}
	log, err := k.inTime(ctx, slices.Concat(parts...))
	if err == nil {
		return Taken{Log: log}, nil
	}
	for _, drafts := range parts {
		if len(drafts) == 0 {
			continue
		}
		if aside := k.Spool.Put(at, drafts); aside != nil {
			return Taken{}, errors.Join(err, aside)
		}
	}
	return Taken{Spooled: err}, nil
}

// Ready returns the log, open in time and with an empty spool: for drafts that follow soon.
//
// Errors: why drafts would go into the spool.
func (k *Intake) Ready(ctx context.Context) (eventlog.Log, error) { return k.inTime(ctx, nil) }

// ToSpool stores drafts in the spool, changed as by [Intake.Take]. When it returns nil they are
// durable.
//
// Errors: those of the spool.
func (k *Intake) ToSpool(at time.Time, drafts []domain.Draft) error {
	if err := k.admit(drafts); err != nil {
		return err
	}
	return k.Spool.Put(at, drafts)
}

// admit changes drafts into what is stored of them.
func (k *Intake) admit(drafts []domain.Draft) error {
	r := &Recorder{Scrub: k.Scrub, trust: k.Trust, content: k.Content}
	for i := range drafts {
		if err := errors.Join(r.Admit(&drafts[i]), r.render(&drafts[i])); err != nil {
			return err
		}
	}
	return nil
}

// errLate means that the log was not available in time.
var errLate = errors.New("the log took too long")

// inTime appends drafts and returns the open log, or returns errLate at the deadline. The append
// may still happen then: under the same ids as those that the spool holds.
func (k *Intake) inTime(ctx context.Context, drafts []domain.Draft) (eventlog.Log, error) {
	type opened struct {
		log eventlog.Log
		err error
	}
	ctx, giveUp := context.WithCancel(ctx)
	done := make(chan opened, 1)
	go func() {
		stack.Grow()
		log, err := k.append(ctx, drafts)
		done <- opened{log, err}
	}()
	select {
	case o := <-done:
		giveUp()
		return o.log, o.err
	case <-k.Late:
		giveUp()
		go func() {
			if o := <-done; o.log != nil {
				_ = k.Close(o.log) // no receiver is left for an error
			}
		}()
		return nil, errLate
	}
}

// append appends drafts after what the spool holds. A panic of an engine is an error here, so that
// the facts are not lost.
func (k *Intake) append(ctx context.Context, drafts []domain.Draft) (log eventlog.Log, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("append: %w", fault.Of(p))
		}
		if err != nil && log != nil {
			err = errors.Join(err, k.Close(log))
			log = nil
		}
	}()
	if log, err = k.Open(ctx); err != nil {
		return nil, err
	}
	if err = k.drain(ctx, log); err != nil {
		return log, err
	}
	return log, appendAll(ctx, log, drafts)
}

// drainAgain is the pause before draining again while another process drains.
const drainAgain = time.Millisecond

// drain empties the spool, also while others do: events of an earlier run precede those of this one
// in the log.
func (k *Intake) drain(ctx context.Context, log eventlog.Log) error {
	for {
		_, err := Drain(ctx, k.Spool, log)
		if !errors.Is(err, spool.ErrBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(drainAgain):
		}
	}
}

// appendAll appends drafts in order: facts as they are, those of a ship as one decision.
func appendAll(ctx context.Context, log eventlog.Log, drafts []domain.Draft) error {
	for len(drafts) > 0 {
		run, add := whileTrue(drafts, isFact), appendFacts
		if len(run) == 0 {
			run, add = whileTrue(drafts, ofStream(drafts[0].Stream)), appendSeen
		}
		if err := add(ctx, log, run); err != nil {
			return err
		}
		drafts = drafts[len(run):]
	}
	return nil
}

// appendFacts appends drafts, consecutive ones of one stream in one append, all of them in one
// commit.
func appendFacts(ctx context.Context, log eventlog.Log, drafts []domain.Draft) error {
	var batches []eventlog.Batch
	for len(drafts) > 0 {
		run := whileTrue(drafts, ofStream(drafts[0].Stream))
		batches = append(batches, eventlog.Batch{Stream: run[0].Stream, Want: eventlog.Any, Drafts: run, NoLeaves: true})
		drafts = drafts[len(run):]
	}
	all, err := eventlog.AppendBatches(ctx, log, batches)
	if err != nil {
		return err
	}
	return new(admissions).direct(ctx, log, slices.Concat(all...))
}

func isFact(d *domain.Draft) bool { return d.Stream.Family != domain.FamilyShip }

func ofStream(stream domain.StreamID) func(*domain.Draft) bool {
	return func(d *domain.Draft) bool { return d.Stream == stream }
}

// whileTrue returns the drafts before the first for which is returns false.
func whileTrue(drafts []domain.Draft, is func(*domain.Draft) bool) []domain.Draft {
	n := 0
	for n < len(drafts) && is(&drafts[n]) {
		n++
	}
	return drafts[:n]
}

// Drain appends what the spool of a log holds, in order, and returns how many files that were.
// Events that the log holds already, after an interrupted run, are not duplicated. A draft with a
// trust that no hook has was not stored by an intake, and is refused.
//
// Errors: [spool.ErrBusy]; those of the log, and of the spool.
func Drain(ctx context.Context, s spool.Spool, log eventlog.Log) (int, error) {
	return s.Drain(ctx, func(drafts []domain.Draft) error {
		if slices.ContainsFunc(drafts, func(d domain.Draft) bool { return d.Source.Trust.Rank() > domain.TrustMedium.Rank() }) {
			return fmt.Errorf("%w: a trust that no hook has", eventlog.ErrInvalid)
		}
		err := appendAll(ctx, log, drafts)
		if errors.Is(err, eventlog.ErrConflict) { // under Any: an id that the log holds with other content
			return errors.Join(eventlog.ErrInvalid, err)
		}
		return err
	})
}
