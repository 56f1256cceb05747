package httpapi

import (
	"context"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
)

// Streams opens what streams read. Its methods may be called by several goroutines at once.
type Streams interface {
	// Stream is the feed of a question, which selects by flags of its verb:
	//
	//	log tail       events
	//	watch          outcomes
	//	board          rows of the board
	//	approval list  rows of approvals
	//
	// Errors: the [*domain.Error] of the verb for flags that it refuses; those of what holds the feed.
	Stream(ctx context.Context, q Question) (*Feed, error)
}

// Feed is what the readers of one stream share, and which part of it a reader wants.
type Feed struct {
	Hub    *live.Hub // which [live.Hub.Run] flushes
	Source live.Source
	// Epoch names the numbering: an id is EPOCH.NUMBER. "" for positions of the log, whose ids are numbers.
	Epoch string
	// Head is the number of the last frame that there is now.
	Head func(context.Context) (uint64, error)
	// Wants reports whether a reader wants a frame; nil: each.
	Wants func(*live.Frame) bool
}

// streamPrefix begins the paths of streams.
const streamPrefix = "/v1/stream/"

// Resumed is the place in a stream from which a reader continues. Exported for huma, as [Conditional] is.
type Resumed struct {
	Header string `header:"Last-Event-ID" maxLength:"64" doc:"the id of the last frame that the reader has; the stream goes on after it"`
	Query  string `query:"last_event_id" maxLength:"64" doc:"the same, for callers that cannot set the header, which wins; 0 is the begin of the stream (default: what comes from now on)"`
}

// from is the id that a reader has, "" for none.
func (r *Resumed) from() string {
	if r.Header != "" {
		return r.Header
	}
	return r.Query
}

type streamEventsParams struct {
	Resumed
	Stream  string `query:"stream" doc:"only events of this stream"`
	Kind    string `query:"kind" doc:"only events of this kind"`
	Session string `query:"session" doc:"only events of this session"`
	Source  string `query:"source" doc:"only events of this kind of source, such as test, or of this channel, such as import:codex"`
}

type streamLanesParams struct {
	Resumed
	Repo       string    `query:"repo" doc:"only this repository"`
	Branch     string    `query:"branch" doc:"only this branch"`
	Agent      string    `query:"agent" doc:"only this agent, such as codex"`
	Session    string    `query:"session" doc:"only this session"`
	Lane       string    `query:"lane" doc:"only this lane, its id or a beginning of it"`
	State      laneState `query:"state" doc:"only lanes of this state or outcome"`
	Owner      string    `query:"owner" doc:"only lanes of this owner"`
	Workflow   string    `query:"workflow" doc:"only lanes of this workflow"`
	Actionable bool      `query:"actionable" doc:"only outcomes on which somebody is to act"`
}

type streamApprovalsParams struct{ Resumed }

// streams registers the routes that stay open.
func (a *API) streams() {
	stream[streamEventsParams](a, "events", "log tail", "Each event that is appended, as a page of events holds it", "event: one event. damaged: the error of an event whose bytes do not verify.",
		frames{live.EventName: documentSchema("envelope"), live.DamagedName: documentSchema("error")})
	stream[streamLanesParams](a, "outcomes", "watch", "Each new or changed outcome of a lane, once, with its number and what it replaces", "outcome: one outcome. rule_changed: other rules derive outcomes now, and what lanes did before is no news.",
		frames{"outcome": documentSchema("outcome"), "rule_changed": documentSchema("rule_changed")})
	stream[streamLanesParams](a, "board", "board", "Each row of the board that changed", "lane: a row as it is now. lane_removed: the id of a lane that is not on this board any more.",
		frames{"lane": rowSchema(a.huma, "board", "lanes"), "lane_removed": removedSchema()})
	stream[streamApprovalsParams](a, "approvals", "approval list", "Each request for an approval that changed", "approval: a request as it is now.",
		frames{"approval": rowSchema(a.huma, "approvals", "approvals")})
}

// stream registers the stream of a verb; events describes its frames.
func stream[P any, Params interface {
	*P
	from() string
}](a *API, name, verb, summary, events string, of frames) {
	op := operation(streamPrefix+name, verb, summary, streamType, "")
	op.Description = "Server-Sent Events, resumed by Last-Event-ID. " + events + " error: why the stream ends, the error document, always the last frame."
	of["error"] = documentSchema("error")
	op.Extensions = map[string]any{streamExtension: verb, framesExtension: of}
	op.Responses["200"] = &huma.Response{Description: "the stream", Content: map[string]*huma.MediaType{streamType: {Schema: &huma.Schema{Type: huma.TypeString}}}}
	delete(op.Responses, "304")
	huma.Register(a.huma, op, func(ctx context.Context, in *P) (*huma.StreamResponse, error) {
		s, err := a.open(ctx, questionOf(verb, in), Params(in).from())
		if err != nil {
			return nil, a.failed(ctx, err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			defer s.close()
			r, w := humago.Unwrap(c)
			s.send(r, w)
		}}, nil
	})
}

const (
	// streamExtension names, in the OpenAPI document, the verb whose flags select from a stream.
	streamExtension = "x-claw-stream-of"
	// framesExtension holds, in the OpenAPI document, the schema of the data of each frame of a stream by the
	// name of its event. OpenAPI 3.1 has no member for that.
	framesExtension = "x-claw-frames"
	streamType      = "text/event-stream"
)

// flagsOfPlace are parameters that are no flag: where a reader is.
var flagsOfPlace = []string{"last-event-id"}

// LiveLimits bound streams.
type LiveLimits struct {
	Readers   int           // at once, from 1; further ones are refused with unavailable
	Heartbeat time.Duration // between two comments that show that the connection is alive
	Write     time.Duration // that one write may take: a reader that takes nothing for longer is gone
	Flush     time.Duration // at least between two flushes
	Retry     time.Duration // after which a reader is to connect again
}

// DefaultLiveLimits are the limits of streams for one machine.
func DefaultLiveLimits() LiveLimits {
	return LiveLimits{Readers: 512, Heartbeat: 15 * time.Second, Write: 30 * time.Second, Flush: 10 * time.Millisecond, Retry: 2 * time.Second}
}

// Rest waits for the time between two flushes: what runs the hub of a feed gives it to [live.Hub.Run].
//
// Errors: ctx's.
func (l LiveLimits) Rest(ctx context.Context) error {
	timer := time.NewTimer(l.Flush)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// open checks what a reader asks for, and makes its reader.
//
// Errors: kind usage for an id that is none; kind conflict for one of another numbering, or beyond the
// head; kind unavailable for too many readers, and while the server stops; those of [Streams].
func (a *API) open(ctx context.Context, q Question, from string) (*sending, error) {
	select {
	case <-a.draining:
		return nil, stopping()
	default:
	}
	select {
	case a.readers <- struct{}{}:
	default:
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "stream", Message: "too many streams are open", Retryable: true}
	}
	inTime, cancel := context.WithTimeout(ctx, a.Limits.Time)
	defer cancel()
	f, after, err := a.place(inTime, q, from)
	if err == nil {
		err = a.readable(inTime, q.Verb)
	}
	if err != nil {
		<-a.readers
		return nil, err
	}
	return &sending{api: a, verb: q.Verb, feed: f, reader: f.Hub.Read(f.Source, after)}, nil
}

// place returns the feed of a question, and the number after which a reader continues.
func (a *API) place(ctx context.Context, q Question, from string) (*Feed, uint64, error) {
	f, err := a.Streams.Stream(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	head, err := f.Head(ctx)
	if err != nil || from == "" {
		return f, head, err
	}
	after, err := f.parse(from)
	if err == nil && after > head {
		err = conflict(from, "the stream has no frame of this id: its log is another than the one that the reader had, or was restored")
	}
	return f, after, err
}

// stopping is why a stream ends, or is refused, when the server is stopped.
func stopping() error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "stream", Message: "the server stops", Hint: "connect again with the last id that you have: nothing is lost", Retryable: true}
}

func conflict(id, message string) error {
	return &domain.Error{Kind: domain.ErrConflict, Operation: "resume a stream", Target: clipped(id), Message: message, Hint: "read anew: last_event_id=0 is the begin of the stream"}
}

// format is the id of a number.
func (f *Feed) format(n uint64) string { return live.ID(f.Epoch, n) }

// parse is the number of an id.
//
// Errors: kind usage for what is no id; kind conflict for an id of another numbering.
func (f *Feed) parse(id string) (uint64, error) {
	if id == "0" {
		return 0, nil
	}
	n, epoch, err := live.ParseID(id)
	if err != nil {
		return 0, &domain.Error{Kind: domain.ErrUsage, Operation: "resume a stream", Target: clipped(id), Message: "Last-Event-ID is no id of a frame", Hint: "send an id as it was received"}
	}
	if epoch != f.Epoch {
		return 0, conflict(id, "the id is of another stream, or of one that began anew since")
	}
	return n, nil
}

// isStream reports whether a path is that of a stream.
func isStream(path string) bool { return strings.HasPrefix(path, streamPrefix) }
