package schemas_test

import (
	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/schemas/generate"
)

// EnvelopeV1 is the shape of an exported line.
type EnvelopeV1 struct {
	// Ids of the events that led to this one.
	Causes []domain.EventID `json:"causes,omitzero"`
	// The log's clock had stepped back over a second; recorded_at repeats the last one.
	ClockBehind bool `json:"clock_behind,omitzero"`
	// The id that another emitter holds with other content.
	ConflictsWith domain.EventID `json:"conflicts_with,omitzero"`
	// The run: one opaque id.
	Correlation domain.CorrelationID `json:"correlation,omitzero"`
	// The payload; its schema is events/<kind>.v<version>.json. Absent once erased.
	Data map[string]any `json:"data,omitzero"`
	// Hex SHA-256 of salt and data.
	DataDigest domain.Digest `json:"data_digest"`
	// Which edition of a corrected statement this is, from 2; with replaces.
	Edition int `json:"edition,omitzero"`
	// The emitter.
	Emitter string `json:"emitter"`
	// One boot of the emitter.
	Epoch domain.Epoch `json:"epoch,omitzero"`
	// Identity and idempotency key.
	ID domain.EventID `json:"id"`
	// What happened; with version it names the schema of data.
	Kind string `json:"kind"`
	// The producer's clock.
	ObservedAt domain.Instant `json:"observed_at,omitzero"`
	// Place in the whole log: strictly increasing, compared and never computed with.
	Position uint64 `json:"position"`
	// The log's clock, RFC 3339 UTC.
	RecordedAt known `json:"recorded_at"`
	// The id that the statement has in its first edition, which this event corrects.
	Replaces domain.EventID `json:"replaces,omitzero"`
	// Place in the stream, from 1 without gaps.
	Revision uint64 `json:"revision"`
	// 16 random bytes, hex. Absent once erased.
	Salt domain.Salt `json:"salt,omitzero"`
	// Whose concern it is.
	Scope domain.Scope `json:"scope,omitzero"`
	// Labels by JSON pointer into data; without one: internal.
	Sensitivity map[string]domain.Sensitivity `json:"sensitivity,omitzero"`
	// The emitter's own number.
	Seq uint64 `json:"seq,omitzero"`
	// What seq means.
	SeqKind domain.SeqKind `json:"seq_kind,omitzero"`
	// Where it comes from and how far it may be believed.
	Source domain.Source `json:"source"`
	// A family prefix and a ULID.
	Stream domain.StreamID `json:"stream"`
	// What it is about, as far as known.
	Subject domain.Subject `json:"subject,omitzero"`
	// Of the payload schema, from 1.
	Version int `json:"version"`
}

// known is a time that is known.
type known struct{}

// JSONSchema is called by the reflector.
func (known) JSONSchema() *jsonschema.Schema {
	return generate.Time()
}
