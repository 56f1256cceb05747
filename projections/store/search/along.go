package search

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/origin"
)

// Growing is a log to which others append.
type Growing interface {
	origin.Log
	// Await returns when the log holds an event after a position.
	//
	// Errors: ctx's; those of the log.
	Await(ctx context.Context, after domain.Position) error
}

// stride is how many events [Along] indexes at once at least, until done: a transaction of few events costs
// as much as one of many.
const stride = 2_000

// Along indexes what is appended to a log in the meantime until done is closed, and then up to the head. It
// leaves an index that is more than some thousand events behind at the start to the next search: a caller
// that appends little does not wait for what another process left. path is the path of the index; patience
// as for a search.
//
// Errors: those of the index, of the log and of ctx. What was indexed before one stays.
func Along(ctx context.Context, path string, log Growing, patience time.Duration, done <-chan struct{}) error {
	at, err := reached(ctx, path, log)
	if err != nil {
		return err
	}
	head, err := log.Head(ctx)
	if err != nil || head.Position.Number() > at.Number()+partSize {
		return err
	}
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-done:
		case <-waiting.Done():
		}
		stop()
	}()
	return opened(ctx, path, log, func(x *textIndex) error {
		for waiting.Err() == nil {
			if err := log.Await(waiting, domain.PositionAt(at.Number()+stride-1)); err != nil && waiting.Err() == nil {
				return err
			}
			if err := x.advanceToHead(ctx, patience); err != nil {
				return err
			}
			at = x.at.Position
		}
		return ctx.Err()
	})
}

// reached is the position up to which the log is indexed, 0 where there is no index of it.
func reached(ctx context.Context, path string, log origin.Log) (at domain.Position, err error) {
	head, err := log.Head(ctx)
	if _, missing := os.Lstat(path); err != nil || missing != nil || head.Position.Number() == 0 {
		return at, err
	}
	err = opened(ctx, path, log, func(x *textIndex) error {
		if usable, err := x.usable(ctx, head); err != nil || !usable {
			return err
		}
		at = x.at.Position
		return nil
	})
	return at, err
}

// advanceToHead brings the index to the head of its log as it is now, unless the log is empty.
func (x *textIndex) advanceToHead(ctx context.Context, patience time.Duration) error {
	head, err := x.log.Head(ctx)
	if err == nil && head.Position.Number() > 0 {
		_, err = x.catchUp(ctx, head, patience, func(domain.Position) {})
	}
	return err
}

// opened opens the index at path for one use.
func opened(ctx context.Context, path string, log origin.Log, use func(*textIndex) error) error {
	x, err := openOrReplace(ctx, path, log)
	if err != nil {
		return err
	}
	return x.distrust(errors.Join(use(x), x.close()))
}
