package esdbapi_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"iter"
	"math"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

func proposedID(id domain.EventID) string { return uuid.UUID(id).String() }

const secret = "the-secret-of-a-test-which-nobody-guesses"

// guarded serves a log that only a secret opens, for reading, and returns a connection to it.
func guarded(t *testing.T) *grpc.ClientConn {
	t.Helper()
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	api, err := esdbapi.New(esdbapi.Config{Log: log, Address: listener.Addr(), Now: time.Now, Authorize: func(_ context.Context, given string) (esdbapi.Access, error) {
		if given == secret {
			return esdbapi.Access{}, nil
		}
		return esdbapi.Access{}, &domain.Error{Kind: domain.ErrAuth, Operation: "check the secret", Message: "it is another"}
	}})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- api.Serve(listener) }()
	t.Cleanup(func() {
		api.Stop(t.Context())
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	connection, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

func TestOnlyACredentialOpensALog(t *testing.T) {
	client := streams.NewStreamsClient(guarded(t))
	basic := func(text string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, c := range []struct {
		says   string
		header []string
		code   codes.Code
	}{
		{"no credential", nil, codes.Unauthenticated},
		{"the secret as a token", []string{"Bearer " + secret}, codes.OK},
		{"the secret as a password", []string{basic("claw:" + secret)}, codes.OK},
		{"the scheme in other letters", []string{"bearer " + secret}, codes.OK},
		{"another secret", []string{"Bearer " + secret + "x"}, codes.Unauthenticated},
		{"an empty password", []string{basic("claw:")}, codes.Unauthenticated},
		{"the secret as a name", []string{basic(secret + ":")}, codes.Unauthenticated},
		{"no password at all", []string{basic(secret)}, codes.Unauthenticated},
		{"a text that is not encoded", []string{"Basic claw:" + secret}, codes.Unauthenticated},
		{"another scheme", []string{"Digest " + secret}, codes.Unauthenticated},
		{"the secret without a scheme", []string{secret}, codes.Unauthenticated},
		{"two credentials", []string{"Bearer " + secret, "Bearer x"}, codes.Unauthenticated},
	} {
		ctx := metadata.NewOutgoingContext(t.Context(), metadata.MD{"authorization": c.header})
		call, err := client.Read(ctx, &streams.ReadReq{Options: &streams.ReadReq_Options{
			StreamOption: &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{}}, CountOption: &streams.ReadReq_Options_Count{Count: 1}}})
		if err == nil {
			_, err = call.Recv()
		}
		if status.Code(err) != c.code {
			t.Errorf("%s: %v, want %s", c.says, err, c.code)
		}
	}
}

func TestAServerThatOnlyReadsRefusesAppends(t *testing.T) {
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+secret)
	call, err := streams.NewStreamsClient(guarded(t)).Append(ctx)
	if err != nil {
		t.Fatal(err)
	}
	options := &streams.AppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(streamOf("a"))}}
	if err := call.Send(&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: options}}); err != nil {
		t.Fatal(err)
	}
	if _, err := call.CloseAndRecv(); status.Code(err) != codes.PermissionDenied {
		t.Errorf("an append: %v", err)
	}
}

func TestFeaturesAndGossipNeedNoCredential(t *testing.T) {
	connection := guarded(t)
	features, err := serverfeatures.NewServerFeaturesClient(connection).GetSupportedMethods(t.Context(), &shared.Empty{})
	if err != nil || features.GetEventStoreServerVersion() != esdbapi.ProtocolVersion || len(features.GetMethods()) == 0 {
		t.Errorf("features %v, %v", features, err)
	}
	info, err := gossip.NewGossipClient(connection).Read(t.Context(), &shared.Empty{})
	if err != nil || len(info.GetMembers()) != 1 || !info.GetMembers()[0].GetIsAlive() || info.GetMembers()[0].GetState() != gossip.MemberInfo_Leader {
		t.Errorf("gossip %v, %v", info, err)
	}
}

func TestClientsFindTheServerByGossip(t *testing.T) {
	onEachEngine(t, func(w *world) {
		for _, preference := range []string{"leader", "follower", "random"} {
			client := clientOf(t, "esdb://"+w.server.Address+",127.0.0.1:1?tls=false&nodePreference="+preference)
			stream, err := client.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, math.MaxUint64)
			if got := collect(t, stream, err); len(got) != 1 {
				t.Errorf("preferring %s: %d events", preference, len(got))
			}
		}
	})
}

func TestMalformedRequestsAreUsageErrors(t *testing.T) {
	onEachEngine(t, func(w *world) {
		client := streams.NewStreamsClient(connected(t, w))
		all := &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{}}
		for says, o := range map[string]*streams.ReadReq_Options{
			"no options":               nil,
			"no stream":                {CountOption: &streams.ReadReq_Options_Count{Count: 1}},
			"a stream without a name":  {StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{}}},
			"a backwards subscription": {StreamOption: all, ReadDirection: streams.ReadReq_Options_Backwards, CountOption: &streams.ReadReq_Options_Subscription{}},
			"a filter without a filter": {StreamOption: all, CountOption: &streams.ReadReq_Options_Count{Count: 1},
				FilterOption: &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{}}},
		} {
			call, err := client.Read(t.Context(), &streams.ReadReq{Options: o})
			if err == nil {
				_, err = call.Recv()
			}
			if status.Code(err) != codes.InvalidArgument {
				t.Errorf("%s: %v", says, err)
			}
		}
	})
}

func TestALogWithGapsIsNotServed(t *testing.T) {
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = esdbapi.New(esdbapi.Config{Log: gaps{log}})
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrUsage {
		t.Errorf("served: %v", err)
	}
}

// gaps is a log that does not promise positions without gaps.
type gaps struct{ eventlog.Log }

// Capabilities implements [eventlog.Log].
func (gaps) Capabilities() eventlog.Capabilities { return eventlog.Capabilities{} }

// TestAFaultEndsOneCall lets the log panic under a call.
func TestAFaultEndsOneCall(t *testing.T) {
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	broken := &faulty{Log: log}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 1)
	api, err := esdbapi.New(esdbapi.Config{Log: broken, Address: listener.Addr(), Now: time.Now,
		Authorize: func(context.Context, string) (esdbapi.Access, error) { return esdbapi.Access{}, nil },
		Failed:    func(method string, err error) { told <- method + ": " + err.Error() }})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- api.Serve(listener) }()
	defer func() {
		api.Stop(context.Background())
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	client := clientOf(t, "esdb://"+listener.Addr().String()+"?tls=false")
	read := func() error {
		events, err := client.ReadAll(t.Context(), esdb.ReadAllOptions{}, 10)
		if err == nil {
			_, err = events.Recv()
			events.Close()
		}
		return err
	}
	broken.panics.Store(true)
	if err := read(); err == nil || strings.Contains(err.Error(), "a fault of the test") {
		t.Errorf("the call ended with %v", err)
	}
	if got := <-told; !strings.HasPrefix(got, "/event_store.client.streams.Streams/Read: panic: a fault of the test") {
		t.Errorf("told %q", got)
	}
	broken.panics.Store(false)
	if err := read(); err != nil && !errors.Is(err, io.EOF) {
		t.Errorf("the next call ended with %v", err)
	}
}

// faulty is a log that panics on request.
type faulty struct {
	eventlog.Log
	panics atomic.Bool
}

// Head implements [eventlog.Log].
func (f *faulty) Head(ctx context.Context) (eventlog.Head, error) {
	if f.panics.Load() {
		panic("a fault of the test")
	}
	return f.Log.Head(ctx)
}

// Read implements [eventlog.Log].
func (f *faulty) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	if f.panics.Load() {
		panic("a fault of the test")
	}
	return f.Log.Read(ctx, q)
}
