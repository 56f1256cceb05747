// Package memlog keeps a log in memory. It is the model that every other engine
// is compared with, and the log of tests and dry runs: simple and obviously right.
//
// It never touches a disk: what it acknowledges lives as long as the process.
package memlog

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Options are what a log needs from outside. The zero Options are usable.
type Options struct {
	// Now is the log's clock; nil: eventlog.WallClock. It is called with the log locked.
	Now func() time.Time
	// Random gives ids of the log and salts; nil: crypto/rand. It is called with the log locked.
	Random io.Reader
	Name   string               // for people, in log.opened
	Replay bool                 // the log holds re-sent copies, see [domain.LogOpened]
	Run    domain.CorrelationID // that makes the log, in log.opened
}

// Log is a log in memory.
type Log struct {
	options Options

	mu       sync.Mutex
	events   []domain.Event // position − 1 is the index; only added to, and replaced to erase
	byID     map[domain.EventID]int
	byStream map[domain.StreamID][]int
	ahead    time.Duration // of recorded_at, see [eventlog.ClockAhead]
	closed   bool
	// changed is closed, and replaced, whenever events or closed change.
	changed chan struct{}
}

var _ eventlog.Log = (*Log)(nil)

// Open makes a new log that holds log.opened at position 1.
//
// Errors: [eventlog.ErrInvalid] for a name that cannot be recorded; those of Random.
func Open(o Options) (*Log, error) {
	if o.Now == nil {
		o.Now = eventlog.WallClock
	}
	l := &Log{options: o, byID: map[domain.EventID]int{}, byStream: map[domain.StreamID][]int{}, changed: make(chan struct{})}
	opened, err := eventlog.OpenedDraft(eventlog.Opening{Name: o.Name, Replay: o.Replay, Run: o.Run}, o.Now(), o.Random)
	if err != nil {
		return nil, err
	}
	_, err = l.Append(context.Background(), opened.Stream, eventlog.None, []domain.Draft{opened})
	return l, err
}

// Get implements [eventlog.Log].
func (l *Log) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(ctx, "get event"); err != nil {
		return domain.Event{}, err
	}
	i, ok := l.byID[id]
	if !ok {
		return domain.Event{}, eventlog.NotFound(id)
	}
	return clone(&l.events[i]), nil
}

// Head implements [eventlog.Log].
func (l *Log) Head(ctx context.Context) (eventlog.Head, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(ctx, "read head"); err != nil {
		return eventlog.Head{}, err
	}
	first, last := &l.events[0], &l.events[len(l.events)-1]
	return eventlog.Head{ID: seal.Leaf(first).String(), Name: l.options.Name, Replay: l.options.Replay,
		Position: last.Position, Recorded: last.RecordedAt}, nil
}

// Capabilities implements [eventlog.Log].
func (l *Log) Capabilities() eventlog.Capabilities {
	return eventlog.Capabilities{Gapless: true, GlobalIDs: true, Erasure: true, Salts: true}
}

// Close implements [eventlog.Log].
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed = true
		l.wake()
	}
	return nil
}

// usable returns the error of a call to a closed log or with an ended ctx; l is locked.
func (l *Log) usable(ctx context.Context, operation string) error {
	if l.closed {
		return eventlog.Closed(operation)
	}
	return ctx.Err()
}

// wake signals all followers to look again; l is locked.
func (l *Log) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}
