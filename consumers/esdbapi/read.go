package esdbapi

import (
	"context"
	"iter"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Read implements the service: reads and subscriptions, of one stream and of all.
func (s *streamsService) Read(req *streams.ReadReq, stream streams.Streams_ReadServer) error {
	ctx, cancel := s.until(stream.Context())
	defer cancel()
	r, err := s.readingOf(req.GetOptions())
	if err != nil {
		return err
	}
	r.send = stream.Send
	if r.live {
		err = r.subscribe(ctx)
	} else {
		err = r.read(ctx)
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// reading is one request to read.
type reading struct {
	log       eventlog.Log
	service   *streamsService
	all       bool
	name      string          // of the stream, as the client wrote it
	stream    domain.StreamID // zero for all, and for a name that no stream of the log has
	backwards bool
	// from is where it begins: a position of all, a revision of a stream counted from 0.
	from  uint64
	at    begin
	count uint64
	live  bool
	// following reports that all existing events were sent.
	following bool
	filter    filter
	textID    bool
	send      func(*streams.ReadResp) error
	told      int // events sent
}

// asksEvery is after how many events of a long reading the credential of its caller is checked again.
const asksEvery = 256

// tell sends an event, if the caller may read it. A caller whose credential was accepted when the reading
// began is checked again, before each event that a subscription follows.
func (r *reading) tell(ctx context.Context, e *domain.Event) error {
	access := callerOf(ctx).Access
	if r.following || r.told%asksEvery == asksEvery-1 {
		var err error
		if access, err = r.service.again(ctx); err != nil {
			return err
		}
	}
	if err := access.reads(e); err != nil {
		return err
	}
	r.told++
	return r.send(recorded(e, r.textID))
}

// begin is where a reading begins.
type begin uint8

const (
	atStart begin = iota
	atEnd
	atPlace // at reading.from
)

// mostNumber bounds what clients send as a position or a revision: no log holds so many events.
const mostNumber = math.MaxInt64 - 1

// afterFirst is a revision of a client, which counts from 0, as the log counts.
func afterFirst(n uint64) domain.Revision { return domain.Revision(min(n, mostNumber)) + 1 }

// readingOf reads a request.
//
// Errors: kind usage.
func (s *streamsService) readingOf(o *streams.ReadReq_Options) (*reading, error) {
	r := &reading{log: s.Log, service: s, backwards: o.GetReadDirection() == streams.ReadReq_Options_Backwards, count: o.GetCount()}
	_, r.textID = o.GetUuidOption().GetContent().(*streams.ReadReq_Options_UUIDOption_String_)
	_, r.live = o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	var err error
	switch of := o.GetStreamOption().(type) {
	case *streams.ReadReq_Options_All:
		r.all = true
		r.beginAll(of.All)
	case *streams.ReadReq_Options_Stream:
		err = r.beginStream(of.Stream)
	default:
		err = usage("read", "", "the request names neither a stream nor $all", "")
	}
	if err != nil {
		return nil, err
	}
	if r.filter, err = filterOf(o.GetFilter()); err != nil {
		return nil, err
	}
	switch {
	case o.GetFilter() != nil && !r.all:
		return nil, badFilter(r.name, "a stream is read whole")
	case r.live && r.backwards:
		return nil, usage("read", r.name, "a subscription goes forwards", "")
	}
	return r, nil
}

func (r *reading) beginAll(o *streams.ReadReq_Options_AllOptions) {
	r.name = "$all"
	switch x := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		r.at, r.from = atPlace, min(x.Position.GetCommitPosition(), mostNumber)
	case *streams.ReadReq_Options_AllOptions_End:
		r.at = atEnd
	}
}

func (r *reading) beginStream(o *streams.ReadReq_Options_StreamOptions) error {
	if r.name = string(o.GetStreamIdentifier().GetStreamName()); r.name == "" {
		return usage("read", "", "the request names no stream", "")
	}
	r.stream, _ = domain.ParseStreamID(r.name) // another name is that of a stream without events
	switch x := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		r.at, r.from = atPlace, min(x.Revision, mostNumber)
	case *streams.ReadReq_Options_StreamOptions_End:
		r.at = atEnd
	}
	return nil
}

// read sends the existing events, at most count.
func (r *reading) read(ctx context.Context) error {
	if !r.all {
		last, err := r.lastRevision(ctx)
		if err != nil {
			return err
		}
		if last == 0 {
			return r.send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{StreamNotFound: &streams.ReadResp_StreamNotFound{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(r.name)}}}})
		}
	}
	if r.count == 0 {
		return nil
	}
	events := r.forwards(ctx)
	if r.backwards {
		events = r.reversed(ctx)
	}
	left := r.count
	for e, err := range events {
		if err != nil {
			return err
		}
		if !r.filter.selects(&e) {
			continue
		}
		if err := r.tell(ctx, &e); err != nil {
			return err
		}
		if left--; left == 0 {
			return nil
		}
	}
	return nil
}

// forwards yields the events from the begin of the reading, which is inclusive.
func (r *reading) forwards(ctx context.Context) iter.Seq2[domain.Event, error] {
	if r.at == atEnd {
		return func(func(domain.Event, error) bool) {} // nothing is after the end
	}
	q := eventlog.Query{Stream: r.stream}
	switch {
	case r.at == atStart || r.from == 0:
	case r.all:
		q.After = domain.PositionAt(r.from - 1)
	default:
		q.AfterRevision = domain.Revision(r.from)
	}
	if r.filter.every == 0 && r.count < math.MaxInt32 {
		q.Limit = int(r.count)
	}
	return r.log.Read(ctx, q)
}

// lastRevision is the revision of the reading's stream, 0 for one without events.
func (r *reading) lastRevision(ctx context.Context) (domain.Revision, error) {
	if r.stream.IsZero() {
		return 0, nil
	}
	return r.service.lastRevision(ctx, r.stream)
}

// lastRevision is the revision of a stream, 0 for one without events: it is searched for, as revisions
// have no gaps.
func (s *streamsService) lastRevision(ctx context.Context, stream domain.StreamID) (domain.Revision, error) {
	found, beyond := domain.Revision(0), domain.Revision(1) // one of them exists, the other may exist
	for {
		held, err := s.held(ctx, stream, beyond)
		if err != nil {
			return 0, err
		}
		if !held {
			break
		}
		found, beyond = beyond, 2*beyond
	}
	for beyond-found > 1 {
		middle := found + (beyond-found)/2
		held, err := s.held(ctx, stream, middle)
		if err != nil {
			return 0, err
		}
		if held {
			found = middle
		} else {
			beyond = middle
		}
	}
	return found, nil
}

// held reports whether a stream has an event with a revision.
func (s *streamsService) held(ctx context.Context, stream domain.StreamID, revision domain.Revision) (bool, error) {
	q := eventlog.Query{Stream: stream, AfterRevision: revision - 1, Limit: 1, EnvelopeOnly: true}
	for _, err := range s.Log.Read(ctx, q) {
		return err == nil, err
	}
	return false, nil
}
