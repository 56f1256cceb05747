package esdbapi_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// methods are what a fuzzer calls: those that are served, those that are refused, and one that does not exist.
var methods = []string{
	streams.Streams_Read_FullMethodName, streams.Streams_Append_FullMethodName, streams.Streams_BatchAppend_FullMethodName,
	streams.Streams_Delete_FullMethodName, streams.Streams_Tombstone_FullMethodName, gossip.Gossip_Read_FullMethodName,
	"/event_store.client.server_features.ServerFeatures/GetSupportedMethods",
	"/event_store.client.persistent_subscriptions.PersistentSubscriptions/Read", "/event_store.client.imagined.Imagined/Do",
}

// raw sends bytes as they are.
type raw struct{}

func (raw) Marshal(v any) ([]byte, error) { return v.([]byte), nil }

func (raw) Unmarshal(data []byte, v any) error { *v.(*[]byte) = bytes.Clone(data); return nil }

func (raw) Name() string { return "proto" }

// separator separates the messages of one call.
var separator = []byte("\xff\x00\xff")

// seeds are calls that are in order.
func seeds(f *testing.F) {
	f.Helper()
	none := &shared.Empty{}
	stream := &shared.StreamIdentifier{StreamName: []byte(streamOf("a"))}
	uuids := &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: none}}
	d := message("a", 4)
	for method, messages := range map[byte][]proto.Message{
		0: {&streams.ReadReq{Options: &streams.ReadReq_Options{CountOption: &streams.ReadReq_Options_Count{Count: 3}, UuidOption: uuids,
			StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{StreamIdentifier: stream, RevisionOption: &streams.ReadReq_Options_StreamOptions_Start{Start: none}}},
			FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: none}}}},
		9: {&streams.ReadReq{Options: &streams.ReadReq_Options{CountOption: &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}, UuidOption: uuids,
			StreamOption: &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_Position{Position: &streams.ReadReq_Options_Position{CommitPosition: 1, PreparePosition: 1}}}},
			FilterOption: &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{CheckpointIntervalMultiplier: 1, Window: &streams.ReadReq_Options_FilterOptions_Max{Max: 1},
				Filter: &streams.ReadReq_Options_FilterOptions_EventType{EventType: &streams.ReadReq_Options_FilterOptions_Expression{Regex: "^mess(age)?"}}}}}}},
		1: {&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{StreamIdentifier: stream, ExpectedStreamRevision: &streams.AppendReq_Options_Revision{Revision: 2}}}},
			&streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{Id: &shared.UUID{Value: &shared.UUID_String_{String_: "0182f2a0-0000-4000-8000-000000000001"}},
				Metadata: map[string]string{"type": string(d.Kind), "content-type": "application/json"}, CustomMetadata: proposed("a", 4).Metadata, Data: d.Data}}}},
		2: {&streams.BatchAppendReq{IsFinal: true, Options: &streams.BatchAppendReq_Options{StreamIdentifier: stream}}},
		3: {&streams.DeleteReq{Options: &streams.DeleteReq_Options{StreamIdentifier: stream}}},
		5: {none},
	} {
		var texts [][]byte
		for _, m := range messages {
			text, err := proto.Marshal(m)
			if err != nil {
				f.Fatal(err)
			}
			texts = append(texts, text)
		}
		f.Add(method, bytes.Join(texts, separator))
	}
	f.Add(byte(0), []byte("\x0a\x80\x80"))
	f.Add(byte(2), separator)
}

// FuzzRequests sends calls of all methods, well-formed or not, to a log: each is answered or refused with a status
// that says why, the server lives on, and what is not appended changes nothing.
func FuzzRequests(f *testing.F) {
	log, err := memlog.Open(memlog.Options{Now: func() time.Time { return start }})
	if err != nil {
		f.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		d := message("a", n)
		if _, err := log.Append(f.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			f.Fatal(err)
		}
	}
	connection, err := grpc.NewClient(esdbtest.Serve(f, log).Address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = connection.Close() })
	seeds(f)
	f.Fuzz(func(t *testing.T, method byte, text []byte) {
		name := methods[int(method)%len(methods)]
		before, err := log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		switch code := status.Code(called(t, connection, name, bytes.Split(text, separator))); code {
		case codes.Unknown:
			t.Errorf("%s is answered without a reason", name)
		case codes.DeadlineExceeded:
			t.Errorf("%s is not answered within %s", name, patience)
		}
		after, err := log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if before.Position != after.Position && name != methods[1] && name != methods[2] {
			t.Errorf("%s appended", name)
		}
		if _, err := gossip.NewGossipClient(connection).Read(t.Context(), &shared.Empty{}); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	})
}

// patience ends a call that would hang.
const patience = 5 * time.Second

// called sends messages to a method, takes the first answers, and returns the status of the call.
func called(t *testing.T, connection *grpc.ClientConn, method string, messages [][]byte) error {
	t.Helper()
	const answers = 8
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	call, err := connection.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method, grpc.ForceCodec(raw{}))
	if err != nil {
		return err
	}
	for _, m := range messages {
		if err := call.SendMsg(m); err != nil {
			break // the answer says why
		}
	}
	_ = call.CloseSend()
	for range answers {
		var answer []byte
		switch err := call.RecvMsg(&answer); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		var read streams.ReadResp
		if proto.Unmarshal(answer, &read) == nil && read.GetCaughtUp() != nil {
			return nil
		}
	}
	return nil
}
