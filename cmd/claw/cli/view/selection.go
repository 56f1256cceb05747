package view

import (
	"iter"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Selection is the flags of verbs that read events: from where to where, and which of them.
type Selection struct {
	After, until, stream         string
	kind, session, source, since string
	limit                        int
}

func (s *Selection) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.After, "after", "", "only events after this position")
	f.StringVar(&s.until, "until", "", "only events up to this position, or observed up to a time as of --since")
	f.StringVar(&s.stream, "stream", "", "only events of this stream")
	f.StringVar(&s.kind, "kind", "", "only events of this kind")
	f.StringVar(&s.session, "session", "", "only events of this session")
	f.StringVar(&s.source, "source", "", "only events of this kind of source, such as test, or of this channel, such as import:codex")
	f.StringVar(&s.since, "since", "", "only events observed at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.IntVar(&s.limit, "limit", 0, "at most so many events (0: all)")
}

// Selected is which events to read: what the log selects, and of that what is kept.
type Selected struct {
	Query eventlog.Query
	Kept  Keeping
	Limit int // of the events that are kept; 0: no limit
}

// Keeping is what an event must be to be kept; the zero one keeps all.
type Keeping struct {
	kind         domain.Kind
	session      domain.SessionID
	source       string
	since, until domain.Instant // absent: whenever
}

// Parse reads the flags.
func (s *Selection) Parse(now time.Time) (sel Selected, err error) {
	if sel.Query.After, err = parsePosition("--after", s.After); err != nil {
		return sel, err
	}
	if s.limit < 0 {
		return sel, app.UsageError("parse arguments", "--limit "+strconv.Itoa(s.limit), "is negative", "0 is no limit")
	}
	if s.stream != "" {
		if sel.Query.Stream, err = domain.ParseStreamID(s.stream); err != nil {
			return sel, err
		}
	}
	like := Listing{Kind: s.kind, session: s.session, Since: s.since}
	filter, err := like.filter(now)
	if err != nil {
		return sel, err
	}
	sel.Kept = Keeping{kind: domain.Kind(filter.Kind), session: filter.Session, source: s.source}
	if s.since != "" {
		sel.Kept.since = domain.AtUnixNano(int64(filter.Since))
	}
	if err := s.parseUntil(&sel, now); err != nil {
		return sel, err
	}
	if sel.Kept == (Keeping{}) {
		sel.Query.Limit = s.limit
	} else {
		sel.Limit = s.limit
	}
	return sel, nil
}

// parseUntil reads a position or a time.
func (s *Selection) parseUntil(sel *Selected, now time.Time) (err error) {
	if _, number := strconv.ParseUint(s.until, 10, 64); number == nil || s.until == "" {
		sel.Query.Until, err = parsePosition("--until", s.until)
		return err
	}
	until, err := ParseSince(s.until, now)
	if err != nil {
		return app.UsageError("parse arguments", "--until "+s.until, "is neither a position nor a time nor an age", "42, 2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
	}
	sel.Kept.until = domain.AtUnixNano(int64(until))
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

// keeps reports whether an event is kept. One whose time is not known is kept only where
// no time is asked for.
func (k *Keeping) keeps(e *domain.Event) bool {
	switch {
	case k.kind != "" && e.Kind != k.kind,
		k.session != "" && e.Session() != k.session,
		k.source != "" && string(e.Source.Kind) != k.source && e.Source.Channel != k.source,
		!k.since.IsZero() && (!e.ObservedAt.Known() || e.ObservedAt.UnixNano() < k.since.UnixNano()),
		!k.until.IsZero() && (!e.ObservedAt.Known() || e.ObservedAt.UnixNano() > k.until.UnixNano()):
		return false
	}
	return true
}

// Of yields what is kept of events, and every error.
func (s *Selected) Of(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	if s.Kept == (Keeping{}) {
		return events
	}
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range events {
			if err == nil && !s.Kept.keeps(&e) {
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
