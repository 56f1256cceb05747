package esdbapi

import (
	"context"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/cockroachdb/errors"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// batch is an append whose events come in several messages.
type batch struct {
	options   *streams.BatchAppendReq_Options
	proposals []proposal
	size      int // bytes
}

// mostBatches is how many appends one request may leave unfinished.
const mostBatches = 64

// BatchAppend implements the service. Appends are decided in the order in which they end; each is
// atomic by itself, and one that fails is answered and ends no other.
func (s *streamsService) BatchAppend(stream streams.Streams_BatchAppendServer) error {
	unfinished := map[string]*batch{}
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		key := req.GetCorrelationId().String()
		b := unfinished[key]
		if b == nil {
			if len(unfinished) == mostBatches {
				return usage("append batches", "", "64 appends are unfinished", "end an append before the next one begins")
			}
			b = &batch{}
			unfinished[key] = b
		}
		if err := b.add(req); err != nil {
			return err
		}
		if !req.GetIsFinal() {
			continue
		}
		delete(unfinished, key)
		if err := stream.Send(s.batch(stream.Context(), req.GetCorrelationId(), b)); err != nil {
			return err
		}
	}
}

// add takes what a message brings to an append.
func (b *batch) add(req *streams.BatchAppendReq) error {
	if b.options == nil {
		if b.options = req.GetOptions(); b.options == nil {
			return usage("append batches", "", "the first message of an append has no options", "")
		}
	}
	for _, p := range req.GetProposedMessages() {
		if b.size += len(p.GetData()) + len(p.GetCustomMetadata()); b.size > mostAppend {
			return usage("append batches", "", "an append is larger than 16 MiB", "append fewer events at once")
		}
		b.proposals = append(b.proposals, p)
	}
	return nil
}

// batch appends a finished batch and answers it.
func (s *streamsService) batch(ctx context.Context, correlation *shared.UUID, b *batch) *streams.BatchAppendResp {
	answer := &streams.BatchAppendResp{CorrelationId: correlation, StreamIdentifier: b.options.GetStreamIdentifier()}
	want := b.expected(answer)
	ctx, cancel := b.inTime(ctx, s.Now())
	defer cancel()
	var last place
	by, err := s.again(ctx)
	if err == nil {
		last, err = s.record(ctx, by, b.options.GetStreamIdentifier(), want, b.proposals)
	}
	if err != nil {
		answer.Result = &streams.BatchAppendResp_Error{Error: batchError(b.options, err)}
		return answer
	}
	done := &streams.BatchAppendResp_Success{CurrentRevisionOption: &streams.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption: &streams.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}}}
	if last.revision > 0 {
		done.CurrentRevisionOption = &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: uint64(last.revision) - 1}
	}
	if at := last.position.Number(); at > 0 {
		done.PositionOption = &streams.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{CommitPosition: at, PreparePosition: at}}
	}
	answer.Result = &streams.BatchAppendResp_Success_{Success: done}
	return answer
}

// expected is what the batch expects of its stream, which the answer repeats.
func (b *batch) expected(answer *streams.BatchAppendResp) eventlog.Expect {
	switch x := b.options.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_StreamPosition{StreamPosition: x.StreamPosition}
		return eventlog.At(afterFirst(x.StreamPosition))
	case *streams.BatchAppendReq_Options_NoStream:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_NoStream{NoStream: x.NoStream}
		return eventlog.None
	case *streams.BatchAppendReq_Options_StreamExists:
		answer.ExpectedStreamPosition = &streams.BatchAppendResp_StreamExists{StreamExists: x.StreamExists}
		return eventlog.Exists
	}
	answer.ExpectedStreamPosition = &streams.BatchAppendResp_Any{Any: &emptypb.Empty{}}
	return eventlog.Any
}

// inTime is ctx with the deadline of the batch, if it has one.
func (b *batch) inTime(ctx context.Context, now time.Time) (context.Context, context.CancelFunc) {
	switch d := b.options.GetDeadlineOption().(type) {
	case *streams.BatchAppendReq_Options_Deadline:
		return context.WithTimeout(ctx, d.Deadline.AsDuration())
	case *streams.BatchAppendReq_Options_Deadline_21_10_0:
		return context.WithTimeout(ctx, d.Deadline_21_10_0.AsTime().Sub(now))
	}
	return context.WithCancel(ctx)
}

// batchError is a refused batch as clients read it: a status whose detail names what they can handle.
func batchError(o *streams.BatchAppendReq_Options, err error) *rpcstatus.Status {
	if is, conflict := wrongRevision(err); conflict {
		return detailed(codes.FailedPrecondition, err.Error(), wrongPosition(o, is))
	}
	s := status.Convert(statusOf(err))
	var detail proto.Message = &shared.Unknown{}
	if named, known := map[codes.Code]proto.Message{codes.PermissionDenied: &shared.AccessDenied{}, codes.DeadlineExceeded: &shared.Timeout{},
		codes.InvalidArgument: &shared.BadRequest{Message: s.Message()}}[s.Code()]; known {
		detail = named
	}
	return detailed(s.Code(), s.Message(), detail)
}

func detailed(code codes.Code, message string, detail proto.Message) *rpcstatus.Status {
	s := &rpcstatus.Status{Code: int32(code), Message: message}
	if packed, err := anypb.New(detail); err == nil {
		s.Details = []*anypb.Any{packed}
	}
	return s
}

// wrongPosition states the revision of a stream and the one that a batch expected.
func wrongPosition(o *streams.BatchAppendReq_Options, is domain.Revision) *shared.WrongExpectedVersion {
	w := &shared.WrongExpectedVersion{CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}}}
	if is > 0 {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(is) - 1}
	}
	switch x := o.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: x.StreamPosition}
	case *streams.BatchAppendReq_Options_NoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: x.NoStream}
	case *streams.BatchAppendReq_Options_StreamExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: x.StreamExists}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	}
	return w
}
