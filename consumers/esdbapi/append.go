package esdbapi

import (
	"context"
	"io"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// streamsService reads and appends.
type streamsService struct {
	streams.UnimplementedStreamsServer
	*Server
}

// Append implements the service.
func (s *streamsService) Append(stream streams.Streams_AppendServer) error {
	const operation = "append"
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	options := first.GetOptions()
	if options == nil {
		return usage(operation, "", "the first message has no options", "")
	}
	var proposals []proposal
	for size := 0; ; {
		next, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		p := next.GetProposedMessage()
		if p == nil {
			return usage(operation, "", "a later message proposes no event", "")
		}
		if size += len(p.GetData()) + len(p.GetCustomMetadata()); size > mostAppend {
			return usage(operation, "", "the append is larger than 16 MiB", "append fewer events at once")
		}
		proposals = append(proposals, p)
	}
	want := expected(options)
	last, err := s.record(stream.Context(), callerOf(stream.Context()).Access, options.GetStreamIdentifier(), want, proposals)
	if is, conflict := wrongRevision(err); conflict {
		return stream.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: wrongVersion(options, is)}})
	}
	if err != nil {
		return err
	}
	return stream.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: success(last)}})
}

// place is where a stream ends.
type place struct {
	revision domain.Revision // 0: it has no event
	position domain.Position // zero: nothing was appended
}

// record appends proposed events as a caller may, and returns the place of the last.
func (s *streamsService) record(ctx context.Context, by Access, name *shared.StreamIdentifier, want eventlog.Expect, proposals []proposal) (last place, err error) {
	if by.Appender == nil {
		return last, &domain.Error{Kind: domain.ErrPolicy, Operation: "append", Message: "this server only reads"}
	}
	stream, err := writable(string(name.GetStreamName()))
	if err != nil {
		return last, err
	}
	if len(proposals) == 0 {
		return s.unchanged(ctx, stream, want)
	}
	drafts := make([]domain.Draft, len(proposals))
	for i, p := range proposals {
		if drafts[i], err = draftOf(stream, p); err != nil {
			return last, err
		}
	}
	receipts, err := by.Appender.Append(ctx, want, drafts)
	for i := range receipts {
		last.revision = max(last.revision, receipts[i].Revision)
		if receipts[i].Position.After(last.position) {
			last.position = receipts[i].Position
		}
	}
	return last, err
}

// unchanged is the answer to an append without events.
func (s *streamsService) unchanged(ctx context.Context, stream domain.StreamID, want eventlog.Expect) (place, error) {
	is, err := s.lastRevision(ctx, stream)
	if err == nil && !want.Met(is) {
		err = eventlog.RevisionConflict(stream, want, is)
	}
	return place{revision: is}, err
}

// writable returns the stream that clients address by a name when they append.
//
// Errors: kind policy for stream metadata; kind usage for a name that is none of the log's.
func writable(name string) (domain.StreamID, error) {
	if strings.HasPrefix(name, "$") {
		return domain.StreamID{}, &domain.Error{Kind: domain.ErrPolicy, Operation: "append", Target: name,
			Message: "streams of the system and metadata of streams are only read", Hint: "a run log truncates and deletes nothing"}
	}
	return domain.ParseStreamID(name)
}

// wrongRevision is the revision of a stream that was not as expected.
func wrongRevision(err error) (is domain.Revision, conflict bool) {
	var e *domain.Error
	if !errors.Is(err, eventlog.ErrConflict) || !errors.As(err, &e) {
		return 0, false
	}
	n, conflict := e.Detail["revision"].(uint64)
	return domain.Revision(n), conflict
}

// expected is what an append expects of its stream.
func expected(o *streams.AppendReq_Options) eventlog.Expect {
	switch x := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		return eventlog.At(afterFirst(x.Revision))
	case *streams.AppendReq_Options_NoStream:
		return eventlog.None
	case *streams.AppendReq_Options_StreamExists:
		return eventlog.Exists
	}
	return eventlog.Any
}

func success(last place) *streams.AppendResp_Success {
	answer := &streams.AppendResp_Success{CurrentRevisionOption: &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}},
		PositionOption: &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}}
	if last.revision > 0 {
		answer.CurrentRevisionOption = &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(last.revision) - 1}
	}
	if at := last.position.Number(); at > 0 {
		answer.PositionOption = &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{CommitPosition: at, PreparePosition: at}}
	}
	return answer
}

// wrongVersion states the revision of a stream and the expected one, in the fields of old clients
// and of new.
func wrongVersion(o *streams.AppendReq_Options, is domain.Revision) *streams.AppendResp_WrongExpectedVersion {
	type wrong = streams.AppendResp_WrongExpectedVersion
	none := &shared.Empty{}
	w := &wrong{CurrentRevisionOption: &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: none},
		CurrentRevisionOption_20_6_0: &streams.AppendResp_WrongExpectedVersion_NoStream_20_6_0{NoStream_20_6_0: none}}
	if is > 0 {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(is) - 1}
		w.CurrentRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_CurrentRevision_20_6_0{CurrentRevision_20_6_0: uint64(is) - 1}
	}
	switch x := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: x.Revision}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{ExpectedRevision_20_6_0: x.Revision}
	case *streams.AppendReq_Options_NoStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: none}
	case *streams.AppendReq_Options_StreamExists:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: none}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_StreamExists_20_6_0{StreamExists_20_6_0: none}
	default:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: none}
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_Any_20_6_0{Any_20_6_0: none}
	}
	return w
}

// Delete implements the service: it refuses.
func (s *streamsService) Delete(_ context.Context, r *streams.DeleteReq) (*streams.DeleteResp, error) {
	return nil, neverDeleted("delete a stream", r.GetOptions().GetStreamIdentifier())
}

// Tombstone implements the service: it refuses.
func (s *streamsService) Tombstone(_ context.Context, r *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	return nil, neverDeleted("delete a stream for good", r.GetOptions().GetStreamIdentifier())
}

func neverDeleted(operation string, name *shared.StreamIdentifier) error {
	return &domain.Error{Kind: domain.ErrPolicy, Operation: operation, Target: string(name.GetStreamName()),
		Message: "a run log deletes no event", Hint: "who keeps the log can erase what a session said; that it was stays"}
}
