package esdb

import (
	"context"
	"io"
	"math"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/cockroachdb/errors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/clawable/claw/domain"
)

// everything is the count of a read that is not bounded.
const everything = math.MaxInt64

// errEnough ends a read whose caller has what it wants.
var errEnough = errors.New("enough")

// receive sends a request to read and hands on what the store answers, until each returns false. While the
// store does not answer, or breaks off, the request is made and sent again, until the log's deadline has
// passed without an event; each may then be handed an event again.
//
// Errors: those of each; typed ones of the store.
func (l *Log) receive(ctx context.Context, operation string, request func() *streams.ReadReq, each func(*record) (more bool, err error)) error {
	begun := time.Now()
	for tried := 0; ; tried++ {
		err := l.receiveOnce(ctx, request(), func(r *record) (bool, error) {
			tried, begun = 0, time.Now()
			return each(r)
		})
		if err != nil && transient(err) && l.life.Pause(ctx, tried, begun, l.options.Deadline) {
			continue
		}
		if ended := l.life.Ended(ctx, operation); err != nil && ended != nil {
			return ended
		}
		return typed(operation, l.at, err)
	}
}

func (l *Log) receiveOnce(ctx context.Context, req *streams.ReadReq, each func(*record) (bool, error)) error {
	ctx, cancel := l.life.Alive(ctx)
	defer cancel()
	err := l.call(ctx, func(client streams.StreamsClient, trailer grpc.CallOption) error {
		answer, err := client.Read(l.leading(ctx), req, trailer)
		if err != nil {
			return err
		}
		return drain(answer, each)
	})
	if errors.Is(err, errEnough) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// drain hands on the events of an answer. What is no event is passed over: it says how a stream is.
func drain(answer grpc.ServerStreamingClient[streams.ReadResp], each func(*record) (bool, error)) error {
	for {
		m, err := answer.Recv()
		if err != nil {
			return err
		}
		r := m.GetEvent().GetEvent()
		if r == nil {
			continue
		}
		more, err := each(r)
		if err != nil {
			return err
		}
		if !more {
			return errEnough
		}
	}
}

// leading asks for the leader where the connection string does.
func (l *Log) leading(ctx context.Context) context.Context {
	if l.nodes.leads() {
		return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
	}
	return ctx
}

func newRead(o *streams.ReadReq_Options, count uint64) *streams.ReadReq {
	o.CountOption = &streams.ReadReq_Options_Count{Count: count}
	o.FilterOption = &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}}
	o.UuidOption = &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}}
	return &streams.ReadReq{Options: o}
}

// ofAll reads all streams from a position, which is inclusive.
func ofAll(from domain.Position, count uint64) *streams.ReadReq {
	all := &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}
	if n := from.Number(); n > 0 {
		all.AllOption = &streams.ReadReq_Options_AllOptions_Position{Position: &streams.ReadReq_Options_Position{CommitPosition: n, PreparePosition: n}}
	}
	return newRead(&streams.ReadReq_Options{StreamOption: &streams.ReadReq_Options_All{All: all}}, count)
}

// lastOfAll reads all streams backwards from the end.
func lastOfAll(count uint64) *streams.ReadReq {
	all := &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}}
	return newRead(&streams.ReadReq_Options{StreamOption: &streams.ReadReq_Options_All{All: all}, ReadDirection: streams.ReadReq_Options_Backwards}, count)
}

// ofStream reads a stream from after a revision.
func ofStream(stream domain.StreamID, after domain.Revision, count uint64) *streams.ReadReq {
	return newRead(&streams.ReadReq_Options{StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream.String())},
		RevisionOption:   &streams.ReadReq_Options_StreamOptions_Revision{Revision: uint64(after)}}}}, count)
}
