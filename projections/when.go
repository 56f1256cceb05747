package projections

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// Time is a producer's time in nanoseconds since 1970; 0 is not known. In
// documents it is RFC 3339 in UTC.
type Time int64

// timeOf is the time of an event, 0 when the producer did not know it.
func timeOf(e *domain.Event) Time {
	if !e.ObservedAt.Known() {
		return 0
	}
	return Time(e.ObservedAt.UnixNano())
}

// Known reports whether the time is known.
func (t Time) Known() bool { return t != 0 }

// Time returns the time in UTC, the zero time when not known.
func (t Time) Time() time.Time {
	if !t.Known() {
		return time.Time{}
	}
	return time.Unix(0, int64(t)).UTC()
}

// Before orders times, unknown last.
func (t Time) Before(u Time) bool {
	return t.Known() && (!u.Known() || t < u)
}

// Day is the day in UTC, "2026-01-02"; "" when not known.
func (t Time) Day() string {
	if !t.Known() {
		return ""
	}
	return t.Time().Format(time.DateOnly)
}

// String is RFC 3339 in UTC; "" when not known.
func (t Time) String() string {
	if !t.Known() {
		return ""
	}
	return string(t.append(nil))
}

func (t Time) append(b []byte) []byte {
	return t.Time().AppendFormat(b, time.RFC3339Nano)
}

// MarshalJSONTo writes the text, null when not known.
func (t Time) MarshalJSONTo(enc *jsontext.Encoder) error {
	if !t.Known() {
		return enc.WriteToken(jsontext.Null)
	}
	var b [40]byte
	return enc.WriteValue(append(t.append(append(b[:0], '"')), '"'))
}

// UnmarshalJSONFrom reads what MarshalJSONTo writes.
func (t *Time) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadToken()
	if err != nil || v.Kind() == 'n' {
		*t = 0
		return err
	}
	at, err := time.Parse(time.RFC3339Nano, v.String())
	if err == nil {
		*t = Time(at.UnixNano())
	}
	return err
}

// earliest and latest widen a span by a time, if it is known.
func earliest(span *Time, t Time) {
	if t.Before(*span) {
		*span = t
	}
}

func latest(span *Time, t Time) {
	if t.Known() && (!span.Known() || t > *span) {
		*span = t
	}
}

// Moment is a time, and the event that was observed then, of several the least id.
type Moment struct {
	At Time           `json:"at,omitzero"`
	ID domain.EventID `json:"id"`
}

// IsZero reports whether nothing has a time.
func (m Moment) IsZero() bool { return !m.At.Known() }

// earliest and latest take the moment of an event when it widens a span that way.
func (m *Moment) earliest(e *domain.Event) {
	if at := timeOf(e); at.Before(m.At) || m.sooner(at, e.ID) {
		*m = Moment{at, e.ID}
	}
}

func (m *Moment) latest(e *domain.Event) {
	if at := timeOf(e); at.Known() && (m.IsZero() || at > m.At) || m.sooner(at, e.ID) {
		*m = Moment{at, e.ID}
	}
}

// sooner reports whether an event of the same time has the smaller id.
func (m *Moment) sooner(at Time, id domain.EventID) bool {
	return at.Known() && at == m.At && id.Compare(m.ID) < 0
}
