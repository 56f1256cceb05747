package reporting

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports/status"
)

// Statuses returns the provisional statuses of the log, the oldest first.
//
// Errors: those of the log.
func (r *Reports) Statuses(ctx context.Context) ([]status.Status, error) {
	events, err := record.EventsOf(ctx, r.Log, func(k domain.Kind) bool {
		return k == domain.KindReportStatusPosted || k == domain.KindReportStatusExpired
	})
	return statusesOf(events), err
}

func statusesOf(events []domain.Event) []status.Status {
	facts := make([]status.Fact, 0, len(events))
	for i := range events {
		e := &events[i]
		f := status.Fact{Event: e.ID, Stream: e.Stream, At: e.ObservedAt, By: e.Emitter, Trust: e.Source.Trust, Causes: e.Causes}
		posted, expired := new(domain.ReportStatusPosted), new(domain.ReportStatusExpired)
		switch {
		case e.Erased:
		case e.Kind == domain.KindReportStatusPosted && eventlog.Decode(e.Data, posted) == nil:
			f.Payload = posted
		case e.Kind == domain.KindReportStatusExpired && eventlog.Decode(e.Data, expired) == nil:
			f.Payload = expired
		}
		facts = append(facts, f)
	}
	return status.Fold(facts)
}

// Posted is a status in the log. Suppressed says why it is no event of its channel, "" where it is
// one.
type Posted struct {
	record.Decided
	Status     status.Status // its state now
	Suppressed status.Suppression
}

// statusStream returns the stream of statuses about one thing in one channel.
func statusStream(p *domain.ReportStatusPosted) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyReport, ULID: domain.Derive(time.Time{}, "status", p.Channel, p.Pinpoint.String(), string(p.Lane), p.Nudge, p.Topic)}
}

// PostStatus records a statement about work before it has a result. Every statement is recorded; one
// with the same meaning as the last one is no event of its channel. A TTL of 0 is [status.TTL].
//
// Errors: kind usage for a status about nothing, and for several words where one is expected; those of
// the log.
func (r *Reports) PostStatus(ctx context.Context, p *domain.ReportStatusPosted) (Posted, error) {
	if err := checkStatus(p); err != nil {
		return Posted{}, err
	}
	p.TTLPolicy = status.StatedPolicy
	if p.TTLSeconds == 0 {
		p.TTLSeconds, p.TTLPolicy = int(status.TTL/time.Second), status.TTLPolicy
	}
	stream := statusStream(p)
	posted := Posted{}
	var err error
	posted.Decided, err = r.Op.Decide(ctx, stream, subjectOf(p.Lane), func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		posted.Suppressed = ""
		all := statusesOf(events)
		if len(all) == 0 {
			return p, nil, nil
		}
		if all[0].Fingerprint == status.Fingerprint(p) {
			posted.Suppressed = all[0].SuppressedAt(r.Op.Now())
		}
		return p, record.Caused(all[0].Last()), nil
	})
	if err != nil {
		return Posted{}, err
	}
	events, err := r.events(ctx, stream)
	if err == nil {
		posted.Status = statusesOf(events)[0]
	}
	if posted.Suppressed != "" && posted.Status.Fingerprint == status.Fingerprint(p) { // it may be the word that shows since when
		posted.Suppressed = posted.Status.SuppressedAt(r.Op.Now())
	}
	return posted, err
}

func checkStatus(p *domain.ReportStatusPosted) error {
	switch {
	case p.Pinpoint.IsZero() && p.Lane == "" && p.Nudge == "" && p.Topic == "":
		return domain.Usage("post status", "about", "a status is about a pinpoint, a lane, a nudge or a topic")
	case strings.ContainsAny(p.Blocker, " \t\n"):
		return domain.Usage("post status", p.Blocker, "a blocker is one word: an id, or a failure class; words go to the note")
	case strings.ContainsAny(p.Topic, " \t\n"):
		return domain.Usage("post status", p.Topic, "a topic is one word; words go to the note")
	case p.TTLSeconds < 0:
		return domain.Usage("post status", "ttl", "a status stands for a time that is longer than none")
	case p.TTLSeconds > int(status.MostTTL/time.Second):
		return domain.Usage("post status", "ttl", "a status that may stand unchanged for more than 30 days says nothing of now")
	case p.Step < 0 || p.Steps < 0 || p.Step > p.Steps:
		return domain.Usage("post status", "step", "a step is one of its steps, from 1")
	}
	return nil
}

// errPromoted ends a decision about a status that was promoted.
var errPromoted = errors.New("promoted already")

// ExpireStatuses promotes each status whose TTL ran out to a stale signal, once, and returns those
// that it promoted.
//
// Errors: those of the log.
func (r *Reports) ExpireStatuses(ctx context.Context) (promoted []status.Status, err error) {
	all, err := r.Statuses(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].PromotedAt(r.Op.Now()) || all[i].StandingAt(r.Op.Now()) != status.StandingStale {
			continue
		}
		s, err := r.expire(ctx, all[i].Status, all[i].Lane)
		if errors.Is(err, errPromoted) {
			continue
		}
		if err != nil {
			return promoted, err
		}
		promoted = append(promoted, s)
	}
	return promoted, nil
}

func (r *Reports) expire(ctx context.Context, stream domain.StreamID, lane domain.LaneID) (status.Status, error) {
	_, err := r.Op.Decide(ctx, stream, subjectOf(lane), func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		s := statusesOf(events)[0]
		if s.PromotedAt(r.Op.Now()) || s.StandingAt(r.Op.Now()) != status.StandingStale {
			return nil, nil, errPromoted
		}
		return domain.ReportStatusExpired{Posted: s.Posted, Fingerprint: s.Fingerprint, TTLPolicy: s.TTLPolicy, TTLSeconds: s.TTLSeconds, ExpiredAt: s.ExpiresAt, Repeats: s.Repeats},
			record.Caused(s.Posted), nil
	})
	if err != nil {
		return status.Status{}, err
	}
	events, err := r.events(ctx, stream)
	if err != nil {
		return status.Status{}, err
	}
	return statusesOf(events)[0], nil
}
