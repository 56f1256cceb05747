package domain

import "time"

// Draft is an event before a log has it. The log adds position, revision,
// recorded_at, salt and data_digest.
type Draft struct {
	ID            EventID
	Kind          Kind
	Version       int // of the payload schema, from 1
	Stream        StreamID
	ObservedAt    Instant // the producer's clock
	Emitter       EmitterID
	Epoch         Epoch
	Seq           uint64 // 0 is none
	SeqKind       SeqKind
	Causes        []EventID // events that led to this one, as the producer named them
	Correlation   CorrelationID
	Subject       Subject
	Source        Source
	Scope         Scope
	Sensitivity   []Label // sorted by pointer, each pointer once
	ConflictsWith EventID // the id another emitter holds with other content
	// Replaces is the id of the statement that this event corrects, as its first edition had
	// it, and Edition which edition of the statement this is, from 2. Both are set or neither.
	Replaces EventID
	Edition  int
	// Data is the payload as JSON. The log canonicalises it (RFC 8785) once and
	// stores, hashes and exports those bytes.
	Data []byte
	// Salt is nil for a new event: the log draws one. Copy, convert and restore keep the salt.
	Salt *Salt
}

// Event is a fact in a log. It is immutable; slices belong to the reader that
// returned it and are never changed by it again.
type Event struct {
	Draft
	Position   Position
	Revision   Revision
	RecordedAt time.Time // the log's clock, UTC
	// ClockBehind says that the log's clock had stepped back over a second and
	// RecordedAt repeats the last one.
	ClockBehind bool
	DataDigest  Digest
	// Erased says that data and salt were overwritten for good; Data is nil.
	Erased bool
	// ByFile says that a reader found that the event came by an import of another log (see
	// [LogAdmitted]), and Capped that its Source.Trust was lowered to medium for that. They are
	// no part of the envelope.
	ByFile, Capped bool
	// Replaced reports that a reader found a later edition of the statement, which takes its
	// place. It is no part of the envelope.
	Replaced bool
}

// SaltValue returns the salt, zero when erased.
func (e *Event) SaltValue() Salt {
	if e.Salt == nil {
		return Salt{}
	}
	return *e.Salt
}

// Lane returns the lane that the event is about, "" when not known.
func (d *Draft) Lane() LaneID { return d.Subject.Lane.Value }

// Session returns the session that the event is about, "" when not known.
func (d *Draft) Session() SessionID { return d.Subject.Session.Value }
