package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain/jcs"
)

// The seal, final from the first release (vectors in fixtures/seal):
//
//	data bytes       RFC 8785 of the payload, after the scrubber
//	data_digest      SHA-256(salt ‖ data bytes)
//	exported line    RFC 8785 of the whole envelope with data and salt
//	sealed envelope  the exported line without data and salt
//	leaf             SHA-256(0x00 ‖ sealed envelope), as RFC 6962 hashes a leaf
//	core             SHA-256(sealed envelope without what a log's arrival adds:
//	                 position, revision, recorded_at, clock_behind)
//
// Retry, copy and convert compare cores; proofs are built over leaves.

// Part selects how much of an event is written.
type part uint8

const (
	partLine part = iota
	partSealed
	partCore
)

// Line appends the exported line of e, without a newline. Erased events have
// neither data nor salt.
func (e *Event) Line(b []byte) []byte { return e.append(b, partLine) }

// Sealed appends the sealed envelope of e.
func (e *Event) Sealed(b []byte) []byte { return e.append(b, partSealed) }

// Leaf is the hash of the event in the log's tree: SHA-256(0x00 ‖ sealed envelope).
func (e *Event) Leaf() Digest {
	buf := append(make([]byte, 0, 1024), 0)
	return sha256.Sum256(e.append(buf, partSealed))
}

// Core is the hash that a retry, a copy and a conversion of the event share.
func (e *Event) Core() Digest {
	return sha256.Sum256(e.append(make([]byte, 0, 1024), partCore))
}

// SealData is SHA-256(salt ‖ data); data are the canonical bytes.
func SealData(salt Salt, data []byte) Digest {
	h := sha256.New()
	h.Write(salt[:])
	h.Write(data)
	var d Digest
	h.Sum(d[:0])
	return d
}

// String returns 64 hex digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// IsZero reports whether d is none.
func (d Digest) IsZero() bool { return d == Digest{} }

// MarshalText writes 64 hex digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 64 hex digits.
func (d *Digest) UnmarshalText(b []byte) error { return unhex("digest", d[:], b) }

// String returns 32 hex digits.
func (s Salt) String() string { return hex.EncodeToString(s[:]) }

// MarshalText writes 32 hex digits.
func (s Salt) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads 32 hex digits.
func (s *Salt) UnmarshalText(b []byte) error { return unhex("salt", s[:], b) }

func unhex(what string, dst, src []byte) error {
	if hex.DecodedLen(len(src)) == len(dst) && len(src)%2 == 0 {
		if _, err := hex.Decode(dst, src); err == nil && hex.EncodeToString(dst) == string(src) {
			return nil
		}
	}
	return &Error{Kind: ErrParse, Operation: "parse " + what, Target: string(src),
		Message: "not " + itoa(2*len(dst)) + " lower-case hex digits"}
}

// append writes members in RFC 8785 order, which for these names is byte order.
func (e *Event) append(b []byte, p part) []byte {
	m := object(b)
	if len(e.Causes) > 0 {
		m.name("causes")
		m.b = appendIDs(m.b, e.Causes)
	}
	if e.ClockBehind && p != partCore {
		m.name("clock_behind")
		m.b = append(m.b, "true"...)
	}
	if !e.ConflictsWith.IsZero() {
		m.ulid("conflicts_with", ulid.ULID(e.ConflictsWith))
	}
	m.text("correlation", string(e.Correlation))
	if p == partLine && e.Data != nil {
		m.name("data")
		m.b = append(m.b, e.Data...)
	}
	m.hex("data_digest", e.DataDigest[:])
	m.number("edition", uint64(e.Edition))
	m.text("emitter", string(e.Emitter))
	if !e.Epoch.IsZero() {
		m.ulid("epoch", ulid.ULID(e.Epoch))
	}
	m.ulid("id", ulid.ULID(e.ID))
	m.text("kind", string(e.Kind))
	if !e.ObservedAt.IsZero() {
		m.name("observed_at")
		m.b = e.ObservedAt.append(m.b)
	}
	if p != partCore {
		m.number("position", e.Position.n)
		m.name("recorded_at")
		m.b = appendTime(m.b, e.RecordedAt.UTC())
	}
	if !e.Replaces.IsZero() {
		m.ulid("replaces", ulid.ULID(e.Replaces))
	}
	if p != partCore {
		m.number("revision", uint64(e.Revision))
	}
	if p == partLine && e.Salt != nil && !e.Erased {
		m.hex("salt", e.Salt[:])
	}
	e.appendLabels(&m)
	if !e.Stream.IsZero() {
		m.name("stream")
		m.b = append(append(m.b, '"'), e.Stream.Family.Prefix()...)
		m.b = append(appendULID(m.b, e.Stream.ULID), '"')
	}
	e.Subject.append(&m)
	m.number("version", uint64(e.Version))
	return m.end()
}

// appendLabels writes scope, sensitivity, seq, seq_kind and source.
func (e *Event) appendLabels(m *members) {
	if !e.Scope.IsZero() {
		m.name("scope")
		s := object(m.b)
		s.text("owner", e.Scope.Owner)
		s.text("watcher", string(e.Scope.Watcher))
		s.text("workflow", e.Scope.Workflow)
		m.b = s.end()
	}
	if len(e.Sensitivity) > 0 {
		m.name("sensitivity")
		s := object(m.b)
		for _, l := range e.Sensitivity {
			s.b = appendMemberName(s.b, &s.first, l.Pointer)
			s.b = jcs.AppendString(s.b, string(l.Class))
		}
		m.b = s.end()
	}
	m.number("seq", e.Seq)
	m.text("seq_kind", string(e.SeqKind))
	m.name("source")
	s := object(m.b)
	s.text("channel", e.Source.Channel)
	s.text("environment", e.Source.Environment)
	s.text("kind", string(e.Source.Kind))
	s.text("trust", string(e.Source.Trust))
	m.b = s.end()
}

// append writes the subject unless it is empty.
func (s *Subject) append(m *members) {
	if *s == (Subject{}) {
		return
	}
	m.name("subject")
	o := object(m.b)
	maybe(&o, "branch", s.Branch)
	maybe(&o, "commit", s.Commit)
	maybe(&o, "control_server", s.ControlServer)
	maybe(&o, "host", s.Host)
	maybe(&o, "item", s.Item)
	maybe(&o, "lane", s.Lane)
	maybe(&o, "repo", s.Repo)
	maybe(&o, "session", s.Session)
	maybe(&o, "turn", s.Turn)
	maybe(&o, "worker", s.Worker)
	maybe(&o, "worktree", s.Worktree)
	m.b = o.end()
}

func (i Instant) append(b []byte) []byte {
	if !i.set {
		return appendUnknown(b, i.unknown)
	}
	return appendTime(b, i.Time())
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
}

func appendIDs(b []byte, ids []EventID) []byte {
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendULID(append(b, '"'), ulid.ULID(id)), '"')
	}
	return append(b, ']')
}

func appendMemberName(b []byte, first *bool, name string) []byte {
	if !*first {
		b = append(b, ',')
	}
	*first = false
	return append(jcs.AppendString(b, name), ':')
}
