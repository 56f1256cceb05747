package esdb

import (
	"context"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
)

// tail notifies followers that the log has changed. One subscription serves all of them; the first
// follower starts it, and it is made again whenever it is lost.
type tail struct {
	log   *Log
	begun sync.Once
	done  chan struct{} // closed when the subscription has ended for good

	mu   sync.Mutex
	next chan struct{} // closed, and replaced, when there may be something new
}

func newTail(l *Log) *tail {
	return &tail{log: l, done: make(chan struct{}), next: make(chan struct{})}
}

// changed is closed when the log may have changed since the call.
func (t *tail) changed() <-chan struct{} {
	t.begun.Do(func() { go t.run() })
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next
}

func (t *tail) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.next)
	t.next = make(chan struct{})
}

// wait waits for the end of the subscription, which the end of the log ends.
func (t *tail) wait() {
	t.begun.Do(func() { close(t.done) })
	<-t.done
}

// run subscribes until the log is closed. A subscription that begins wakes all: what came before it, while
// there was none, is read then.
func (t *tail) run() {
	defer close(t.done)
	l := t.log
	for tried := 0; l.life.Context().Err() == nil; tried++ {
		_ = l.call(l.life.Context(), func(client streams.StreamsClient, trailer grpc.CallOption) error { // each follower reads by itself, and reports why it cannot
			answer, err := client.Read(l.leading(l.life.Context()), liveOfAll(), trailer)
			for err == nil {
				if _, err = answer.Recv(); err == nil {
					tried = 0
					t.wake()
				}
			}
			return err
		})
		l.life.Pause(context.Background(), tried, time.Time{}, 0)
		t.wake()
	}
}

// liveOfAll subscribes to all streams from the end.
func liveOfAll() *streams.ReadReq {
	all := &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}}
	req := newRead(&streams.ReadReq_Options{StreamOption: &streams.ReadReq_Options_All{All: all}}, 0)
	req.Options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	return req
}
