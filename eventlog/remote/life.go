// Package remote has what logs behind a network share: how long one is open, and when a call is tried
// again. It calls nothing itself.
package remote

import (
	"context"
	"sync"
	"time"

	"github.com/clawable/claw/eventlog"
)

// Life is the time from the opening of a log to its end. Safe for concurrent use.
type Life struct {
	ctx context.Context
	end context.CancelFunc

	mu      sync.Mutex
	closed  bool
	appends sync.WaitGroup // under way
}

// NewLife begins a life.
func NewLife() *Life {
	l := &Life{}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// Context ends when the log is closed and its appends are done.
func (l *Life) Context() context.Context { return l.ctx }

// Usable returns the error of a call to a closed log or with an ended ctx.
func (l *Life) Usable(ctx context.Context, operation string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return eventlog.Closed(operation)
	}
	return ctx.Err()
}

// BeginAppend is [Life.Usable], and holds the log open until [Life.EndAppend].
func (l *Life) BeginAppend(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return eventlog.Closed("append")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.appends.Add(1)
	return nil
}

// Hold holds the log open too, for what an append that is under way begins, until [Life.EndAppend].
func (l *Life) Hold() { l.appends.Add(1) }

// EndAppend ends what [Life.BeginAppend] or [Life.Hold] began.
func (l *Life) EndAppend() { l.appends.Done() }

// Close waits for appends in progress, ends all other calls, and reports whether it is the first Close.
func (l *Life) Close() (first bool) {
	l.mu.Lock()
	first = !l.closed
	l.closed = true
	l.mu.Unlock()
	if first {
		l.appends.Wait()
		l.end()
	}
	return first
}

// Ended is why a call under way ends: ctx's error, or that the log was closed; nil for neither.
func (l *Life) Ended(ctx context.Context, operation string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if l.ctx.Err() != nil {
		return eventlog.Closed(operation)
	}
	return nil
}

// Alive is ctx, ended also when the log is closed.
func (l *Life) Alive(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(l.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// Pause waits before a call is tried again; it reports false when the deadline is over since a time, which
// may be zero for no deadline, or where ctx or the life ends. The waits grow.
func (l *Life) Pause(ctx context.Context, tried int, since time.Time, deadline time.Duration) bool {
	const first, most = 20 * time.Millisecond, time.Second
	wait := min(first<<min(tried, 10), most)
	if !since.IsZero() && time.Since(since)+wait > deadline {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
	case <-l.ctx.Done():
	}
	return false
}
