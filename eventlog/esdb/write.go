package esdb

import (
	"context"
	"fmt"
	"iter"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Written is what [Write] did.
type Written struct {
	Events int    // of the log as it is now
	Known  int    // of them, that the store held before
	Erased int    // of them, whose data are erased
	LogID  string // of the log in the store
}

// most of one append.
const (
	mostBatch      = 500
	mostBatchBytes = 4 << 20
)

// Write copies the events of another log, in their order, into the store at a URL. Ids, salts, observed
// times and revisions are kept; positions and recorded_at are the store's. The store must hold no log, or
// the beginning of this one as an earlier Write left it; Write then continues from there.
//
// Errors: those of [Open]; [eventlog.ErrConflict] for a store that holds another log, or one that others
// append to meanwhile; those of events. After an error the store holds the beginning of the log.
func Write(ctx context.Context, at string, o Options, events iter.Seq2[domain.Event, error]) (Written, error) {
	o.ReadOnly = false
	l, err := connect(at, o)
	if err != nil {
		return Written{}, err
	}
	w := &writing{log: l}
	w.held, w.end = iter.Pull2(l.Read(ctx, eventlog.Query{}))
	err = w.all(ctx, events)
	w.end()
	return w.written, errors.Join(err, l.Close())
}

// writing is one Write under way.
type writing struct {
	log     *Log
	held    func() (domain.Event, error, bool) // what the store holds, in its order
	end     func()
	over    bool // held gave its last
	batch   []*domain.Event
	bytes   int
	written Written
}

func (w *writing) all(ctx context.Context, events iter.Seq2[domain.Event, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		if err := w.event(ctx, &e); err != nil {
			return err
		}
	}
	if err := w.flush(ctx); err != nil {
		return err
	}
	if more, is, err := w.next(); is || err != nil {
		return errors.Join(err, w.other(&more))
	}
	return w.identify(ctx)
}

// identify finds the id of the log that was made.
func (w *writing) identify(ctx context.Context) error {
	first, found, err := w.log.firstEvent(ctx)
	if found {
		w.written.LogID = seal.Leaf(&first).String()
	}
	return err
}

// next is the next event of the store, until there was none.
func (w *writing) next() (e domain.Event, is bool, err error) {
	if w.over {
		return e, false, nil
	}
	if e, err, is = w.held(); !is || err != nil {
		w.over = true
	}
	return e, is && err == nil, err
}

// event finds an event in the store or adds it to the batch.
func (w *writing) event(ctx context.Context, e *domain.Event) error {
	held, is, err := w.next()
	if err != nil {
		return err
	}
	w.written.Events++
	if e.Erased {
		w.written.Erased++
	}
	if is {
		if held.ID != e.ID || !e.Erased && seal.Core(&held) != seal.Core(e) {
			return w.other(&held)
		}
		w.written.Known++
		return nil
	}
	if n := len(w.batch); n > 0 && (w.batch[0].Stream != e.Stream || n == mostBatch || w.bytes+len(e.Data) > mostBatchBytes) {
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	w.batch, w.bytes = append(w.batch, e), w.bytes+len(e.Data)
	return nil
}

// other is the error of a store that holds another log.
func (w *writing) other(held *domain.Event) error {
	if held.ID.IsZero() {
		return nil
	}
	return eventlog.Fail(eventlog.ErrConflict, &domain.Error{Kind: domain.ErrConflict, Operation: "copy log", Target: w.log.at,
		Message: "the store holds another log: event " + held.ID.String() + " at position " + fmt.Sprint(held.Position.Number()), Next: domain.Step{Code: nextstep.NameAnotherLog}})
}

// flush appends the batch at the revision before that of its first event.
func (w *writing) flush(ctx context.Context) error {
	if len(w.batch) == 0 {
		return nil
	}
	stream := w.batch[0].Stream
	a := attempt{log: w.log, stream: stream, sent: map[domain.EventID]bool{}}
	err := a.send(ctx, w.batch[0].Revision-1, w.batch)
	w.batch, w.bytes = nil, 0
	if errors.Is(err, errRevision) {
		return eventlog.Fail(eventlog.ErrConflict, &domain.Error{Kind: domain.ErrConflict, Operation: "copy log", Target: stream.String(),
			Message: "the stream is not where the copy is: others append to the store", Next: domain.Step{Code: nextstep.NameAnotherLog}})
	}
	return typed("copy log", w.log.at, err)
}
