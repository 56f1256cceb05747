package esdbapi_test

import (
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/clawable/claw/domain"
)

func connected(t *testing.T, w *world) *grpc.ClientConn {
	t.Helper()
	connection, err := grpc.NewClient(w.server.Address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

func textID(id domain.EventID) *shared.UUID {
	e := proposedID(id)
	return &shared.UUID{Value: &shared.UUID_String_{String_: e}}
}

// batched is one message of a batch append.
func batched(correlation string, final bool, want uint64, session string, numbers ...int) *streams.BatchAppendReq {
	req := &streams.BatchAppendReq{CorrelationId: &shared.UUID{Value: &shared.UUID_String_{String_: correlation}}, IsFinal: final,
		Options: &streams.BatchAppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(streamOf(session))},
			DeadlineOption: &streams.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(time.Minute)}}}
	req.Options.ExpectedStreamPosition = &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
	if want > 0 {
		req.Options.ExpectedStreamPosition = &streams.BatchAppendReq_Options_StreamPosition{StreamPosition: want - 1}
	}
	for _, n := range numbers {
		e := proposed(session, n)
		req.ProposedMessages = append(req.ProposedMessages, &streams.BatchAppendReq_ProposedMessage{Id: textID(domain.EventID(e.EventID)),
			Metadata: map[string]string{"type": e.EventType, "content-type": "application/json"}, CustomMetadata: e.Metadata, Data: e.Data})
	}
	return req
}

func TestBatchesAreAnsweredEachForItself(t *testing.T) {
	onEachEngine(t, func(w *world) {
		call, err := streams.NewStreamsClient(connected(t, w)).BatchAppend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rest := batched("1", true, 0, "a", 3)
		rest.Options = nil // a later message of an append needs none
		for _, m := range []*streams.BatchAppendReq{
			batched("1", false, 0, "a", 1, 2), batched("2", true, 0, "b", 1), rest,
			batched("3", true, 2, "a", 4), batched("4", true, 3, "a", 4), batched("5", true, 0, "orders", 1),
		} {
			if m.GetCorrelationId().GetString_() == "5" {
				m.Options.StreamIdentifier.StreamName = []byte("orders-1")
			}
			if err := call.Send(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []struct {
			correlation        string
			code               codes.Code
			revision, position uint64
		}{{"2", codes.OK, 0, 2}, {"1", codes.OK, 2, 5}, {"3", codes.FailedPrecondition, 0, 0}, {"4", codes.OK, 3, 6}, {"5", codes.InvalidArgument, 0, 0}} {
			got, err := call.Recv()
			if err != nil {
				t.Fatal(err)
			}
			s := got.GetSuccess()
			if got.GetCorrelationId().GetString_() != want.correlation || codes.Code(got.GetError().GetCode()) != want.code ||
				s.GetCurrentRevision() != want.revision || s.GetPosition().GetCommitPosition() != want.position {
				t.Errorf("batch %s: %v, want %+v", want.correlation, got, want)
			}
			if want.code != codes.FailedPrecondition {
				continue
			}
			wrong := &shared.WrongExpectedVersion{}
			if err := got.GetError().GetDetails()[0].UnmarshalTo(wrong); err != nil || wrong.GetCurrentStreamRevision() != 2 || wrong.GetExpectedStreamPosition() != 1 {
				t.Errorf("batch %s: the detail is %v, %v", want.correlation, wrong, err)
			}
		}
		if err := call.CloseSend(); err != nil {
			t.Fatal(err)
		}
		if n := len(w.all()); n != 6 {
			t.Errorf("the log holds %d events", n)
		}
	})
}
