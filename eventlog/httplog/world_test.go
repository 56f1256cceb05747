package httplog_test

import (
	"bytes"
	"context"
	"io"
	"iter"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/httplog"
	"github.com/clawable/claw/producers"
)

const secret = "the-secret-of-a-test-which-nobody-guesses"

// server serves a log as it is: what it reads and appends goes through the API, and not through the verbs.
type server struct {
	url    *url.URL
	mu     sync.Mutex
	log    eventlog.Log
	events *streams
	// refuse is called before each append; nil: nothing is refused.
	refuse func() error
}

// serve serves a log until the test ends.
func serve(t testing.TB, log eventlog.Log) *server {
	t.Helper()
	s := newServer(t)
	s.show(t, log)
	return s
}

// show serves a log, in place of that of an earlier part of the test, until the part ends.
func (s *server) show(t testing.TB, log eventlog.Log) {
	t.Helper()
	events := newStreams(t, log)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log, s.events = log, events
}

// now is the log that is served.
func (s *server) now() (eventlog.Log, *streams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log, s.events
}

// Head implements [httpapi.Log].
func (s *server) Head(ctx context.Context) (eventlog.Head, error) {
	log, _ := s.now()
	return log.Head(ctx)
}

// Get implements [httpapi.Log].
func (s *server) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	log, _ := s.now()
	return log.Get(ctx, id)
}

// Read implements [httpapi.Log].
func (s *server) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	log, _ := s.now()
	return log.Read(ctx, q)
}

// Stream implements [httpapi.Streams].
func (s *server) Stream(ctx context.Context, q httpapi.Question) (*httpapi.Feed, error) {
	_, events := s.now()
	return events.Stream(ctx, q)
}

// newServer is a server that shows no log yet.
func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{}
	listening := httptest.NewUnstartedServer(nil)
	api, err := httpapi.New(httpapi.Config{Reader: s, Log: s, Hosts: []string{listening.Listener.Addr().String()}, Secret: secret, Writer: s, Streams: s,
		Version: "test", Logger: slog.New(slog.DiscardHandler), Now: time.Now, Limits: httpapi.DefaultLimits(), Live: httpapi.DefaultLiveLimits()})
	if err != nil {
		t.Fatal(err)
	}
	listening.Config.Handler = api
	listening.Start()
	t.Cleanup(func() {
		api.Drain()
		listening.Close()
	})
	if s.url, err = url.Parse(listening.URL); err != nil {
		t.Fatal(err)
	}
	return s
}

// open opens the log of the server.
func (s *server) open(t testing.TB, o httplog.Options) *httplog.Log {
	t.Helper()
	o.Client, o.Token = client(), secret
	log, err := httplog.Open(t.Context(), s.url, o)
	return kept(t, log, err)
}

func kept[L eventlog.Log](t testing.TB, log L, err error) L {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

// Answer implements [httpapi.Reader] for log read.
func (s *server) Answer(ctx context.Context, q httpapi.Question, w io.Writer) error {
	query := eventlog.Query{}
	for _, f := range q.Flags {
		n, err := strconv.ParseUint(f.Value, 10, 63)
		switch f.Name {
		case "after":
			query.After = domain.PositionAt(n)
		case "until":
			query.Until = domain.PositionAt(n)
		case "limit":
			query.Limit = int(n)
		default:
			query.Stream, err = domain.ParseStreamID(f.Value)
		}
		if err != nil {
			return err
		}
	}
	log, _ := s.now()
	var damage error
	for e, err := range eventlog.ReadPast(ctx, log, query) {
		if err != nil {
			if damage == nil {
				damage = err
			}
			continue
		}
		if _, err := w.Write(append(seal.Line(&e, nil), '\n')); err != nil {
			return err
		}
	}
	return damage
}

// Do implements [httpapi.Writer] for log append.
func (s *server) Do(ctx context.Context, c httpapi.Command, w io.Writer) error {
	if s.refuse != nil {
		if err := s.refuse(); err != nil {
			return err
		}
	}
	want := eventlog.Any
	for _, f := range c.Flags {
		switch n, err := strconv.ParseUint(f.Value, 10, 63); {
		case f.Value == "none":
			want = eventlog.None
		case f.Value == "exists":
			want = eventlog.Exists
		case f.Name == "expect" && err == nil:
			want = eventlog.At(domain.Revision(n))
		}
	}
	var drafts []domain.Draft
	for line, err := range producers.Lines(bytes.NewReader(c.Body)) {
		if err != nil {
			return err
		}
		d, err := eventlog.ParseDraft(bytes.Clone(line.Text))
		if err != nil {
			return err
		}
		drafts = append(drafts, d)
	}
	log, _ := s.now()
	receipts, err := log.Append(ctx, drafts[0].Stream, want, drafts)
	for _, r := range receipts {
		if err := writeLine(w, r.Line()); err != nil {
			return err
		}
	}
	return err
}

// streams is the feed of the events of a log.
type streams struct {
	log  eventlog.Log
	feed httpapi.Feed
}

func newStreams(t testing.TB, log eventlog.Log) *streams {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source := live.Events{Log: log}
	s := &streams{log, httpapi.Feed{Hub: live.NewHub(head.Position.Number(), live.DefaultLimits()), Source: source}}
	s.feed.Head = func(ctx context.Context) (uint64, error) {
		head, err := log.Head(ctx)
		return head.Position.Number(), err
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = s.feed.Hub.Run(ctx, httpapi.DefaultLiveLimits().Rest) }) // until ctx ends
	running.Go(func() { s.feed.Hub.Fail(source.Follow(ctx, s.feed.Hub)) })
	t.Cleanup(func() { stop(); running.Wait() })
	return s
}

// Stream implements [httpapi.Streams] for log tail.
func (s *streams) Stream(_ context.Context, q httpapi.Question) (*httpapi.Feed, error) {
	own := s.feed
	for _, f := range q.Flags {
		own.Wants = func(frame *live.Frame) bool { return frame.Event == nil || frame.Event.Stream.String() == f.Value }
	}
	return &own, nil
}
