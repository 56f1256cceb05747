// Package engine opens an event log by its URL, with the engine that the URL names.
//
// It never chooses a log: which URL applies is the caller's to say.
package engine

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

// Options say how a log is opened. The zero Options open one that is there.
type Options struct {
	Create   bool // make the log when there is none; a log in memory is always new
	ReadOnly bool // refuse appends
	// Name, Replay and Run, the run that makes it, go into log.opened when the log is made.
	Name   string
	Replay bool
	Run    domain.CorrelationID
	Now    func() time.Time // the log's clock; nil: eventlog.WallClock
	Random io.Reader        // ids of the log and salts; nil: crypto/rand; safe for many goroutines
	// Deadline is how long an append waits for other processes; 0: the engine's own.
	Deadline time.Duration
}

// Opener opens the log at a URL.
type Opener func(ctx context.Context, url string, o Options) (eventlog.Log, error)

// Writer makes the log at a URL of the events of another one, see [Copy].
type Writer func(ctx context.Context, url string, o Options, events iter.Seq2[domain.Event, error]) (Copied, error)

// Registered is an engine that a program adds.
type Registered struct {
	Open  Opener
	Write Writer
}

var registered map[string]*Registered

// Register adds an engine for the URLs of schemes. A program registers what it links at its start, before
// it calls anything else of this package.
func Register(r Registered, schemes ...string) {
	if registered == nil {
		registered = map[string]*Registered{}
	}
	for _, scheme := range schemes {
		registered[scheme] = &r
	}
}

// Open opens the log at url, see [Parse].
//
// Errors: those of [Parse]; those of the engine: [eventlog.ErrNotFound],
// [eventlog.ErrCorrupt], [eventlog.ErrBusy], [eventlog.ErrFull], kind filesystem.
func Open(ctx context.Context, url string, o Options) (eventlog.Log, error) {
	l, err := Parse(url)
	if err != nil {
		return nil, err
	}
	if l.Scheme == Memory {
		return openMemory(ctx, o)
	}
	if r := registered[l.Scheme]; r != nil {
		return r.Open(ctx, url, o)
	}
	log, err := sqlite.Open(ctx, l.Path, sqlite.Options{Create: o.Create, ReadOnly: o.ReadOnly, Name: o.Name,
		Replay: o.Replay, Run: o.Run, Now: o.Now, Random: o.Random, Deadline: o.Deadline})
	if err != nil {
		return nil, err
	}
	return log, nil
}

// Place says why no log can be made at url, where none is, see [sqlite.Place]; nil when one
// can, and for a log without a file.
//
// Errors: those of [Parse]; kinds filesystem and policy, which are [eventlog.ErrNotFound] too.
func Place(url string) error {
	l, err := Parse(url)
	if err != nil || l.Scheme != SQLite {
		return err
	}
	return sqlite.Place(l.Path)
}

func openMemory(ctx context.Context, o Options) (eventlog.Log, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	log, err := memlog.Open(memlog.Options{Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay, Run: o.Run})
	if err != nil {
		return nil, err
	}
	if o.ReadOnly {
		return readOnly{log}, nil
	}
	return log, nil
}

// readOnly refuses appends.
type readOnly struct{ eventlog.Log }

// Append implements [eventlog.Log].
func (readOnly) Append(context.Context, domain.StreamID, eventlog.Expect, []domain.Draft) ([]eventlog.Receipt, error) {
	return nil, eventlog.Fail(eventlog.ErrReadOnly, &domain.Error{Kind: domain.ErrUsage, Operation: "append", Target: Memory + ":",
		Message: "the log was opened for reading only"})
}
