package httpapi_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// following serves the events of a log, with a separate hub.
type following struct {
	log eventlog.Log
	hub *live.Hub
}

// Stream implements [httpapi.Streams].
func (f *following) Stream(context.Context, httpapi.Question) (*httpapi.Feed, error) {
	head := func(ctx context.Context) (uint64, error) {
		h, err := f.log.Head(ctx)
		return h.Position.Number(), err
	}
	return &httpapi.Feed{Hub: f.hub, Source: live.Events{Log: f.log}, Head: head}, nil
}

// streaming is an API on a separate address.
type streaming struct {
	t     *testing.T
	url   string
	api   *httpapi.API
	hub   *live.Hub
	beats chan time.Time
}

// serveEvents serves the events of a log until the test ends, or the end is called.
func serveEvents(t *testing.T, log eventlog.Log, queue live.Limits) (s *streaming, end func()) {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := &following{log, live.NewHub(head.Position.Number(), queue)}
	ctx, stop := context.WithCancel(t.Context())
	followed := make(chan error, 1)
	flushed := make(chan error, 1)
	go func() { flushed <- f.hub.Run(ctx, httpapi.DefaultLiveLimits().Rest) }()
	go func() { followed <- live.Events{Log: log}.Follow(ctx, f.hub) }()
	listening := httptest.NewUnstartedServer(nil)
	s = &streaming{t: t, hub: f.hub, beats: make(chan time.Time)}
	s.api, err = httpapi.New(httpapi.Config{Log: log, Hosts: []string{listening.Listener.Addr().String()}, Secret: secret, Version: "test",
		Logger: slog.New(slog.DiscardHandler), Now: time.Now, Limits: httpapi.DefaultLimits(), Streams: f, Live: httpapi.DefaultLiveLimits(),
		Ticks: func(time.Duration) (<-chan time.Time, func()) { return s.beats, func() {} }})
	if err != nil {
		t.Fatal(err)
	}
	listening.Config.Handler = s.api
	listening.Config.ReadTimeout = time.Minute
	listening.Start()
	s.url = listening.URL
	end = sync.OnceFunc(func() {
		s.api.Drain()
		listening.Close()
		stop()
		for _, ended := range []chan error{followed, flushed} {
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
	t.Cleanup(end)
	return s, end
}

// message is one frame as it was received.
type message struct{ id, event, data, comment string }

// connection is a stream that a test reads.
type connection struct {
	t     *testing.T
	lines *bufio.Reader
	close func()
}

// open opens the stream of events after an id, "" for none.
func (s *streaming) open(after string) *connection {
	s.t.Helper()
	c, answer := s.try("/v1/stream/events", after)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		s.t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	return c
}

func (s *streaming) try(path, after string) (*connection, *http.Response) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = answer.Body.Close() })
	return &connection{s.t, bufio.NewReaderSize(answer.Body, 1<<16), func() { _ = answer.Body.Close() }}, answer
}

// next reads one message; ok is false at the end of the stream.
func (c *connection) next() (m message, ok bool) {
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil {
			return m, false
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			m.id = value
		case "event":
			m.event = value
		case "data":
			m.data = value
		case "":
			if value == "" {
				return m, true
			}
			m.comment = value
		}
	}
}

// event reads the next message that has data.
func (c *connection) event() (m message, ok bool) {
	for {
		if m, ok = c.next(); !ok || m.data != "" {
			return m, ok
		}
	}
}

// ids reads messages until one has an id.
func (c *connection) until(id string) (ids []string, ok bool) {
	for {
		m, ok := c.event()
		if !ok || m.event != "event" {
			return ids, false
		}
		if ids = append(ids, m.id); m.id == id {
			return ids, true
		}
	}
}

// Sessions whose events the tests append.
const (
	streamOne = "one"
	streamTwo = "two"
)

func emptyLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// appended appends events with a text each, and returns the position of the last.
func appended(t *testing.T, log eventlog.Log, stream string, texts ...string) uint64 {
	t.Helper()
	session := domain.MakeSessionID("test", stream)
	var drafts []domain.Draft
	for _, text := range texts {
		data, err := json.Marshal(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(text)})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		drafts = append(drafts, domain.Draft{ID: domain.RecordEventID(now, "test", stream, rand.Text(), "message"), Kind: domain.KindMessageRecorded, Version: 1,
			Stream: session.Stream(), ObservedAt: domain.At(now), Emitter: "test/" + domain.EmitterID(stream), Epoch: session.Epoch(),
			Subject: domain.Subject{Session: domain.Known(session)}, Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: data})
	}
	receipts, err := log.Append(t.Context(), session.Stream(), eventlog.Any, drafts)
	if err != nil {
		t.Fatal(err)
	}
	return receipts[len(receipts)-1].Position.Number()
}

func numbers(after, until uint64) (ids []string) {
	for n := after + 1; n <= until; n++ {
		ids = append(ids, fmt.Sprint(n))
	}
	return ids
}

// TestAStreamResumesOverARestart reads events, ends the server, appends, and reads on from another one.
func TestAStreamResumesOverARestart(t *testing.T) {
	log := emptyLog(t)
	before := appended(t, log, streamOne, "a", "b")
	first, end := serveEvents(t, log, live.DefaultLimits())
	c := first.open("")
	opening, _ := c.next()
	last := appended(t, log, streamOne, "c", "d", "e")
	got, _ := c.until(fmt.Sprint(last))
	if diff := cmp.Diff(numbers(before, last), got); diff != "" || opening.id != fmt.Sprint(before) {
		t.Errorf("opened at %s (-appended +received)\n%s", opening.id, diff)
	}
	first.api.Drain()
	if m, ok := c.event(); !ok || m.event != "error" || !strings.Contains(m.data, `"kind":"unavailable"`) || !strings.Contains(m.data, "stops") {
		t.Errorf("a server that stops says %+v", m)
	}
	if m, ok := c.next(); ok {
		t.Errorf("after the last frame: %+v", m)
	}
	if _, answer := first.try("/v1/stream/events", ""); answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a stream of a server that stops: %d", answer.StatusCode)
	}
	end()
	until := appended(t, log, streamTwo, "f", "g")
	second, _ := serveEvents(t, log, live.DefaultLimits())
	c = second.open(fmt.Sprint(last))
	until = max(until, appended(t, log, streamOne, "h"))
	got, _ = c.until(fmt.Sprint(until))
	if diff := cmp.Diff(numbers(last, until), got); diff != "" {
		t.Errorf("resumed (-appended +received)\n%s", diff)
	}
	whole, _ := second.open("0").until(fmt.Sprint(until))
	if diff := cmp.Diff(numbers(0, until), whole); diff != "" {
		t.Errorf("from the begin (-appended +received)\n%s", diff)
	}
}

// TestABadLastEventIDIsTyped opens streams after ids that cannot be resumed.
func TestABadLastEventIDIsTyped(t *testing.T) {
	log := emptyLog(t)
	appended(t, log, streamOne, "a")
	s, _ := serveEvents(t, log, live.DefaultLimits())
	for id, want := range map[string]struct {
		status int
		kind   string
	}{"x": {400, "usage"}, "-1": {400, "usage"}, "1.5": {409, "conflict"}, "99999999999999999999": {400, "usage"}, "3": {409, "conflict"}, strings.Repeat("1", 65): {400, "usage"}} {
		for _, in := range []string{"header", "query"} {
			path, header := "/v1/stream/events", id
			if in == "query" {
				path, header = path+"?last_event_id="+id, ""
			}
			c, answer := s.try(path, header)
			body, _ := c.lines.ReadString(0)
			if answer.StatusCode != want.status || !strings.Contains(body, `"kind": "`+want.kind+`"`) {
				t.Errorf("%s in the %s: %d %s", id, in, answer.StatusCode, body)
			}
		}
	}
	for path, header := range map[string]string{"/v1/stream/events?last_event_id=0": "", "/v1/stream/events?last_event_id=99": "0"} {
		c, _ := s.try(path, header)
		if m, ok := c.event(); !ok || m.id != "1" {
			t.Errorf("%s with %q: %+v", path, header, m)
		}
	}
}

// TestASlowReaderIsCutOffAlone lets one reader take nothing while another takes everything.
func TestASlowReaderIsCutOffAlone(t *testing.T) {
	log := emptyLog(t)
	begin := appended(t, log, streamOne, "a")
	s, _ := serveEvents(t, log, live.Limits{Frames: 64, Bytes: 1 << 30})
	slow, quick := s.open(""), s.open("")
	for _, c := range []*connection{slow, quick} {
		if _, ok := c.next(); !ok {
			t.Fatal("no opening")
		}
	}
	var last uint64
	received := 0             // events
	for s.hub.CutOff() == 0 { // until the buffers of the connection are full, and the queue
		last = appended(t, log, streamOne, strings.Repeat("x", 200<<10))
		if ids, ok := quick.until(fmt.Sprint(last)); ok {
			received += len(ids)
		} else {
			t.Fatalf("the quick reader was cut off at %d", last)
		}
	}
	if received != int(last-begin) {
		t.Errorf("the quick reader received %d of %d", received, last-begin)
	}
	ids := int(begin)
	m, ok := slow.event()
	for ; ok && m.event == "event"; m, ok = slow.event() {
		if ids++; m.id != fmt.Sprint(ids) {
			t.Fatalf("the slow reader received %s as number %d", m.id, ids)
		}
	}
	if !ok || m.event != "error" || !strings.Contains(m.data, `"kind":"delivery"`) || ids == int(last) {
		t.Errorf("the slow reader received %d of %d, then %v %.300s", ids, last, ok, m.data)
	}
	if rest, ok := s.open(fmt.Sprint(ids)).until(fmt.Sprint(last)); !ok || len(rest) != int(last)-ids {
		t.Errorf("connected again after %d of %d, it received %d", ids, last, len(rest))
	}
}

// TestAReaderThatStallsWhileItCatchesUpIsCutOff lets a reader take nothing of what the log had before it came: it
// has no queue that could become full.
func TestAReaderThatStallsWhileItCatchesUpIsCutOff(t *testing.T) {
	log := emptyLog(t)
	for range 5 { // more than the buffers of a connection take, in more than one page
		many := make([]string, 64)
		for i := range many {
			many[i] = strings.Repeat("x", 128<<10)
		}
		appended(t, log, streamOne, many...)
	}
	s, _ := serveEvents(t, log, live.DefaultLimits())
	s.api.Live.Write = 50 * time.Millisecond
	s.open("0")
	for s.hub.CutOff() == 0 {
		time.Sleep(time.Millisecond)
	}
	if n := s.hub.Readers(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

// TestEveryReaderReceivesTheLog opens 32 readers at different times while four producers append.
func TestEveryReaderReceivesTheLog(t *testing.T) {
	const producers, each, readers = 4, 150, 32
	log := emptyLog(t)
	s, _ := serveEvents(t, log, live.DefaultLimits())
	total := producers*each + 1 // the log opens itself with an event
	var producing sync.WaitGroup
	for p := range producers {
		producing.Go(func() {
			for range each {
				appended(t, log, []string{streamOne, streamTwo}[p%2], "text")
			}
		})
	}
	var reading sync.WaitGroup
	for range readers {
		c := s.open("0")
		reading.Go(func() {
			got, _ := c.until(fmt.Sprint(total))
			if diff := cmp.Diff(numbers(0, uint64(total)), got); diff != "" {
				t.Errorf("(-appended +received)\n%s", diff)
			}
		})
	}
	producing.Wait()
	reading.Wait()
}

// TestAHeartbeatIsAComment beats while nothing happens.
func TestAHeartbeatIsAComment(t *testing.T) {
	log := emptyLog(t)
	last := appended(t, log, streamOne, "a")
	s, _ := serveEvents(t, log, live.DefaultLimits())
	c := s.open("")
	if _, ok := c.next(); !ok {
		t.Fatal("no opening")
	}
	for range 2 {
		s.beats <- time.Time{}
		if m, ok := c.next(); !ok || m.comment != "heartbeat" || m.data != "" || m.id != fmt.Sprint(last) {
			t.Errorf("a heartbeat: %+v", m)
		}
	}
}
