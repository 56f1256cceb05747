package status

import (
	"crypto/sha256"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// TTLPolicy names the rule of [TTL], and StatedPolicy that of a stated TTL.
const (
	TTLPolicy    = "provisional/1"
	StatedPolicy = "stated/1"
)

// TTL is how long a provisional status may remain unchanged where no time is stated, and MostTTL the
// longest time that may be stated.
const (
	TTL     = 15 * time.Minute
	MostTTL = 30 * 24 * time.Hour
)

// Standing is how far a status can be relied on, at a time.
type Standing string

// The standings.
const (
	StandingFresh Standing = "fresh"
	StandingStale Standing = "stale" // its TTL ran out, and nothing changed
	StandingEnded Standing = "ended" // finished, or abandoned
	// StandingUnknown is of what was said at an unknown time, or later than a TTL after the time of
	// reading: a clock is wrong.
	StandingUnknown Standing = "unknown"
)

// Enum lists the values.
func (Standing) Enum() []string {
	return []string{string(StandingFresh), string(StandingStale), string(StandingEnded), string(StandingUnknown)}
}

// Suppression says why a repeat is no event of its channel.
type Suppression string

// The suppressions.
const (
	SuppressedFresh      Suppression = "still_fresh"
	SuppressedSuspicious Suppression = "suspicious" // it is repeated after its TTL, or at a time that is not reliable
)

// Enum lists the values.
func (Suppression) Enum() []string {
	return []string{string(SuppressedFresh), string(SuppressedSuspicious)}
}

// Suppressions counts repeats by why they were no events of their channel.
type Suppressions struct {
	StillFresh int `json:"still_fresh"`
	Suspicious int `json:"suspicious"`
}

// Add counts those of another status as well.
func (s *Suppressions) Add(other Suppressions) {
	s.StillFresh += other.StillFresh
	s.Suspicious += other.Suspicious
}

// Signal is the promotion of a stale status.
type Signal struct {
	Event      domain.EventID `json:"event"`
	SignaledAt domain.Instant `json:"signaled_at"` // when the promotion was observed
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
	Posted      domain.EventID       `json:"posted"`               // the first event that said so
	Since       domain.Instant       `json:"since"`                // the earliest time at which it was said
	RepeatedAt  domain.Instant       `json:"repeated_at,omitzero"` // of the last word
	Repeats     int                  `json:"repeats,omitzero"`
	Suppressed  Suppressions         `json:"suppressed"`       // the repeats
	Changes     int                  `json:"changes,omitzero"` // of meaning, before
	TTLSeconds  int                  `json:"ttl_seconds"`
	TTLPolicy   string               `json:"ttl_policy"`
	ExpiresAt   domain.Instant       `json:"expires_at"`
	Signal      *Signal              `json:"stale_signal,omitzero"`

	posts   []domain.EventID
	repeats []domain.Instant
}

// Last returns the last event that stated the status.
func (s *Status) Last() domain.EventID { return s.posts[len(s.posts)-1] }

// Fingerprint returns a digest of the meaning of a status. The ETA counts to the minute; neither words
// nor the time of the statement are part of it.
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
	case !at.Known() || !s.Since.Known() || s.ahead(s.Since, at):
		return StandingUnknown
	case at.Compare(s.ExpiresAt) >= 0:
		return StandingStale
	}
	return StandingFresh
}

// ahead reports whether a time is later than a TTL after another: clocks that are worth anything do
// not differ by that much.
func (s *Status) ahead(time, of domain.Instant) bool {
	return time.Compare(after(of, s.TTLSeconds)) > 0
}

// SuppressedAt returns why the status, repeated at a time, is no event of its channel.
func (s *Status) SuppressedAt(at domain.Instant) Suppression {
	if standing := s.StandingAt(at); standing == StandingStale || standing == StandingUnknown {
		return SuppressedSuspicious
	}
	return SuppressedFresh
}

// PromotedAt reports whether the status was promoted, as far as a time shows: a promotion that is
// ahead of it was made by a wrong clock.
func (s *Status) PromotedAt(at domain.Instant) bool {
	return s.Signal != nil && !s.ahead(s.Signal.SignaledAt, at)
}

// after is a time some seconds after another, the last one that there is where it would be later.
func after(at domain.Instant, seconds int) domain.Instant {
	if !at.Known() {
		return at
	}
	if most := (math.MaxInt64 - max(at.UnixNano(), 0)) / int64(time.Second); int64(seconds) > most {
		return domain.AtUnixNano(math.MaxInt64)
	}
	return domain.AtUnixNano(at.UnixNano() + int64(seconds)*int64(time.Second))
}
