package domain

import (
	"encoding/json"

	"github.com/clawable/claw/domain/jcs"
)

// Unknown is the closed list of reasons why a value is not known; "" means that it is known.
type Unknown string

// The reasons.
const (
	UnknownNotRecorded   Unknown = "not_recorded"   // the source has no such field
	UnknownNotYet        Unknown = "not_yet"        // known later; an enrichment will say
	UnknownNoZone        Unknown = "no_zone"        // a local time without its zone
	UnknownUnparsable    Unknown = "unparsable"     // the source's value cannot be read
	UnknownRedacted      Unknown = "redacted"       // the source replaced it by a placeholder
	UnknownAmbiguous     Unknown = "ambiguous"      // several values fit
	UnknownUnavailable   Unknown = "unavailable"    // asking for it failed
	UnknownNotApplicable Unknown = "not_applicable" // this thing has none
)

// Maybe is a value or the reason why it is not known: as JSON the value itself
// or {"unknown": reason}. The zero value is absent.
type Maybe[T ~string] struct {
	Value   T
	Unknown Unknown
}

// Known makes a known value.
func Known[T ~string](v T) Maybe[T] { return Maybe[T]{Value: v} }

// NotKnown makes an unknown value.
func NotKnown[T ~string](why Unknown) Maybe[T] { return Maybe[T]{Unknown: why} }

// IsZero reports whether the value is absent.
func (m Maybe[T]) IsZero() bool { return m == Maybe[T]{} }

// MarshalJSON writes the value or {"unknown": reason}; null when absent.
func (m Maybe[T]) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON writes.
func (m Maybe[T]) AppendJSON(b []byte) []byte {
	switch {
	case m.Unknown != "":
		return appendUnknown(b, m.Unknown)
	case m.Value == "":
		return append(b, "null"...)
	}
	return jcs.AppendString(b, string(m.Value))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Maybe[T]) UnmarshalJSON(b []byte) error {
	s, why, err := readMaybe(b)
	*m = Maybe[T]{Value: T(s), Unknown: why}
	return err
}

func appendUnknown(b []byte, why Unknown) []byte {
	b = append(b, `{"unknown":`...)
	b = jcs.AppendString(b, string(why))
	return append(b, '}')
}

func readMaybe(b []byte) (value string, why Unknown, err error) {
	if len(b) > 0 && b[0] == '{' {
		var u struct {
			Unknown Unknown `json:"unknown"`
		}
		err = json.Unmarshal(b, &u)
		return "", u.Unknown, err
	}
	if string(b) == "null" {
		return "", "", nil
	}
	if value, ok := jcs.Unquote(b); ok {
		return value, "", nil
	}
	err = json.Unmarshal(b, &value)
	return value, "", err
}

func enum[T ~string](vs ...T) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = string(v)
	}
	return out
}
