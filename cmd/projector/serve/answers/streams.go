package answers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/history"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// Streams follows the log for the readers of streams. It implements [httpapi.Streams]. What a stream
// holds is made by the verb that its question names; one follower makes it for all readers of the same
// question, from the first of them on.
type Streams struct {
	reader *Reader
	file   string // of the history, "" for memory
	limits live.Limits
	logger *slog.Logger
	begin  uint64 // position of the log when the streams were made

	ctx   context.Context // of the followers
	stop  context.CancelFunc
	ended sync.WaitGroup

	mu      sync.Mutex
	history *history.Store // nil until the first stream that has one
	feeds   map[string]*follower
	cut     uint64 // readers that were cut off from feeds that are gone
}

// follower makes the frames of one feed.
type follower struct {
	feed  *httpapi.Feed
	stop  context.CancelFunc
	ready chan struct{} // closed when the feed holds what there was at its begin
	ended chan struct{} // closed when the follower ended, because of err
	err   error
}

// mostFeeds is how many questions are followed at once.
const mostFeeds = 32

// NewStreams makes the streams of what a reader reads. folder is where the histories of logs are kept,
// which streams continue across restarts; "" keeps them in memory. Close ends the followers.
//
// Errors: those of the log.
func NewStreams(ctx context.Context, r *Reader, folder string, limits live.Limits, logger *slog.Logger) (*Streams, error) {
	head, err := r.log.Head(ctx)
	if err != nil {
		return nil, errors.Wrap(err, "read the head of the log")
	}
	s := &Streams{reader: r, limits: limits, logger: logger, feeds: map[string]*follower{},
		begin: head.Position.Number()}
	if _, isFile := r.model(); isFile && folder != "" && head.ID != "" {
		s.file = filepath.Join(folder, "streams", head.ID[:logIDShort]+".db")
	}
	s.ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	return s, nil
}

// Kept stores the answers of commands of the log, in a separate folder; of a log in memory it stores none.
func (s *Streams) Kept(folder string, now time.Time) (httpapi.Kept, error) {
	if s.file == "" {
		return nil, nil
	}
	return NewKept(filepath.Join(folder, "answers", strings.TrimSuffix(filepath.Base(s.file), ".db")), now)
}

// logIDShort is how much of a log's id names its files.
const logIDShort = 16

// Begin is the position of the log when the streams were made.
func (s *Streams) Begin() uint64 { return s.begin }

// Close ends the followers, and lets go of the history.
func (s *Streams) Close() error {
	s.stop()
	s.ended.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.history == nil {
		return nil
	}
	return s.history.Close()
}

// Stream implements [httpapi.Streams].
func (s *Streams) Stream(ctx context.Context, q httpapi.Question) (*httpapi.Feed, error) {
	if q.Verb == eventsVerb {
		return s.eventsOf(ctx, q)
	}
	return s.following(ctx, keyOf(q), func() (*follower, error) { return s.documents(q) })
}

// eventsVerb is the verb whose flags select events.
const eventsVerb = "log tail"

// eventsOf is the feed of all events, of which q selects.
func (s *Streams) eventsOf(ctx context.Context, q httpapi.Question) (*httpapi.Feed, error) {
	var o view.EventOptions
	flags := pflag.NewFlagSet(q.Verb, pflag.ContinueOnError)
	o.Flags(flags)
	for _, f := range q.Flags {
		if err := flags.Set(f.Name, f.Value); err != nil {
			return nil, errors.Wrap(err, "select events")
		}
	}
	selected, err := s.reader.selected(ctx, &o)
	if err != nil {
		return nil, errors.Wrap(err, "select events")
	}
	feed, err := s.following(ctx, eventsVerb, func() (*follower, error) { return s.events(ctx) })
	if err != nil {
		return nil, err
	}
	own := *feed
	if len(q.Flags) == 0 { // each event is wanted
		return &own, nil
	}
	own.Wants = func(f *live.Frame) bool { return f.Event == nil || selected.Matches(f.Event) }
	return &own, nil
}

// events follows the log.
func (s *Streams) events(ctx context.Context) (*follower, error) {
	position := func(ctx context.Context) (uint64, error) {
		head, err := s.reader.log.Head(ctx)
		return head.Position.Number(), errors.Wrap(err, "read the head of the log")
	}
	head, err := position(ctx)
	if err != nil {
		return nil, err
	}
	source := live.Events{Log: s.reader.log}
	feed := &httpapi.Feed{Hub: live.NewHub(head, s.limits), Source: source, Head: position}
	return s.start(feed, func(ctx context.Context, ready func()) error {
		ready()
		return source.Follow(ctx, feed.Hub)
	}), nil
}

// following is the feed of a key, whose follower is made when there is none.
//
// Errors: why the follower ended before it was ready; ctx's; kind unavailable for too many feeds.
func (s *Streams) following(ctx context.Context, key string, begin func() (*follower, error)) (*httpapi.Feed, error) {
	f, err := s.followerOf(key, begin)
	if err != nil {
		return nil, err
	}
	select {
	case <-f.ready:
		return f.feed, nil
	case <-f.ended:
		return nil, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *Streams) followerOf(key string, begin func() (*follower, error)) (*follower, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	if f, ok := s.feeds[key]; ok {
		return f, nil
	}
	if len(s.feeds) >= mostFeeds {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "stream", Message: "too many streams with filters of their own are open", Retryable: true}
	}
	f, err := begin()
	if err == nil {
		s.feeds[key] = f
	}
	return f, err
}

// sweep forgets followers that ended, and ends those without a reader where there are too many.
func (s *Streams) sweep() {
	full := len(s.feeds) >= mostFeeds
	for key, f := range s.feeds {
		select {
		case <-f.ended:
			s.cut += f.feed.Hub.CutOff()
			delete(s.feeds, key)
			continue
		default:
		}
		if full && f.feed.Hub.Readers() == 0 {
			f.stop()
			s.cut += f.feed.Hub.CutOff()
			delete(s.feeds, key)
		}
	}
}

// start runs a follower until it fails or the streams are closed. ready says that the feed holds what
// there was at its begin.
func (s *Streams) start(feed *httpapi.Feed, follow func(ctx context.Context, ready func()) error) *follower {
	f := &follower{feed: feed, ready: make(chan struct{}), ended: make(chan struct{})}
	var ctx context.Context
	ctx, f.stop = context.WithCancel(s.ctx)
	s.ended.Go(func() { _ = feed.Hub.Run(ctx, httpapi.DefaultLiveLimits().Rest) }) // until ctx ends
	s.ended.Go(func() {
		f.err = errors.CombineErrors(follow(ctx, sync.OnceFunc(func() { close(f.ready) })), ctx.Err())
		if f.err == nil {
			f.err = &domain.Error{Kind: domain.ErrUnavailable, Operation: "stream", Message: "its follower ended", Retryable: true}
		}
		if ctx.Err() == nil {
			s.logger.Warn("a stream ended", httpapi.FaultOf(f.err)...)
		}
		feed.Hub.Fail(f.err)
		close(f.ended)
		f.stop()
	})
	return f
}

// cutOff counts the readers that were too slow.
func (s *Streams) cutOff() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	cut := s.cut
	for _, f := range s.feeds {
		cut += f.feed.Hub.CutOff()
	}
	return cut
}

// Standing returns the state of the server, for its metrics. It does not advance the read model.
//
// Errors: those of the read model; ctx's.
func (s *Streams) Standing(ctx context.Context) (httpapi.Standing, error) {
	now := httpapi.Standing{CutOff: s.cutOff()}
	if _, now.HasModel = s.reader.model(); !now.HasModel {
		return now, nil
	}
	held, err := s.reader.borrow(ctx)
	if err != nil {
		return now, err
	}
	defer s.reader.giveBack(held)
	at, usable, err := held.Model.Look(ctx)
	if err == nil && usable {
		now.Model = at.Position
		now.Parked, err = query.CountParked(held.Model)
	}
	now.HasModel = usable
	return now, errors.Wrap(err, "look at the read model")
}

// keyOf names a question: its verb and its flags, in the order of the route.
func keyOf(q httpapi.Question) string {
	var key strings.Builder
	key.WriteString(q.Verb)
	for _, f := range q.Flags {
		key.WriteString("\x00" + f.Name + "=" + f.Value)
	}
	return key.String()
}

// shortOf names a question in the name of a file.
func shortOf(q httpapi.Question) string {
	sum := sha256.Sum256([]byte(keyOf(q)))
	return hex.EncodeToString(sum[:8])
}
