package status

import (
	"cmp"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// Fact is an event about a status. Payload is a pointer, nil for one that cannot be read.
type Fact struct {
	Event   domain.EventID
	Stream  domain.StreamID
	At      domain.Instant // observed
	By      domain.EmitterID
	Trust   domain.Trust
	Causes  []domain.EventID // what its author had read
	Payload domain.ReportPayload
}

// Fold makes statuses from facts, in any order and with any repeats, the oldest first. A statement
// follows those that its author had read, whatever the clocks show, and others by their times. Facts of
// low trust do not count.
func Fold(facts []Fact) []Status {
	all := make([]*Fact, 0, len(facts))
	for i := range facts {
		if facts[i].Trust.Rank() >= domain.TrustMedium.Rank() {
			all = append(all, &facts[i])
		}
	}
	slices.SortFunc(all, func(a, b *Fact) int { return cmp.Or(a.At.Compare(b.At), a.Event.Compare(b.Event)) })
	all = slices.CompactFunc(all, func(a, b *Fact) bool { return a.Event == b.Event })
	var statuses []Status
	at := map[domain.StreamID]int{}
	for _, f := range read(all) {
		p, posts := f.Payload.(*domain.ReportStatusPosted)
		if !posts {
			continue
		}
		n, known := at[f.Stream]
		if !known {
			n = len(statuses)
			at[f.Stream] = n
			statuses = append(statuses, Status{})
		}
		statuses[n].post(f, p)
	}
	for i := range statuses {
		statuses[i].suppress()
	}
	for _, f := range all {
		if p, expires := f.Payload.(*domain.ReportStatusExpired); expires {
			if n, known := at[f.Stream]; known {
				statuses[n].expire(f, p)
			}
		}
	}
	return statuses
}

// read orders facts so that each follows what its author had read, and else leaves them in their order.
func read(all []*Fact) []*Fact {
	at := make(map[domain.EventID]*Fact, len(all))
	for _, f := range all {
		at[f.Event] = f
	}
	out := make([]*Fact, 0, len(all))
	var put func(f *Fact)
	put = func(f *Fact) {
		delete(at, f.Event)
		for _, c := range f.Causes {
			if before := at[c]; before != nil && before.Stream == f.Stream {
				put(before)
			}
		}
		out = append(out, f)
	}
	for _, f := range all {
		if at[f.Event] != nil {
			put(f)
		}
	}
	return out
}

// post applies a statement: a repeat of the current status, or another status in its place.
func (s *Status) post(f *Fact, p *domain.ReportStatusPosted) {
	print := Fingerprint(p)
	if len(s.posts) > 0 && print == s.Fingerprint {
		s.Repeats++
		s.RepeatedAt, s.posts, s.repeats = f.At, append(s.posts, f.Event), append(s.repeats, f.At)
		if f.At.Compare(s.Since) < 0 { // clocks differ, and the earlier one hides no stall
			s.Since = f.At
		}
		return
	}
	changes := s.Changes
	if len(s.posts) > 0 {
		changes++
	}
	*s = Status{Status: f.Stream, Pinpoint: p.Pinpoint, Lane: p.Lane, Nudge: p.Nudge, Topic: p.Topic, Channel: p.Channel, Progress: p.Progress, Step: p.Step,
		Steps: p.Steps, Owner: p.Owner, Blocker: p.Blocker, ETA: p.ETA, Note: p.Note.Preview(), By: f.By, Fingerprint: print, Posted: f.Event, Since: f.At,
		Changes: changes, TTLSeconds: p.TTLSeconds, TTLPolicy: p.TTLPolicy, posts: []domain.EventID{f.Event}}
	if s.TTLSeconds <= 0 {
		s.TTLSeconds, s.TTLPolicy = int(TTL/time.Second), TTLPolicy
	}
}

// suppress computes when the status expires, and counts its repeats before and after that.
func (s *Status) suppress() {
	s.ExpiresAt = after(s.Since, s.TTLSeconds)
	for _, at := range s.repeats {
		if s.SuppressedAt(at) == SuppressedFresh {
			s.Suppressed.StillFresh++
		} else {
			s.Suppressed.Suspicious++
		}
	}
}

// expire takes in the promotion of the status. That of another meaning, and a second one, count for
// nothing.
func (s *Status) expire(f *Fact, p *domain.ReportStatusExpired) {
	if s.Signal == nil && p.Fingerprint == s.Fingerprint && slices.Contains(s.posts, p.Posted) {
		s.Signal = &Signal{Event: f.Event, SignaledAt: f.At, ExpiredAt: p.ExpiredAt, TTLPolicy: p.TTLPolicy, TTLSeconds: p.TTLSeconds}
	}
}
