package esdb

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// cluster connects to the node of a store that is to be used. Safe for concurrent use.
type cluster struct {
	config  *client.Configuration
	options []grpc.DialOption
	seeds   []string // of a cluster; none: the address is the node

	mu   sync.Mutex
	node *grpc.ClientConn // nil: it is to be found
}

const mostMessage = 17 << 20 // bytes of one message of the store

func newCluster(c *client.Configuration) (*cluster, error) {
	n := &cluster{config: c}
	transport := insecure.NewCredentials()
	if !c.DisableTLS {
		secured := &tls.Config{RootCAs: c.RootCAs, InsecureSkipVerify: c.SkipCertificateVerification, MinVersion: tls.VersionTLS12}
		if c.UserCertFile != "" {
			pair, err := tls.LoadX509KeyPair(c.UserCertFile, c.UserKeyFile)
			if err != nil {
				return nil, err
			}
			secured.Certificates = []tls.Certificate{pair}
		}
		transport = credentials.NewTLS(secured)
	}
	reconnect := grpc.ConnectParams{Backoff: backoff.Config{BaseDelay: 20 * time.Millisecond, Multiplier: 2, Jitter: 0.2, MaxDelay: time.Second},
		MinConnectTimeout: time.Duration(c.GossipTimeout) * time.Second}
	n.options = []grpc.DialOption{grpc.WithConnectParams(reconnect), grpc.WithTransportCredentials(transport), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostMessage))}
	if c.KeepAliveInterval >= 0 {
		n.options = append(n.options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: c.KeepAliveInterval, Timeout: c.KeepAliveTimeout, PermitWithoutStream: true}))
	}
	if c.Username != "" {
		n.options = append(n.options, grpc.WithPerRPCCredentials(basic(c.Username+":"+c.Password)))
	}
	for _, seed := range c.GossipSeeds {
		n.seeds = append(n.seeds, seed.String())
	}
	if c.DnsDiscover {
		n.seeds = []string{c.Address}
	}
	return n, nil
}

// basic is a user and a password, separated by a colon.
type basic string

// GetRequestMetadata implements [credentials.PerRPCCredentials].
func (b basic) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(b))}, nil
}

// RequireTransportSecurity implements [credentials.PerRPCCredentials].
func (basic) RequireTransportSecurity() bool { return true }

// connection is the connection to the node. A node without a cluster is connected to when it is called.
//
// Errors: those of the gossip of every seed.
func (n *cluster) connection(ctx context.Context) (*grpc.ClientConn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.node != nil {
		return n.node, nil
	}
	address := n.config.Address
	if len(n.seeds) > 0 {
		var err error
		if address, err = n.discover(ctx); err != nil {
			return nil, err
		}
	}
	node, err := grpc.NewClient(address, n.options...)
	n.node = node
	return node, err
}

// discover asks the seeds for the node that is preferred.
func (n *cluster) discover(ctx context.Context) (address string, err error) {
	seeds := slices.Clone(n.seeds)
	rand.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	for _, seed := range seeds {
		if address, err = n.ask(ctx, seed); err == nil {
			return address, nil
		}
	}
	return "", err
}

// ask asks one seed.
func (n *cluster) ask(ctx context.Context, seed string) (string, error) {
	connection, err := grpc.NewClient(seed, n.options...)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }() // its answer is read
	ctx, cancel := context.WithTimeout(ctx, time.Duration(n.config.GossipTimeout)*time.Second)
	defer cancel()
	info, err := gossip.NewGossipClient(connection).Read(ctx, &shared.Empty{})
	if err != nil {
		return "", err
	}
	node := n.preferred(info.GetMembers())
	if node == nil {
		return "", fmt.Errorf("%s knows no node that answers", seed)
	}
	return fmt.Sprintf("%s:%d", node.GetAddress(), node.GetPort()), nil
}

// preferred is the node that the connection string prefers, else another that answers; nil without one.
func (n *cluster) preferred(members []*gossip.MemberInfo) (best *gossip.EndPoint) {
	preferred := map[client.NodePreference][]gossip.MemberInfo_VNodeState{
		client.NodePreferenceLeader:   {gossip.MemberInfo_Leader},
		client.NodePreferenceFollower: {gossip.MemberInfo_Follower},
		client.NodePreferenceReadOnlyReplica: {gossip.MemberInfo_ReadOnlyReplica, gossip.MemberInfo_PreReadOnlyReplica,
			gossip.MemberInfo_ReadOnlyLeaderless},
	}[n.config.NodePreference]
	usable := []gossip.MemberInfo_VNodeState{gossip.MemberInfo_Leader, gossip.MemberInfo_Follower, gossip.MemberInfo_ReadOnlyReplica,
		gossip.MemberInfo_PreReadOnlyReplica, gossip.MemberInfo_ReadOnlyLeaderless}
	rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	for _, m := range members {
		switch {
		case !m.GetIsAlive() || !slices.Contains(usable, m.GetState()):
		case slices.Contains(preferred, m.GetState()):
			return m.GetHttpEndPoint()
		case best == nil:
			best = m.GetHttpEndPoint()
		}
	}
	return best
}

// lost forgets a node that did not answer or no longer leads: the next call finds another, or goes to
// leader where that is known. Without a cluster the node stays, and is connected to again.
func (n *cluster) lost(node *grpc.ClientConn, leader string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if node != n.node || leader == "" && len(n.seeds) == 0 {
		return
	}
	_ = n.node.Close() // calls under way end with an error that is tried again
	n.node = nil
	if leader != "" {
		n.node, _ = grpc.NewClient(leader, n.options...) // else it is found by gossip
	}
}

// leads reports whether calls are for the leader.
func (n *cluster) leads() bool { return n.config.NodePreference == client.NodePreferenceLeader }

// close ends the connection.
func (n *cluster) close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.node == nil {
		return nil
	}
	return n.node.Close()
}
