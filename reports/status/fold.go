package status

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// TTLPolicy names the rule of [TTL], and StatedPolicy the one of who states a TTL.
const (
	TTLPolicy    = "provisional/1"
	StatedPolicy = "stated/1"
)

// TTL is how long a provisional status may stand unchanged where nobody states a time.
const TTL = 15 * time.Minute

// Fact is an event about a status. Payload is a pointer, nil for one that cannot be read.
type Fact struct {
	Event   domain.EventID
	Stream  domain.StreamID
	At      domain.Instant // observed
	By      domain.EmitterID
	Trust   domain.Trust
	Payload domain.ReportPayload
}

// Standing says how far a status may be relied on, at a time.
type Standing string

// The standings.
const (
	StandingFresh Standing = "fresh"
	StandingStale Standing = "stale" // its TTL ran out, and nothing changed
	StandingEnded Standing = "ended" // finished, or abandoned
)

// Enum lists the values.
func (Standing) Enum() []string {
	return []string{string(StandingFresh), string(StandingStale), string(StandingEnded)}
}

// Suppression says why a repeat is no event of its channel.
type Suppression string

// The suppressions.
const (
	SuppressedFresh      Suppression = "still_fresh"
	SuppressedSuspicious Suppression = "suspicious" // it is repeated behind its TTL
)

// Enum lists the values.
func (Suppression) Enum() []string {
	return []string{string(SuppressedFresh), string(SuppressedSuspicious)}
}

// Signal is the promotion of a stale status.
type Signal struct {
	Event      domain.EventID `json:"event"`
	ExpiredAt  domain.Instant `json:"expired_at"`
	TTLPolicy  string         `json:"ttl_policy"` // that ran out
	TTLSeconds int            `json:"ttl_seconds"`
}

// Status is what was said last about one thing.
type Status struct {
	Status      domain.StreamID      `json:"status"`
	Pinpoint    domain.StreamID      `json:"pinpoint,omitzero"`
	Lane        domain.LaneID        `json:"lane,omitzero"`
	Nudge       string               `json:"nudge,omitzero"`
	Topic       string               `json:"topic,omitzero"`
	Channel     string               `json:"channel,omitzero"`
	Progress    domain.ProgressState `json:"progress"`
	Step        int                  `json:"step,omitzero"`
	Steps       int                  `json:"steps,omitzero"`
	Owner       domain.Actor         `json:"owner,omitzero"`
	Blocker     string               `json:"blocker,omitzero"`
	ETA         domain.Instant       `json:"eta,omitzero"`
	Note        string               `json:"note,omitzero"` // of the first event that said so
	By          domain.EmitterID     `json:"by"`
	Fingerprint domain.Digest        `json:"fingerprint"`
	Posted      domain.EventID       `json:"posted"` // the first event that said so
	Since       domain.Instant       `json:"since"`
	RepeatedAt  domain.Instant       `json:"repeated_at,omitzero"` // the last time
	Repeats     int                  `json:"repeats,omitzero"`
	Changes     int                  `json:"changes,omitzero"` // of meaning, before
	TTLSeconds  int                  `json:"ttl_seconds"`
	TTLPolicy   string               `json:"ttl_policy"`
	ExpiresAt   domain.Instant       `json:"expires_at"`
	Signal      *Signal              `json:"stale_signal,omitzero"`

	posts []domain.EventID
}

// Fingerprint is a digest of what a status means. The ETA counts to the minute; no words and no time
// of saying are part of it.
//
//	SHA-256("provisional/1" NUL progress NUL step NUL steps NUL owner NUL blocker NUL eta in minutes since 1970)
func Fingerprint(p *domain.ReportStatusPosted) domain.Digest {
	eta := ""
	if p.ETA.Known() {
		eta = strconv.FormatInt(p.ETA.Time().Unix()/60, 10)
	}
	return sha256.Sum256([]byte(strings.Join([]string{"provisional/1", string(p.Progress), strconv.Itoa(p.Step), strconv.Itoa(p.Steps), string(p.Owner), p.Blocker, eta}, "\x00")))
}

// Ended reports whether a progress state ends a status.
func Ended(p domain.ProgressState) bool {
	return p == domain.ProgressFinished || p == domain.ProgressAbandoned
}

// StandingAt is how far the status may be relied on at a time.
func (s *Status) StandingAt(at domain.Instant) Standing {
	switch {
	case Ended(s.Progress):
		return StandingEnded
	case at.Known() && s.ExpiresAt.Known() && at.UnixNano() >= s.ExpiresAt.UnixNano():
		return StandingStale
	}
	return StandingFresh
}

// SuppressedAt says why the status, said again at a time, is no event of its channel.
func (s *Status) SuppressedAt(at domain.Instant) Suppression {
	if s.StandingAt(at) == StandingStale {
		return SuppressedSuspicious
	}
	return SuppressedFresh
}

// Fold makes statuses of facts, in any order and with any repeats, the first said first. Facts of low
// trust count for nothing.
func Fold(facts []Fact) []Status {
	all := slices.Clone(facts)
	slices.SortFunc(all, func(a, b Fact) int { return cmp.Or(a.At.Compare(b.At), a.Event.Compare(b.Event)) })
	all = slices.CompactFunc(all, func(a, b Fact) bool { return a.Event == b.Event })
	var statuses []Status
	at := map[domain.StreamID]int{}
	for i := range all {
		p, posts := all[i].Payload.(*domain.ReportStatusPosted)
		if !posts || all[i].Trust.Rank() < domain.TrustMedium.Rank() {
			continue
		}
		n, known := at[all[i].Stream]
		if !known {
			n = len(statuses)
			at[all[i].Stream] = n
			statuses = append(statuses, Status{})
		}
		statuses[n].post(&all[i], p)
	}
	for i := range all {
		if p, expires := all[i].Payload.(*domain.ReportStatusExpired); expires && all[i].Trust.Rank() >= domain.TrustMedium.Rank() {
			if n, known := at[all[i].Stream]; known {
				statuses[n].expire(all[i].Event, p)
			}
		}
	}
	return statuses
}

// post takes in what was said: a repeat of what stands, or another status in its place.
func (s *Status) post(f *Fact, p *domain.ReportStatusPosted) {
	print := Fingerprint(p)
	if len(s.posts) > 0 && print == s.Fingerprint {
		s.Repeats++
		s.RepeatedAt, s.posts = f.At, append(s.posts, f.Event)
		return
	}
	changes := s.Changes
	if len(s.posts) > 0 {
		changes++
	}
	*s = Status{Status: f.Stream, Pinpoint: p.Pinpoint, Lane: p.Lane, Nudge: p.Nudge, Topic: p.Topic, Channel: p.Channel, Progress: p.Progress, Step: p.Step,
		Steps: p.Steps, Owner: p.Owner, Blocker: p.Blocker, ETA: p.ETA, Note: p.Note.Preview(), By: f.By, Fingerprint: print, Posted: f.Event, Since: f.At,
		Changes: changes, TTLSeconds: p.TTLSeconds, TTLPolicy: p.TTLPolicy, ExpiresAt: f.At, posts: []domain.EventID{f.Event}}
	if f.At.Known() {
		s.ExpiresAt = domain.AtUnixNano(f.At.UnixNano() + int64(p.TTLSeconds)*int64(time.Second))
	}
}

// expire takes in the promotion of the status. That of another meaning, and a second one, count for
// nothing.
func (s *Status) expire(event domain.EventID, p *domain.ReportStatusExpired) {
	if s.Signal == nil && p.Fingerprint == s.Fingerprint && slices.Contains(s.posts, p.Posted) {
		s.Signal = &Signal{Event: event, ExpiredAt: p.ExpiredAt, TTLPolicy: p.TTLPolicy, TTLSeconds: p.TTLSeconds}
	}
}
