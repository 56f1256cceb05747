package esdb

import (
	"context"
	"net"
	"slices"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/remote"
)

// Log is a log in a store of events. It implements [eventlog.Log].
type Log struct {
	at      string
	options Options
	nodes   *cluster
	first   domain.Event // log.opened
	opened  domain.LogOpened
	ids     *index
	queue   *queue
	tail    *tail

	life *remote.Life
}

var _ eventlog.Log = (*Log)(nil)

func newLog(at string, nodes *cluster, o Options) *Log {
	l := &Log{at: at, options: o, nodes: nodes}
	l.life = remote.NewLife()
	l.ids, l.queue = newIndex(), &queue{log: l}
	l.tail = newTail(l)
	return l
}

// Capabilities implements [eventlog.Log].
func (l *Log) Capabilities() eventlog.Capabilities { return eventlog.Capabilities{Salts: true} }

// Head implements [eventlog.Log].
func (l *Log) Head(ctx context.Context) (head eventlog.Head, err error) {
	const operation = "read head"
	if err := l.life.Usable(ctx, operation); err != nil {
		return head, err
	}
	last, err := l.lastEvent(ctx, operation)
	if err != nil {
		return head, err
	}
	return eventlog.Head{ID: seal.Leaf(&l.first).String(), Name: l.opened.Name, Replay: l.opened.Replay,
		Position: last.Position, Recorded: last.RecordedAt}, nil
}

// lastEvent is the last event of the log, which has at least one.
func (l *Log) lastEvent(ctx context.Context, operation string) (last domain.Event, err error) {
	const few = 8 // the last event is one of them, unless another program writes more
	for _, count := range []uint64{few, everything} {
		found := false
		err = l.receive(ctx, operation, func() *streams.ReadReq { return lastOfAll(count) }, func(r *record) (bool, error) {
			p, ours := placeOf(r)
			if !ours {
				return true, nil
			}
			found = true
			last, err = eventOf(r, p)
			return false, err
		})
		if found || err != nil {
			return last, err
		}
	}
	return l.first, nil
}

// Get implements [eventlog.Log].
func (l *Log) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	const operation = "get event"
	if err := l.life.Usable(ctx, operation); err != nil {
		return domain.Event{}, err
	}
	if err := l.ids.lock(ctx); err != nil {
		return domain.Event{}, err
	}
	err := l.catchUp(ctx, operation, nil)
	p, held := l.ids.places[id]
	l.ids.unlock()
	if err != nil {
		return domain.Event{}, err
	}
	if !held {
		return domain.Event{}, eventlog.NotFound(id)
	}
	events, err := l.fetch(ctx, operation, p.stream, p.revision, p.revision)
	if err != nil {
		return domain.Event{}, err
	}
	if e, there := events[id]; there {
		return *e, nil
	}
	return domain.Event{}, eventlog.NotFound(id)
}

// Close implements [eventlog.Log].
func (l *Log) Close() error {
	if !l.life.Close() {
		return nil
	}
	l.tail.wait()
	return l.nodes.close()
}

// call calls the node that is to be used, and hands the option over that it needs to learn of a leader. A
// node that does not answer, or does not lead, is given up: the error is one that is tried again.
func (l *Log) call(ctx context.Context, call func(client streams.StreamsClient, trailer grpc.CallOption) error) error {
	node, err := l.nodes.connection(ctx)
	if err != nil {
		return err
	}
	var trailer metadata.MD
	err = call(streams.NewStreamsClient(node), grpc.Trailer(&trailer))
	if _, answered := status.FromError(err); err == nil || !answered || ctx.Err() != nil {
		return err // a stream that is left before its end writes its trailer later, beside this
	}
	switch leader := leaderOf(trailer); {
	case leader != "":
		l.nodes.lost(node, leader)
		return status.Error(codes.Unavailable, "the node does not lead: "+leader+" does")
	case transient(err):
		l.nodes.lost(node, "")
	}
	return err
}

// leaderOf is the address of the leader that a node named, "" for none.
func leaderOf(trailer metadata.MD) string {
	host, port := trailer.Get("leader-endpoint-host"), trailer.Get("leader-endpoint-port")
	if !slices.Contains(trailer.Get("exception"), "not-leader") || len(host) == 0 || len(port) == 0 {
		return ""
	}
	return net.JoinHostPort(host[0], port[0])
}
