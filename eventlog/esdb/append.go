package esdb

import (
	"context"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/cockroachdb/errors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Append implements [eventlog.Log]. A conflict with another writer of the stream is decided again; an
// answer that is lost is looked up, for as long as the log's deadline.
func (l *Log) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if err := l.life.BeginAppend(ctx); err != nil {
		return nil, err
	}
	defer l.life.EndAppend()
	if len(drafts) == 0 {
		return nil, nil
	}
	if l.options.ReadOnly {
		return nil, eventlog.Fail(eventlog.ErrReadOnly, &domain.Error{Kind: domain.ErrUsage, Operation: "append", Target: l.at,
			Message: "the log was opened for reading only"})
	}
	if err := eventlog.CheckBatch(stream, drafts); err != nil {
		return nil, err
	}
	a := &attempt{log: l, stream: stream, want: want, batch: make([]domain.Event, len(drafts)), sent: map[domain.EventID]bool{},
		ctx: ctx, begun: time.Now(), done: make(chan struct{})}
	for i := range drafts {
		var err error
		if a.batch[i], err = eventlog.Prepare(&drafts[i], l.options.Random); err != nil {
			return nil, err
		}
	}
	l.queue.commit(a)
	select {
	case <-a.done:
		return a.answer, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// attempt is one append under way. Rounds alone touch it, from [queue.commit] on, until done is closed.
type attempt struct {
	log    *Log
	stream domain.StreamID
	want   eventlog.Expect
	batch  []domain.Event
	held   map[domain.EventID]*domain.Event // of the batch
	sent   map[domain.EventID]bool          // events that were sent, answered or not

	ctx   context.Context // the caller's; the caller may have given up
	begun time.Time
	tried int   // how often it was sent
	fails error // of the last time that it was sent

	done   chan struct{}
	answer []eventlog.Receipt
	err    error
}

// end answers the caller.
func (a *attempt) end(receipts []eventlog.Receipt, err error) {
	a.answer, a.err = receipts, err
	close(a.done)
}

// ended reports whether the caller was answered.
func (a *attempt) ended() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// decide returns the events of the batch that the log does not hold, and the revision after which they
// come; without any, the caller was answered.
func (a *attempt) decide() (revision domain.Revision, fresh []*domain.Event) {
	revision = a.log.ids.heads[a.stream]
	write, same, err := eventlog.Admit(a.stream, a.want, revision, a.batch, func(i int) *domain.Event { return a.held[a.batch[i].ID] })
	if err != nil {
		a.end(nil, err)
		return 0, nil
	}
	for i := range a.batch {
		if write[i] {
			fresh = append(fresh, &a.batch[i])
		}
	}
	if len(fresh) == 0 {
		a.end(a.receipts(same), nil)
	}
	return revision, fresh
}

// gaveUp is the error of an append for which the log's deadline was too short.
func (a *attempt) gaveUp() error {
	switch err := a.fails; {
	case a.log.life.Context().Err() != nil:
		return eventlog.Closed("append")
	case err == nil:
		return &domain.Error{Kind: domain.ErrTimeout, Operation: "append", Target: a.stream.String(),
			Message: "the store took the events, and its node does not show them yet", Retryable: true}
	case errors.Is(err, errRevision):
		return eventlog.Fail(eventlog.ErrBusy, &domain.Error{Kind: domain.ErrUnavailable, Operation: "append", Target: a.stream.String(),
			Message: "other writers were first, again and again", Retryable: true})
	}
	return typed("append", a.stream.String(), a.fails)
}

// look finds what the log holds under the ids of the batch, of which read are those that were just read.
func (a *attempt) look(ctx context.Context, read map[domain.EventID]*domain.Event) error {
	l := a.log
	a.held = make(map[domain.EventID]*domain.Event, len(a.batch))
	for i := range a.batch {
		a.held[a.batch[i].ID] = read[a.batch[i].ID]
	}
	var from, to domain.Revision
	for id, e := range a.held {
		switch p, known := l.ids.places[id]; {
		case e != nil && e.Position == p.position || !known:
		case p.stream != a.stream:
			a.held[id] = &domain.Event{Draft: domain.Draft{ID: id, Stream: p.stream}, Position: p.position, Revision: p.revision}
		default:
			if to = max(to, p.revision); from == 0 || p.revision < from {
				from = p.revision
			}
		}
	}
	if to == 0 {
		return nil
	}
	events, err := l.fetch(ctx, "append", a.stream, from, to)
	for id, e := range a.held {
		if e == nil && events[id] != nil {
			a.held[id] = events[id]
		}
	}
	return err
}

// receipts are those of a batch which the log holds whole.
func (a *attempt) receipts(same []int) []eventlog.Receipt {
	receipts := make([]eventlog.Receipt, len(a.batch))
	for i := range a.batch {
		e := a.held[a.batch[i].ID]
		receipts[i] = eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(e)}
		own := a.sent[e.ID] && e.Salt != nil && *e.Salt == *a.batch[same[i]].Salt
		receipts[i].Repeated = !own || same[i] != i
	}
	return receipts
}

// errRevision reports that the stream was not at the revision that was read.
var errRevision = errors.New("the stream has moved on")

// send appends events at a revision.
//
// Errors: errRevision; those of gRPC, after which the events may be in the log.
func (a *attempt) send(ctx context.Context, revision domain.Revision, events []*domain.Event) error {
	for _, e := range events {
		a.sent[e.ID] = true
	}
	ctx, cancel := context.WithTimeout(ctx, a.log.options.Deadline)
	defer cancel()
	return a.log.call(ctx, func(client streams.StreamsClient, trailer grpc.CallOption) error {
		call, err := client.Append(a.log.leading(ctx), trailer)
		if err != nil {
			return err
		}
		if err := call.Send(at(a.stream, revision)); err != nil {
			return refused(call, cancel)
		}
		for _, e := range events {
			p, err := proposed(e)
			if err != nil {
				return err
			}
			if err := call.Send(p); err != nil {
				return refused(call, cancel)
			}
		}
		return appended(call.CloseAndRecv())
	})
}

// appended is the error of an answer to an append.
func appended(answer *streams.AppendResp, err error) error {
	if err == nil && answer.GetWrongExpectedVersion() != nil {
		return errRevision
	}
	return err
}

// refused is why a call to append takes no more events. The call is not closed: gRPC may make it again on
// another connection, with what was sent, and closed it would be an append of a part of the events. One that
// is made again is never answered, therefore the call ends soon.
func refused(call streams.Streams_AppendClient, cancel context.CancelFunc) error {
	defer time.AfterFunc(refusal, cancel).Stop()
	answer := &streams.AppendResp{}
	if err := appended(answer, call.RecvMsg(answer)); err != nil {
		return err
	}
	return status.Error(codes.Unavailable, "the store answered before it had all events")
}

// refusal is how long a store has to say why it takes no more events.
const refusal = time.Second

// at expects a stream to be at a revision.
func at(stream domain.StreamID, revision domain.Revision) *streams.AppendReq {
	o := &streams.AppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream.String())},
		ExpectedStreamRevision: &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}}
	if revision > 0 {
		o.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: uint64(revision) - 1}
	}
	return &streams.AppendReq{Content: &streams.AppendReq_Options_{Options: o}}
}
