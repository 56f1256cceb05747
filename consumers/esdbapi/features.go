package esdbapi

import (
	"context"
	"net"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"github.com/clawable/claw/domain"
)

// ProtocolVersion is the version of EventStoreDB whose protocol is served: clients choose by it what
// they send.
const ProtocolVersion = "23.10.0"

// featuresService reports which methods are served.
type featuresService struct {
	serverfeatures.UnimplementedServerFeaturesServer
}

// GetSupportedMethods implements the service.
func (featuresService) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	const streams = "event_store.client.streams.streams"
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: ProtocolVersion, Methods: []*serverfeatures.SupportedMethod{
		{ServiceName: streams, MethodName: "read", Features: []string{"position", "events"}},
		{ServiceName: streams, MethodName: "append"},
		{ServiceName: streams, MethodName: "batchappend", Features: []string{"deadline_duration"}},
		{ServiceName: "event_store.client.gossip.gossip", MethodName: "read"},
		{ServiceName: "event_store.client.server_features.serverfeatures", MethodName: "getsupportedmethods"},
	}}, nil
}

// gossipService is the gossip of a cluster of one node, which leads.
type gossipService struct {
	gossip.UnimplementedGossipServer
	address net.Addr
	now     func() time.Time
}

// Read implements the service.
func (s *gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	host, text, err := net.SplitHostPort(s.address.String())
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, err
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{
		InstanceId: uuidOf(domain.EventID(domain.Derive(time.Time{}, "esdb node", s.address.String())), false),
		TimeStamp:  s.now().UnixNano() / tick, State: gossip.MemberInfo_Leader, IsAlive: true,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
	}}}, nil
}
