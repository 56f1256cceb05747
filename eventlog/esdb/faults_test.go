package esdb_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/memlog"
)

// proxy passes bytes on, delays them, and cuts connections: before a request, while one is under way, and after it was
// done and before its answer is passed on.
type proxy struct {
	listener net.Listener
	to       string

	mu     sync.Mutex
	random *rand.Rand
	cuts   bool // each chunk may be the last of its connection
}

func newProxy(t *testing.T, to string, seed uint64) *proxy {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, to: to, random: rand.New(rand.NewPCG(seed, seed))}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.pass(t.Context(), c) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		running.Wait()
	})
	return p
}

func (p *proxy) cutting(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cuts = on
}

// last reports whether a chunk is the last of its connection.
func (p *proxy) last() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cuts && p.random.IntN(25) == 0
}

// late is how long a chunk waits.
func (p *proxy) late() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.cuts || p.random.IntN(8) > 0 {
		return 0
	}
	return time.Duration(p.random.IntN(int(3 * time.Millisecond)))
}

func (p *proxy) pass(ctx context.Context, from net.Conn) {
	to, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.to)
	if err != nil {
		_ = from.Close()
		return
	}
	end := sync.OnceFunc(func() { _, _ = from.Close(), to.Close() })
	defer context.AfterFunc(ctx, end)()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		both.Go(func() {
			defer end()
			chunk := make([]byte, 4096)
			for {
				n, err := way[0].Read(chunk)
				if err != nil || p.last() {
					return
				}
				select {
				case <-time.After(p.late()):
				case <-ctx.Done():
					return
				}
				if _, err := way[1].Write(chunk[:n]); err != nil {
					return
				}
			}
		})
	}
	both.Wait()
}

// message is the n-th message of a session: the same arguments give the same draft.
func message(session string, n int) domain.Draft {
	id, key := domain.MakeSessionID("faults", session), strconv.Itoa(n)
	return domain.Draft{ID: domain.RecordEventID(time.Unix(0, 0), "faults", session, key, "message"), Kind: domain.KindMessageRecorded, Version: 1,
		Stream: id.Stream(), Emitter: domain.EmitterID("ci/" + session), Seq: uint64(n), SeqKind: domain.SeqOrdinal,
		Subject: domain.Subject{Session: domain.Known(id)}, Source: domain.Source{Kind: domain.SourceTest, Trust: domain.TrustLow},
		Data: []byte(`{"role":"user","text":"message ` + key + `"}`)}
}

// TestLostConnectionsLoseAndRepeatNothing appends by several writers over a connection that is cut at
// random, while others follow.
func TestLostConnectionsLoseAndRepeatNothing(t *testing.T) {
	const writers, each = 4, 40
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	model, err := memlog.Open(memlog.Options{})
	kept(t, model, err)
	p := newProxy(t, esdbtest.Serve(t, model).Address, seed)
	url := "esdb://" + p.listener.Addr().String() + "?tls=false"
	open := func() eventlog.Log {
		log, err := esdb.Open(t.Context(), url, esdb.Options{Deadline: time.Minute})
		return kept(t, log, err)
	}
	logs := []eventlog.Log{open(), open()}
	p.cutting(true)
	followed := make(chan []domain.Event, 1)
	go func() {
		var got []domain.Event
		for e, err := range open().Follow(t.Context(), eventlog.Query{Limit: 1 + writers*each}) {
			if err != nil {
				t.Error(err)
				break
			}
			got = append(got, e)
		}
		followed <- got
	}()
	receipts := make([][]eventlog.Receipt, writers)
	var running sync.WaitGroup
	for w := range writers {
		running.Go(func() {
			session := strconv.Itoa(w % 2) // two writers share a stream
			for n := range each {
				d := message(session, w*each+n+1)
				got, err := logs[w%len(logs)].Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d})
				if err != nil {
					t.Errorf("seed %d: writer %d, message %d: %v", seed, w, n, err)
					return
				}
				receipts[w] = append(receipts[w], got...)
			}
		})
	}
	running.Wait()
	if t.Failed() {
		t.FailNow() // a follower would wait for what was not appended
	}
	got := <-followed
	holds(t, seed, model, got, receipts, 1+writers*each)
}

// holds checks that the log has each acknowledged event once and where its receipt says, the events of
// each writer in order, and that they were followed as they are.
func holds(t *testing.T, seed uint64, log eventlog.Log, followed []domain.Event, receipts [][]eventlog.Receipt, count int) {
	t.Helper()
	places := map[domain.EventID]domain.Position{}
	n := 0
	for e, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n > len(followed) || followed[n-1].ID != e.ID {
			t.Fatalf("seed %d: event %d was not followed", seed, n)
		}
		places[e.ID] = e.Position
	}
	if n != count || len(places) != count {
		t.Errorf("seed %d: %d events, %d ids, want %d", seed, n, len(places), count)
	}
	for w, list := range receipts {
		var last domain.Position
		for _, r := range list {
			if places[r.ID] != r.Position || !r.Position.After(last) || r.Repeated {
				t.Errorf("seed %d: writer %d: receipt %+v, the log has the event at %d", seed, w, r, places[r.ID].Number())
			}
			last = r.Position
		}
	}
}

func TestAFollowerAndAnAppendOutliveARestart(t *testing.T) {
	model, err := memlog.Open(memlog.Options{})
	kept(t, model, err)
	server := esdbtest.Serve(t, model)
	opened, err := esdb.Open(t.Context(), server.URL, esdb.Options{Deadline: time.Minute})
	log := kept(t, opened, err)
	events := make(chan domain.Event)
	go func() {
		for e, err := range log.Follow(t.Context(), eventlog.Query{}) {
			if err != nil {
				return // the test is over
			}
			events <- e
		}
	}()
	<-events
	server.Stop()
	appended := make(chan error, 1)
	go func() {
		d := message("a", 1)
		_, err := log.Append(t.Context(), d.Stream, eventlog.None, []domain.Draft{d})
		appended <- err
	}()
	esdbtest.ServeAt(t, model, server.Address)
	if err := <-appended; err != nil {
		t.Errorf("an append over a restart: %v", err)
	}
	if e := <-events; e.ID != message("a", 1).ID {
		t.Errorf("followed %s", e.ID)
	}
}

func TestAStoreThatDoesNotAnswerIsUnavailable(t *testing.T) {
	log, err := esdb.Open(t.Context(), "esdb://127.0.0.1:1?tls=false", esdb.Options{Deadline: 50 * time.Millisecond})
	var typed *domain.Error
	if log != nil || !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || !typed.Retryable || !strings.Contains(typed.Hint, "server runs") {
		t.Errorf("opened as %v, %v", log, err)
	}
}
