// Package values has the values of which entities are made: times, moments, registers, picks,
// sightings and bounded sets. Each is a function of the set of events that it was offered: the
// order and the repetition of the offers have no effect. It depends on no entity and no kind of event.
package values

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/statejson"
)

// Time is a producer's time in nanoseconds since 1970; 0 is not known. In
// documents it is RFC 3339 in UTC.
type Time int64

// TimeOf is the time of an event, 0 when the producer did not know it.
func TimeOf(e *domain.Event) Time {
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

// AppendMember writes a member unless the time is not known.
func (t Time) AppendMember(w *statejson.Writer, n string) {
	if t.Known() {
		w.Instant(n, t.Time())
	}
}

// Earliest makes t the begin of a span when it is known and before what the span has.
func Earliest(span *Time, t Time) {
	if t.Before(*span) {
		*span = t
	}
}

// Latest makes t the end of a span when it is known and after what the span has.
func Latest(span *Time, t Time) {
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

// Earliest takes the moment of an event when it comes before the one that is held.
func (m *Moment) Earliest(e *domain.Event) {
	if at := TimeOf(e); at.Before(m.At) || m.sooner(at, e.ID) {
		*m = Moment{at, e.ID}
	}
}

// Latest takes the moment of an event when it comes after the one that is held.
func (m *Moment) Latest(e *domain.Event) {
	if at := TimeOf(e); at.Known() && (m.IsZero() || at > m.At) || m.sooner(at, e.ID) {
		*m = Moment{at, e.ID}
	}
}

// sooner reports whether an event of the same time has the smaller id.
func (m *Moment) sooner(at Time, id domain.EventID) bool {
	return at.Known() && at == m.At && id.Compare(m.ID) < 0
}

// AppendMember writes a member unless nothing has a time.
func (m Moment) AppendMember(w *statejson.Writer, n string) {
	if m.IsZero() {
		return
	}
	w.Name(n)
	w.Open('{')
	m.At.AppendMember(w, "at")
	w.ID("id", m.ID)
	w.Close('}')
}
