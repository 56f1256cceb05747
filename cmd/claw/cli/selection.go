package cli

import (
	"iter"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// selection is the flags of verbs that read events: from where to where, and which of them.
type selection struct {
	after, until, stream         string
	kind, session, source, since string
	limit                        int
}

func (s *selection) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.after, "after", "", "only events after this position")
	f.StringVar(&s.until, "until", "", "only events up to this position, or observed up to a time as of --since")
	f.StringVar(&s.stream, "stream", "", "only events of this stream")
	f.StringVar(&s.kind, "kind", "", "only events of this kind")
	f.StringVar(&s.session, "session", "", "only events of this session")
	f.StringVar(&s.source, "source", "", "only events of this kind of source, such as test, or of this channel, such as import:codex")
	f.StringVar(&s.since, "since", "", "only events observed at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.IntVar(&s.limit, "limit", 0, "at most so many events (0: all)")
}

// selected is which events to read: what the log selects, and of that what is kept.
type selected struct {
	query eventlog.Query
	kept  keeping
	limit int // of the events that are kept; 0: no limit
}

// keeping is what an event must be to be kept; the zero one keeps all.
type keeping struct {
	kind         domain.Kind
	session      domain.SessionID
	source       string
	since, until domain.Instant // absent: whenever
}

// parse reads the flags.
func (s *selection) parse(now time.Time) (sel selected, err error) {
	if sel.query.After, err = parsePosition("--after", s.after); err != nil {
		return sel, err
	}
	if s.limit < 0 {
		return sel, usageError("parse arguments", "--limit "+strconv.Itoa(s.limit), "is negative", "0 is no limit")
	}
	if s.stream != "" {
		if sel.query.Stream, err = domain.ParseStreamID(s.stream); err != nil {
			return sel, err
		}
	}
	like := listing{kind: s.kind, session: s.session, since: s.since}
	filter, err := like.filter(now)
	if err != nil {
		return sel, err
	}
	sel.kept = keeping{kind: domain.Kind(filter.Kind), session: filter.Session, source: s.source}
	if s.since != "" {
		sel.kept.since = domain.AtUnixNano(int64(filter.Since))
	}
	if err := s.parseUntil(&sel, now); err != nil {
		return sel, err
	}
	if sel.kept == (keeping{}) {
		sel.query.Limit = s.limit
	} else {
		sel.limit = s.limit
	}
	return sel, nil
}

// parseUntil reads a position or a time.
func (s *selection) parseUntil(sel *selected, now time.Time) (err error) {
	if _, number := strconv.ParseUint(s.until, 10, 64); number == nil || s.until == "" {
		sel.query.Until, err = parsePosition("--until", s.until)
		return err
	}
	until, err := parseSince(s.until, now)
	if err != nil {
		return usageError("parse arguments", "--until "+s.until, "is neither a position nor a time nor an age", "42, 2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
	}
	sel.kept.until = domain.AtUnixNano(int64(until))
	return nil
}

func parsePosition(flag, s string) (domain.Position, error) {
	if s == "" {
		return domain.Position{}, nil
	}
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return domain.Position{}, usageError("parse arguments", flag+" "+s, "is not a position", "a position is a number from claw log read, such as 42")
	}
	return domain.PositionAt(n), nil
}

// keeps reports whether an event is kept. One whose time is not known is kept only where
// no time is asked for.
func (k *keeping) keeps(e *domain.Event) bool {
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

// of yields what is kept of events, and every error.
func (s *selected) of(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	if s.kept == (keeping{}) {
		return events
	}
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range events {
			if err == nil && !s.kept.keeps(&e) {
				continue
			}
			if !yield(e, err) {
				return
			}
			if n++; err == nil && n == s.limit {
				return
			}
		}
	}
}
