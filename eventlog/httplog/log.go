package httplog

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/remote"
)

// Options say how a log is opened.
type Options struct {
	Client   *http.Client // without a separate timeout: a stream stays open
	Token    string       // the secret of a token, or that of the server
	ReadOnly bool         // refuse appends
	// Deadline is how long a call tries to reach the server; 0: 10 seconds. Follow tries for ever.
	Deadline time.Duration
}

const deadline = 10 * time.Second

// Log is a log that a server offers. It implements [eventlog.Log].
type Log struct {
	at      *url.URL
	options Options
	first   domain.Event // log.opened
	opened  domain.LogOpened

	life *remote.Life
}

var _ eventlog.Log = (*Log)(nil)

// Open opens the log of the server at a URL, which has neither path nor query.
//
// Errors: [eventlog.ErrNotFound] for a server whose log is empty; [eventlog.ErrCorrupt] for one whose first
// event is not log.opened; kinds auth, policy and unavailable.
func Open(ctx context.Context, at *url.URL, o Options) (*Log, error) {
	if o.Deadline == 0 {
		o.Deadline = deadline
	}
	l := &Log{at: at, options: o}
	l.life = remote.NewLife()
	if err := l.begin(ctx); err != nil {
		l.life.Close()
		return nil, err
	}
	return l, nil
}

// begin reads log.opened.
func (l *Log) begin(ctx context.Context) error {
	for e, err := range l.Read(ctx, eventlog.Query{Limit: 1}) {
		if err != nil {
			return err
		}
		if e.Kind != l.opened.Kind() || eventlog.Decode(e.Data, &l.opened) != nil {
			return eventlog.Corrupt(e.Position, "the first event of a log is not "+string(l.opened.Kind()))
		}
		l.first = e
		return nil
	}
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "open log", Target: l.at.String(),
		Message: "the server shows no event of a log", Next: domain.Step{Code: nextstep.MakeLog}})
}

// Capabilities implements [eventlog.Log]. What the log at the other end promises is not known here.
func (l *Log) Capabilities() eventlog.Capabilities { return eventlog.Capabilities{} }

// Head implements [eventlog.Log].
func (l *Log) Head(ctx context.Context) (eventlog.Head, error) {
	const operation = "read head"
	if err := l.life.Usable(ctx, operation); err != nil {
		return eventlog.Head{}, err
	}
	last := l.first
	p, err := l.page(ctx, operation, eventlog.Query{Limit: 1})
	if err == nil && p.head.After(last.Position) {
		last, err = l.eventAt(ctx, operation, p.head)
	}
	if err != nil {
		return eventlog.Head{}, err
	}
	return eventlog.Head{ID: seal.Leaf(&l.first).String(), Name: l.opened.Name, Replay: l.opened.Replay,
		Position: last.Position, Recorded: last.RecordedAt}, nil
}

// eventAt is the event at a position that has one.
func (l *Log) eventAt(ctx context.Context, operation string, at domain.Position) (domain.Event, error) {
	p, err := l.page(ctx, operation, eventlog.Query{After: domain.PositionAt(at.Number() - 1), Limit: 1})
	switch {
	case err != nil:
		return domain.Event{}, err
	case len(p.events) == 1 && p.events[0].Position == at:
		return p.events[0], nil
	case p.damage != nil:
		return domain.Event{}, p.damage
	}
	return domain.Event{}, eventlog.Corrupt(at, "the server shows no event at this position")
}

// Get implements [eventlog.Log].
func (l *Log) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	const operation = "get event"
	if err := l.life.Usable(ctx, operation); err != nil {
		return domain.Event{}, err
	}
	var receipt eventlog.ReceiptLine
	a, err := l.ask(ctx, operation, request{path: "/v1/receipts/" + id.String()})
	switch {
	case domain.KindOf(err) == domain.ErrNotFound:
		return domain.Event{}, eventlog.NotFound(id)
	case err != nil:
		return domain.Event{}, l.typed(ctx, operation, err)
	}
	if err := json.Unmarshal(a.body, &receipt); err != nil {
		return domain.Event{}, l.foreign(operation, "it answers with no receipt").Because(err)
	}
	return l.eventAt(ctx, operation, domain.PositionAt(receipt.Position))
}

// Close implements [eventlog.Log].
func (l *Log) Close() error {
	l.life.Close()
	l.options.Client.CloseIdleConnections()
	return nil
}

// typed is the error of a call: that of ctx or of the closed log where one of them ended it, else err with
// the sentinel that it promises.
func (l *Log) typed(ctx context.Context, operation string, err error) error {
	if err := l.life.Ended(ctx, operation); err != nil {
		return err
	}
	var e *domain.Error
	if !errors.As(err, &e) {
		return err
	}
	for name, value := range e.Detail {
		if n, is := value.(float64); is && n >= 0 && n == math.Trunc(n) { // as JSON has counts
			e.Detail[name] = uint64(n)
		}
	}
	switch {
	case e.Kind == domain.ErrCorrupt:
		return eventlog.Fail(eventlog.ErrCorrupt, e)
	case e.Kind == domain.ErrConflict:
		return eventlog.Fail(eventlog.ErrConflict, e)
	case e.Kind == domain.ErrFilesystem && e.Errno == "ENOSPC":
		return eventlog.Fail(eventlog.ErrFull, e)
	}
	return err
}

// number is a position in a query.
func number(p domain.Position) string { return strconv.FormatUint(p.Number(), 10) }
