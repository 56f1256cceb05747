package schemas_test

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/domain"
)

const (
	ulidPattern   = `[0-7][0-9A-HJKMNP-TV-Z]{25}`
	digestPattern = `^[0-9a-f]{64}$`
	// timePattern knows the days of months and leap years, because a time that does
	// not exist is refused at append.
	timePattern = `^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))` +
		`|(?:(?:[02468][048]|[13579][26])00|\d\d(?:0[48]|[2468][048]|[13579][26]))-02-29)` +
		`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`
	maxInteger = json.Number("9007199254740992") // 2^53
)

// texts are the types whose JSON form is a string of a certain form.
var texts = map[reflect.Type]string{
	reflect.TypeFor[domain.EventID]():  "^" + ulidPattern + "$",
	reflect.TypeFor[domain.Epoch]():    "^" + ulidPattern + "$",
	reflect.TypeFor[domain.LaneID]():   "^" + ulidPattern + "$",
	reflect.TypeFor[domain.StreamID](): "^(?:" + strings.Join(domain.FamilyPrefixes(), "|") + ")" + ulidPattern + "$",
	reflect.TypeFor[domain.Digest]():   digestPattern,
	reflect.TypeFor[domain.Salt]():     `^[0-9a-f]{32}$`,
}

type enumerated interface{ Enum() []string }

// mapper says what the reflection cannot see: JSON forms that a method makes.
func mapper(t reflect.Type) *jsonschema.Schema {
	if pattern, ok := texts[t]; ok {
		return &jsonschema.Schema{Type: "string", Pattern: pattern}
	}
	switch t {
	case reflect.TypeFor[domain.JSON]():
		return &jsonschema.Schema{}
	case reflect.TypeFor[domain.Text]():
		return orObject(&jsonschema.Schema{Type: "string"}, "cut", cutSchema())
	case reflect.TypeFor[domain.Instant]():
		return orObject(&jsonschema.Schema{Type: "string", Pattern: timePattern}, "unknown", mapper(reflect.TypeFor[domain.Unknown]()))
	}
	if strings.HasPrefix(t.Name(), "Maybe[") {
		value := mapper(t.Field(0).Type)
		if value == nil {
			least := uint64(1)
			value = &jsonschema.Schema{Type: "string", MinLength: &least}
		}
		return orObject(value, "unknown", mapper(reflect.TypeFor[domain.Unknown]()))
	}
	if e, ok := reflect.Zero(t).Interface().(enumerated); ok {
		s := &jsonschema.Schema{Type: "string"}
		for _, v := range e.Enum() {
			s.Enum = append(s.Enum, v)
		}
		return s
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return &jsonschema.Schema{Type: "integer", Minimum: "-" + maxInteger, Maximum: maxInteger}
	case reflect.Uint64:
		return &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: maxInteger}
	}
	return nil
}

// orObject is s or an object with the one member name.
func orObject(s *jsonschema.Schema, name string, member *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, object(name, member)}}
}

// object has the given members, names and schemas in turn, all required.
func object(name string, member *jsonschema.Schema, more ...any) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{name}}
	s.Properties.Set(name, member)
	for i := 0; i < len(more); i += 2 {
		s.Properties.Set(more[i].(string), more[i+1].(*jsonschema.Schema))
		s.Required = append(s.Required, more[i].(string))
	}
	return s
}

func cutSchema() *jsonschema.Schema {
	return object("bytes", mapper(reflect.TypeFor[int]()), "head", &jsonschema.Schema{Type: "string"}, "tail", &jsonschema.Schema{Type: "string"})
}

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
	// Who spoke.
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

// JSONSchema is asked by the reflector.
func (known) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: timePattern}
}
