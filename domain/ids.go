package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// EventID is the identity and idempotency key of an event: a ULID.
// The zero value means none.
type EventID ulid.ULID

// ParseEventID reads the 26 character text form, upper case only.
//
// Errors: kind [ErrUsage] when the text is not a canonical ULID.
func ParseEventID(s string) (EventID, error) {
	u, err := parseULID("event id", s, "")
	return EventID(u), err
}

// String returns the 26 character text form.
func (id EventID) String() string { return ulid.ULID(id).String() }

// IsZero reports whether id is none.
func (id EventID) IsZero() bool { return id == EventID{} }

// Compare orders ids by their bytes: -1, 0 or 1.
func (id EventID) Compare(other EventID) int { return ulid.ULID(id).Compare(ulid.ULID(other)) }

// AppendText appends the text form; it never fails.
func (id EventID) AppendText(b []byte) ([]byte, error) { return appendULID(b, ulid.ULID(id)), nil }

// MarshalText writes the text form.
func (id EventID) MarshalText() ([]byte, error) { return ulid.ULID(id).MarshalText() }

// UnmarshalText reads the text form.
func (id *EventID) UnmarshalText(b []byte) error {
	u, err := ParseEventID(string(b))
	*id = u
	return err
}

// Epoch is one boot of an emitter: a ULID, compared only within that emitter.
// The zero value means none.
type Epoch ulid.ULID

// ParseEpoch reads the 26 character text form.
func ParseEpoch(s string) (Epoch, error) {
	u, err := parseULID("epoch", s, "")
	return Epoch(u), err
}

// String returns the 26 character text form.
func (e Epoch) String() string { return ulid.ULID(e).String() }

// IsZero reports whether e is none.
func (e Epoch) IsZero() bool { return e == Epoch{} }

// Compare orders epochs of one emitter: -1, 0 or 1.
func (e Epoch) Compare(other Epoch) int { return ulid.ULID(e).Compare(ulid.ULID(other)) }

// AppendText appends the text form; it never fails.
func (e Epoch) AppendText(b []byte) ([]byte, error) { return appendULID(b, ulid.ULID(e)), nil }

// MarshalText writes the text form.
func (e Epoch) MarshalText() ([]byte, error) { return ulid.ULID(e).MarshalText() }

// UnmarshalText reads the text form.
func (e *Epoch) UnmarshalText(b []byte) error {
	u, err := ParseEpoch(string(b))
	*e = u
	return err
}

// The identifiers that travel as text. Each is valid UTF-8 without NUL.
type (
	// LaneID names a piece of work that is to be finished: a ULID as text.
	LaneID string
	// SessionID names one conversation of one agent: "<source>/<own id>".
	SessionID string
	// TurnID names one prompt to its end, in the source's own words.
	TurnID string
	// ItemID names one call or message in a turn, in the source's own words.
	ItemID string
	// WorkerID names a supervised process.
	WorkerID string
	// RepoID names a repository: a remote URL without scheme, user and ".git", else the root commit.
	RepoID string
	// Path is a path of the machine that the event is about, as that machine wrote it.
	Path string
	// Branch is a git branch name without "refs/heads/".
	Branch string
	// CommitID is a git object name, hex.
	CommitID string
	// CheckpointID names a saved state of agent sessions: "<tool>/<own id>", such as "entire/1e868c83dbb7".
	CheckpointID string
	// HostID names a machine.
	HostID string
	// ControlServerID names a server that controls workers.
	ControlServerID string
	// EmitterID names the source of events; it orders its own events by (epoch, seq).
	EmitterID string
	// CorrelationID names a run: one life of a process. It is opaque.
	CorrelationID string
)

// Short is the beginning of the name, as people read it: 12 digits.
func (c CommitID) Short() string { return string(c[:min(len(c), 12)]) }

// Revision is the place of an event in its stream, counted from 1 without gaps; 0 is none.
type Revision uint64

// Position is a place in a whole log: strictly increasing, compared and never
// computed with. The zero value is before the first event.
type Position struct{ n uint64 }

// PositionAt makes a position from an engine's own number; for engines and codecs.
func PositionAt(n uint64) Position { return Position{n} }

// Number returns the engine's own number; for engines and codecs.
func (p Position) Number() uint64 { return p.n }

// Compare orders positions of one log: -1, 0 or 1.
func (p Position) Compare(q Position) int {
	switch {
	case p.n < q.n:
		return -1
	case p.n > q.n:
		return 1
	}
	return 0
}

// After reports whether p is later than q in one log.
func (p Position) After(q Position) bool { return p.n > q.n }

// IsZero reports whether p is before the first event.
func (p Position) IsZero() bool { return p.n == 0 }

// idDomain separates claw's derived ids from every other use of SHA-256.
const idDomain = "claw/id/1"

// Derive returns the ULID that a foreign identity always gets: the milliseconds
// of at (0 for the zero time or a time before 1970) and the first 80 bits of
// SHA-256 over "claw/id/1" and parts, NUL-separated. Parts hold no NUL.
func Derive(at time.Time, parts ...string) ulid.ULID {
	h := sha256.New()
	h.Write([]byte(idDomain))
	for _, p := range parts {
		h.Write([]byte{0})
		h.Write([]byte(p))
	}
	var u ulid.ULID
	if !at.IsZero() && at.UnixMilli() > 0 {
		_ = u.SetTime(uint64(at.UnixMilli())) // fails only past the year 10889
	}
	var sum [sha256.Size]byte
	copy(u[6:], h.Sum(sum[:0])[:10])
	return u
}

// RecordEventID is the id of an event drafted from a record of a foreign source:
// at is the record's own zoned time or zero, session the source's own session id,
// key the record's own id or [LineKey], part which event of the record it is.
func RecordEventID(at time.Time, source, session, key, part string) EventID {
	return EventID(Derive(at, source, session, key, part))
}

// RevisedPart is the part of an id under which a statement is corrected: "<part>/r<revision>",
// for revisions from 2.
func RevisedPart(part string, revision int) string { return part + "/r" + strconv.Itoa(revision) }

// LineKey is the record key of a record without its own id: the hex
// SHA-256 of its raw line and its occurrence number among equal lines of its
// session, counted from 1.
func LineKey(raw []byte, occurrence int) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]) + "#" + strconv.Itoa(occurrence)
}

// MakeCheckpointID joins the name of the tool that saved a state and its own id of it.
func MakeCheckpointID(tool, own string) CheckpointID { return CheckpointID(tool + "/" + own) }

// MakeSessionID joins a source's name and its own session id.
func MakeSessionID(source, own string) SessionID { return SessionID(source + "/" + own) }

// Split returns the source and its own session id; own is "" without a slash.
func (s SessionID) Split() (source, own string) {
	source, own, _ = strings.Cut(string(s), "/")
	return source, own
}

// Stream is the stream of the session: the ULID derives from (source, own id).
func (s SessionID) Stream() StreamID {
	source, own := s.Split()
	return StreamID{FamilySession, Derive(time.Time{}, source, own)}
}

// Lane is the lane of a root session that nothing binds elsewhere. It has the
// ULID of the session's stream.
func (s SessionID) Lane() LaneID { return LaneID(s.Stream().ULID.String()) }

// Epoch is the epoch shared by imports and one-shot processes that record for the session.
func (s SessionID) Epoch() Epoch {
	source, own := s.Split()
	return Epoch(Derive(time.Time{}, source, own, "epoch"))
}

// Correlation is the run that an import of the session belongs to.
func (s SessionID) Correlation() CorrelationID {
	source, own := s.Split()
	return CorrelationID(Derive(time.Time{}, source, own, "run").String())
}

// Stream is the stream of the repository: the ULID derives from its id.
func (r RepoID) Stream() StreamID {
	return StreamID{FamilyRepo, Derive(time.Time{}, "repo", string(r))}
}

// Epoch is the epoch shared by imports of the repository.
func (r RepoID) Epoch() Epoch { return Epoch(Derive(time.Time{}, "repo", string(r), "epoch")) }

// Correlation is the run that an import of the repository belongs to.
func (r RepoID) Correlation() CorrelationID {
	return CorrelationID(Derive(time.Time{}, "repo", string(r), "run").String())
}

// ParseLaneID reads a lane id: a ULID in upper case, with or without "lane-".
//
// Errors: kind [ErrUsage].
func ParseLaneID(s string) (LaneID, error) {
	u, err := parseULID("lane id", s, FamilyLane.Prefix())
	if err != nil {
		return "", err
	}
	return LaneID(u.String()), nil
}

// Stream is the lane's stream.
//
// Errors: kind [ErrUsage] when the id is not a ULID.
func (l LaneID) Stream() (StreamID, error) {
	u, err := parseULID("lane id", string(l), "")
	return StreamID{FamilyLane, u}, err
}

// StreamID names a stream: a family and a ULID; as text "lane-01J…".
type StreamID struct {
	Family Family
	ULID   ulid.ULID
}

// ParseStreamID reads the text form.
//
// Errors: kind [ErrUsage] for an unknown prefix or a bad ULID.
func ParseStreamID(s string) (StreamID, error) {
	i := strings.IndexByte(s, '-')
	if i < 0 {
		return StreamID{}, Usage("parse stream", s, "a stream is a family prefix and a ULID, such as lane-01ARZ3NDEKTSV4RRFFQ69G5FAV")
	}
	f, ok := familyByPrefix(s[:i+1])
	if !ok {
		return StreamID{}, Usage("parse stream", s, "families: "+strings.Join(FamilyPrefixes(), " "))
	}
	u, err := parseULID("stream", s, f.Prefix())
	return StreamID{f, u}, err
}

// String returns the text form, "" for none.
func (s StreamID) String() string {
	if s.IsZero() {
		return ""
	}
	return s.Family.Prefix() + s.ULID.String()
}

// IsZero reports whether s is none.
func (s StreamID) IsZero() bool { return s == StreamID{} }

// MarshalText writes the text form.
func (s StreamID) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form.
func (s *StreamID) UnmarshalText(b []byte) error {
	v, err := ParseStreamID(string(b))
	*s = v
	return err
}

func appendULID(b []byte, u ulid.ULID) []byte {
	var text [ulid.EncodedSize]byte
	_ = u.MarshalTextTo(text[:]) // it fails for another size only
	return append(b, text[:]...)
}

// parseULID reads the ULID of s, which may begin with prefix.
func parseULID(what, s, prefix string) (ulid.ULID, error) {
	text := strings.TrimPrefix(s, prefix)
	u, err := ulid.ParseStrict(text)
	if err != nil || u.String() != text {
		return ulid.ULID{}, Usage("parse "+what, s, "a ULID has 26 characters of 0-9 A-Z without I L O U")
	}
	return u, nil
}
