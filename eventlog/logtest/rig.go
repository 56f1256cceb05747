package logtest

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// patience ends a test that would hang; no rule depends on it.
const patience = 5 * time.Minute

// exact compares all fields, hidden ones too.
var exact = cmp.Exporter(func(reflect.Type) bool { return true })

var sentinels = []error{eventlog.ErrConflict, eventlog.ErrInvalid, eventlog.ErrNotFound, eventlog.ErrCorrupt,
	eventlog.ErrReadOnly, eventlog.ErrFull, eventlog.ErrBusy, eventlog.ErrClosed}

// rig is a new log with a clock in the test's hand.
type rig struct {
	t     *testing.T
	ctx   context.Context
	open  Open
	clock *clock
	dir   string // see [Options]
	log   eventlog.Log
}

func start(t *testing.T, open Open) *rig { return startIn(t, open, "") }

func startIn(t *testing.T, open Open, dir string) *rig {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(func() {
		if ctx.Err() != nil {
			t.Errorf("the log did not answer within %s", patience)
		}
		cancel()
	})
	r := &rig{t: t, ctx: ctx, open: open, clock: newClock(), dir: dir}
	r.log = open(t, r.options())
	return r
}

func (r *rig) options() Options {
	return Options{Now: r.clock.Now, Random: newRandom(1), Name: "conformance", Dir: r.dir}
}

// reopen closes the log and opens it again.
func (r *rig) reopen() {
	r.t.Helper()
	if err := r.log.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.log = r.open(r.t, r.options())
}

// other opens the same log a further time.
func (r *rig) other() *rig {
	r.t.Helper()
	o := *r
	o.log = r.open(r.t, r.options())
	return &o
}

// append appends drafts to the stream of the first, which must succeed.
func (r *rig) append(want eventlog.Expect, drafts ...domain.Draft) []eventlog.Receipt {
	r.t.Helper()
	receipts, err := r.log.Append(r.ctx, drafts[0].Stream, want, drafts)
	if err != nil {
		r.t.Fatalf("append of %d drafts under %s: %v", len(drafts), want, err)
	}
	if len(receipts) != len(drafts) {
		r.t.Fatalf("append of %d drafts gave %d receipts", len(drafts), len(receipts))
	}
	return receipts
}

// refused appends drafts, which must fail by sentinel with a typed error, and write nothing.
func (r *rig) refused(sentinel error, want eventlog.Expect, drafts ...domain.Draft) *domain.Error {
	r.t.Helper()
	return r.refusedIn(drafts[0].Stream, sentinel, want, drafts...)
}

func (r *rig) refusedIn(stream domain.StreamID, sentinel error, want eventlog.Expect, drafts ...domain.Draft) *domain.Error {
	r.t.Helper()
	before := r.all(eventlog.Query{})
	receipts, err := r.log.Append(r.ctx, stream, want, drafts)
	if len(receipts) > 0 {
		r.t.Errorf("a refused append gave %d receipts", len(receipts))
	}
	typed := r.fails(sentinel, err)
	if diff := cmp.Diff(before, r.all(eventlog.Query{}), exact); diff != "" {
		r.t.Fatalf("a refused append changed the log (-before +after):\n%s", diff)
	}
	return typed
}

// fails checks that err is a typed error marked with sentinel and no other.
func (r *rig) fails(sentinel, err error) *domain.Error {
	r.t.Helper()
	for _, s := range sentinels {
		if got, want := errors.Is(err, s), s == sentinel; got != want {
			r.t.Fatalf("error %v: is %v: %t, want %t", err, s, got, want)
		}
	}
	var typed *domain.Error
	if !errors.As(err, &typed) {
		r.t.Fatalf("error %v is no *domain.Error", err)
	}
	if typed.Kind == "" || typed.Operation == "" || typed.Message == "" {
		r.t.Fatalf("error %+v lacks kind, operation or message", typed)
	}
	return typed
}

// all reads q to its end, which must succeed.
func (r *rig) all(q eventlog.Query) []domain.Event {
	r.t.Helper()
	events, err := collect(r.log.Read(r.ctx, q))
	if err != nil {
		r.t.Fatalf("read: %v", err)
	}
	return events
}

func collect(seq iter.Seq2[domain.Event, error]) (events []domain.Event, err error) {
	for e, err := range seq {
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	return events, nil
}

func (r *rig) get(id domain.EventID) domain.Event {
	r.t.Helper()
	e, err := r.log.Get(r.ctx, id)
	if err != nil {
		r.t.Fatalf("get %s: %v", id, err)
	}
	return e
}

func (r *rig) head() eventlog.Head {
	r.t.Helper()
	h, err := r.log.Head(r.ctx)
	if err != nil {
		r.t.Fatalf("head: %v", err)
	}
	return h
}

// equal fails the test unless got is as wanted.
func equal[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got, exact); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// clock is a clock that moves only when it is set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 3, 4, 5, 6, 7, 891011000, time.UTC)}
}

// Now returns the time it was last set to.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
}

func (c *clock) add(d time.Duration) { c.set(c.Now().Add(d)) }

// random is a seeded source for many goroutines.
type random struct {
	mu  sync.Mutex
	src *rand.ChaCha8
}

func newRandom(seed byte) *random {
	return &random{src: rand.NewChaCha8([32]byte(bytes.Repeat([]byte{seed}, 32)))}
}

// Read fills p.
func (r *random) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.src.Read(p)
}
