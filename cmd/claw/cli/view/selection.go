package view

import (
	"iter"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// EventOptions are the flags of the verbs that read events: from where to where, and which of
// them. An empty value selects all.
type EventOptions struct {
	After   string // a position, exclusive
	until   string // a position, inclusive; or a time as of since
	stream  string // a stream id
	kind    string // of an event
	session string // an id or the beginning of one
	source  string // a kind of source or a channel
	since   string // a time (RFC 3339), a day, or an age such as 36h or 7d
	limit   int    // events; 0 is no limit
}

// Flags declares the flags of a verb that reads events.
func (o *EventOptions) Flags(f *pflag.FlagSet) {
	f.StringVar(&o.After, "after", "", "only events after this position")
	f.StringVar(&o.until, "until", "", "only events up to this position, or observed up to a time as of --since")
	f.StringVar(&o.stream, "stream", "", "only events of this stream")
	f.StringVar(&o.kind, "kind", "", "only events of this kind")
	f.StringVar(&o.session, "session", "", "only events of this session, its id or a beginning of it")
	f.StringVar(&o.source, "source", "", "only events of this kind of source, such as test, or of this channel, such as import:codex")
	f.StringVar(&o.since, "since", "", "only events observed at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.IntVar(&o.limit, "limit", 0, "at most so many events (0: all)")
}

// Selected is which events to read: the query of the log, and a filter on its answer.
type Selected struct {
	Query  eventlog.Query
	Filter EventFilter
	Limit  int // of the events that match the filter; 0: no limit
}

// EventFilter is what an event must be to be selected; the zero value selects all.
type EventFilter struct {
	kind         domain.Kind
	session      domain.SessionID
	source       string
	since, until domain.Instant // absent: whenever
}

// Parse returns the events that the flags describe; ages count back from now. It opens the read model
// only for a session.
//
// Errors: kind usage for a value that cannot be read; those of [Views.Session].
func (o *EventOptions) Parse(a *app.App) (sel Selected, err error) {
	now := a.Now()
	if sel.Query.After, err = parsePosition("--after", o.After); err != nil {
		return sel, err
	}
	if o.limit < 0 {
		return sel, app.UsageError("parse arguments", "--limit "+strconv.Itoa(o.limit), "is negative", "0 is no limit")
	}
	if o.stream != "" {
		if sel.Query.Stream, err = domain.ParseStreamID(o.stream); err != nil {
			return sel, err
		}
	}
	like := ListOptions{Kind: o.kind, Since: o.since}
	filter, err := like.filter(now)
	if err != nil {
		return sel, err
	}
	sel.Filter = EventFilter{kind: domain.Kind(filter.Kind), source: o.source}
	if o.since != "" {
		sel.Filter.since = domain.AtUnixNano(int64(filter.Since))
	}
	if err := o.parseUntil(&sel, now); err != nil {
		return sel, err
	}
	if sel.Filter.session, err = SessionTyped(a, o.session); err != nil {
		return sel, err
	}
	if sel.Filter == (EventFilter{}) {
		sel.Query.Limit = o.limit
	} else {
		sel.Limit = o.limit
	}
	return sel, nil
}

// parseUntil reads a position or a time.
func (o *EventOptions) parseUntil(sel *Selected, now time.Time) (err error) {
	if _, number := strconv.ParseUint(o.until, 10, 64); number == nil || o.until == "" {
		sel.Query.Until, err = parsePosition("--until", o.until)
		return err
	}
	until, err := ParseSince(o.until, now)
	if err != nil {
		return app.UsageError("parse arguments", "--until "+o.until, "is neither a position nor a time nor an age", "42, 2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
	}
	sel.Filter.until = domain.AtUnixNano(int64(until))
	return nil
}

func parsePosition(flag, s string) (domain.Position, error) {
	if s == "" {
		return domain.Position{}, nil
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return domain.Position{}, app.UsageError("parse arguments", flag+" "+s, "is not a position", "a position is a number from claw log read, such as 42")
	}
	return domain.PositionAt(n), nil
}

// matches reports whether an event is selected. An event whose time is not known is selected only
// where no time is requested.
func (want *EventFilter) matches(e *domain.Event) bool {
	switch {
	case want.kind != "" && e.Kind != want.kind,
		want.session != "" && e.Session() != want.session,
		want.source != "" && string(e.Source.Kind) != want.source && e.Source.Channel != want.source,
		!want.since.IsZero() && (!e.ObservedAt.Known() || e.ObservedAt.UnixNano() < want.since.UnixNano()),
		!want.until.IsZero() && (!e.ObservedAt.Known() || e.ObservedAt.UnixNano() > want.until.UnixNano()):
		return false
	}
	return true
}

// Matches reports whether an event is of the selected stream and matches the filter.
func (s *Selected) Matches(e *domain.Event) bool {
	return (s.Query.Stream == (domain.StreamID{}) || e.Stream == s.Query.Stream) && s.Filter.matches(e)
}

// Of yields the events that match, and every error.
func (s *Selected) Of(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	if s.Filter == (EventFilter{}) {
		return events
	}
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range events {
			if err == nil && !s.Filter.matches(&e) {
				continue
			}
			if !yield(e, err) {
				return
			}
			if n++; err == nil && n == s.Limit {
				return
			}
		}
	}
}
